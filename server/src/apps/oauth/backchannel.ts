import { SYSTEM } from '#contract/principals.ts';
import { importJWK, SignJWT } from 'jose';
import { sql } from 'kysely';
import { FROM_NO_CALL, writeOperation } from '../../platform/events/write.ts';
import { newUuid } from '../../platform/crypto/uuid.ts';
import { PROVIDER, type Tx } from '../../platform/db/transaction.ts';
import type { Delivery } from '../../platform/deliver/outbox.ts';
import { type Kind, UNTIL_GIVEN_UP } from '../../platform/deliver/worker.ts';
import { OutgoingError } from '../../platform/net/outgoing.ts';
import type { Tools } from '../../platform/tools.ts';
import { oauthKeys } from './keys.ts';

const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const TOKEN_LIFE_S = 120;
const DAY_MS = 86_400_000;

/** Stored by a trigger when a session ends (migrations/0075_deliveries.sql). */
interface EndedSession {
  sub: string;
  sid: string;
}

/** Back-channel logout as a kind of delivery: repeating one is harmless. */
export const logoutKind = (tools: Tools): Kind => ({
  atOnce: 20,
  pauses: UNTIL_GIVEN_UP,
  send: createLogoutSender(tools),
  giveUp: reportLostLogout(tools.clock),
});

/**
 * Notifies a relying party that a session has ended (OpenID Connect Back-Channel Logout 1.0 sections 2.4 to 2.8). The
 * token is issued at sending, so that its times are current however late that is; 200 and 204 mean accepted, 400
 * permanently refused. Also for suspended tenants and disabled clients: their users' sessions at the relying party
 * would otherwise continue.
 */
function createLogoutSender(tools: Tools): Kind['send'] {
  return async (delivery) => {
    const client = await findReceiver(tools, delivery);
    if (!client) return { outcome: 'refused', error: 'noAddress' };
    const token = await makeLogoutToken(tools, delivery, client.algorithm);
    try {
      const status = await tools.outgoing.post(client.address, new URLSearchParams({ logout_token: token }));
      if (status === 200 || status === 204) return { outcome: 'delivered' };
      return { outcome: status === 400 ? 'refused' : 'failed', error: `http${status}` };
    } catch (error) {
      if (error instanceof OutgoingError) return { outcome: 'failed', error: error.reason };
      throw error;
    }
  };
}

/**
 * Reports to the administrators in the operation log that an app cannot be notified of sign-outs: a row with the status
 * `error`, once a day per app, however many failed. Not for an app that no longer has an address.
 */
function reportLostLogout(clock: () => Date): NonNullable<Kind['giveUp']> {
  return async (tx, { tenant_id: tenantId, target }, error) => {
    if (error === 'noAddress') return;
    const at = clock();
    const row = { tenantId, at, operation: 'update', action: 'system logout delivery' } as const;
    if (await wasReported(tx, target, row.action, new Date(at.getTime() - DAY_MS))) return;
    await writeOperation(tx, {
      ...{ ...row, actor: SYSTEM, ...FROM_NO_CALL },
      ...{ type: 'oauthClient.logoutNotDelivered', targetId: target, status: 'error', errorId: 'logout_not_delivered' },
      changes: { logoutDelivery: { after: error.replace(/^http/, 'HTTP ') } },
    });
  };
}

async function wasReported(tx: Tx, target: string, action: string, since: Date): Promise<boolean> {
  const { rows } = await sql`
    select from system_operation_log
    where target_type = 'oauthClient' and target_id = ${target} and action = ${action} and at > ${since}
    limit 1`.execute(tx);
  return rows.length > 0;
}

/** The current address, so that pending deliveries use a corrected one. Null if the client or its address is gone. */
async function findReceiver(tools: Tools, delivery: Delivery): Promise<{ address: string; algorithm: string } | null> {
  const row = await tools.db.inTenant(delivery.tenant_id, (tx) =>
    tx.selectFrom('oauth_clients').select('metadata').where('client_id', '=', delivery.target).executeTakeFirst(),
  );
  const address = row?.metadata.backchannel_logout_uri;
  if (typeof address !== 'string') return null;
  const { id_token_signed_response_alg: algorithm = 'ES256' } = row?.metadata ?? {};
  return { address, algorithm: String(algorithm) };
}

async function makeLogoutToken(tools: Tools, delivery: Delivery, algorithm: string): Promise<string> {
  const { sub, sid } = delivery.content as unknown as EndedSession;
  const keys = await tools.keyring.opened(PROVIDER, oauthKeys);
  const key = keys.find((candidate) => candidate.algorithm === algorithm && candidate.state === 'current');
  if (!key) throw new Error(`There is no signing key for ${algorithm}`);
  const now = Math.floor(tools.clock().getTime() / 1000);
  return new SignJWT({ events: { [LOGOUT_EVENT]: {} }, sid })
    .setProtectedHeader({ alg: algorithm, typ: 'logout+jwt', kid: key.kid })
    .setIssuer(tools.config.publicUrl)
    .setAudience(delivery.target)
    .setSubject(sub)
    .setJti(newUuid())
    .setIssuedAt(now)
    .setExpirationTime(now + TOKEN_LIFE_S)
    .sign(await importJWK(key.privateJwk, algorithm));
}
