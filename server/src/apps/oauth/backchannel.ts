import { SYSTEM } from '#contract/principals.ts';
import { importJWK, SignJWT } from 'jose';
import { sql } from 'kysely';
import { FROM_NO_CALL, writeOperation } from '../../platform/audit/operation-log.ts';
import { newUuid } from '../../platform/crypto/uuid.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Delivery } from '../../platform/deliver/outbox.ts';
import { type Kind, UNTIL_GIVEN_UP } from '../../platform/deliver/worker.ts';
import { OutgoingError } from '../../platform/net/outgoing.ts';
import type { Tools } from '../../platform/tools.ts';
import { loadPrivateKeys } from './keys.ts';

const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const TOKEN_LIFE_S = 120;
const DAY_MS = 86_400_000;

/** What the database notes when a session ends (migrations/0075_deliveries.sql). */
interface EndedSession {
  sub: string;
  sid: string;
}

/** Back-channel logouts as a kind of delivery: a repeated one is harmless. */
export const logoutKind = (tools: Tools): Kind => ({
  atOnce: 20,
  pauses: UNTIL_GIVEN_UP,
  send: createLogoutSender(tools),
  giveUp: reportLostLogout(tools.clock),
});

/**
 * Tells a relying party that a session has ended (OpenID Connect Back-Channel Logout 1.0 sections 2.4 to 2.8). The token
 * is made now, so that its times are fresh however late it is sent; 200 and 204 say that it was accepted, 400 that it
 * never will be. Suspended tenants and disabled clients are told too: their people's sessions at the relying party go on.
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
 * Tells the administrators in the system log that an app cannot be told of sign-outs: a row with the status `error`, once
 * a day for each app, however many did not arrive. An app that has no address any more is none of these.
 */
function reportLostLogout(clock: () => Date): NonNullable<Kind['giveUp']> {
  return async (tx, { tenant_id: tenantId, target }, error) => {
    if (error === 'noAddress') return;
    const at = clock();
    const row = { tenantId, at, operation: 'update', action: 'system logout delivery' } as const;
    if (await wasReported(tx, target, row.action, new Date(at.getTime() - DAY_MS))) return;
    await writeOperation(tx, {
      ...{ ...row, actor: SYSTEM, ...FROM_NO_CALL },
      ...{ targetType: 'oauthClient', targetId: target, status: 'error', errorId: 'logout_not_delivered' },
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

/** The address as it is now: one that was mended is used by what waits. Null where the client or its address is gone. */
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
  const keys = await loadPrivateKeys(tools.db, tools.sealer, tools.clock());
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
