import type { LogoutDelivery } from '#contract/apps/logout-deliveries.ts';
import type { OauthClientInput } from '#contract/apps/oauth-clients.ts';
import { fail } from '#contract/errors.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { listUndelivered, sendAgain } from '../../platform/deliver/outbox.ts';
import type { Outgoing } from '../../platform/net/outgoing.ts';
import { getOauthClient } from './oauth-clients.ts';

/** Throws `address_not_allowed` for addresses of back-channel logout and of keys that this server would never call. */
export function refusePrivateAddress(
  outgoing: Outgoing,
  client: Pick<OauthClientInput, 'backchannelLogoutUri' | 'jwksUri'>,
): void {
  for (const field of ['backchannelLogoutUri', 'jwksUri'] as const) {
    const address = client[field];
    if (address !== null && !outgoing.mayCall(address)) throw fail('address_not_allowed', { field });
  }
}

/** A client's undelivered sign-outs, latest first. Throws `not_found`. */
export async function listLogoutDeliveries(tx: Tx, clientId: string): Promise<LogoutDelivery[]> {
  await getOauthClient(tx, clientId);
  return (await listUndelivered(tx, 'backchannelLogout', clientId)).map((row) => ({
    deliveryId: row.delivery_id,
    state: row.state,
    sub: String(row.content.sub),
    sid: String(row.content.sid),
    tries: row.tries,
    createdAt: row.created_at.toISOString(),
    nextAt: row.state === 'dead' ? null : row.next_at.toISOString(),
    failure: row.last_error,
  }));
}

/** Retries a delivery. Throws `not_found`, and `conflict` while it is being sent. */
export async function retryLogoutDelivery(tx: Tx, clientId: string, deliveryId: string, now: Date): Promise<void> {
  await getOauthClient(tx, clientId);
  const state = await sendAgain(tx, { kind: 'backchannelLogout', target: clientId, deliveryId }, now);
  if (state === null) throw fail('not_found');
  if (state === 'sending') throw fail('conflict');
}
