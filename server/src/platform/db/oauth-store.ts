import { CompiledQuery, sql } from 'kysely';
import type pg from 'pg';
import type { OauthRow, PrincipalRow } from './across-tenants.ts';
import type { Tx } from './transaction.ts';

/**
 * Queries of the OAuth provider across tenants (migrations/0003_oauth.sql, docs/decisions/0010): each is one prepared
 * statement and one round trip.
 */

export interface Artifact {
  tenantId: string;
  model: string;
  idHash: Buffer;
  payload: Record<string, unknown>;
  grantHash: Buffer | null;
  userUuid: string | null;
  sessionId: string | null;
  clientId: string | null;
  userCodeHash: Buffer | null;
  expiresAt: Date;
}

const values = (a: Artifact) => [
  a.tenantId,
  a.model,
  a.idHash,
  JSON.stringify(a.payload),
  a.grantHash,
  a.userUuid,
  a.sessionId,
  a.clientId,
  a.userCodeHash,
  a.expiresAt,
];

const storeCall = (from: number) =>
  `oauth_store(${Array.from({ length: 10 }, (_, index) => `$${from + index}`).join(', ')})`;

/** Stores one artifact, or a new grant with its first artifact: in one message, or inside the caller's transaction. */
export async function storeOauthArtifacts(on: pg.Pool | Tx, artifact: Artifact, grant?: Artifact): Promise<void> {
  const question = grant
    ? {
        name: 'oauth_store_two',
        text: `select ${storeCall(1)}, ${storeCall(11)}`,
        values: [...values(grant), ...values(artifact)],
      }
    : { name: 'oauth_store', text: `select ${storeCall(1)}`, values: values(artifact) };
  await ('executeQuery' in on
    ? on.executeQuery(CompiledQuery.raw(question.text, question.values))
    : on.query(question));
}

/**
 * Consumes a refresh token and stores its successor, both or neither: `first`. `again`: it was consumed a moment ago, and
 * its successor, which `next` is once more, has not been used. `ended`: neither.
 */
export async function rotateRefreshToken(
  pool: pg.Pool,
  oldIdHash: Buffer,
  next: Artifact,
): Promise<'first' | 'again' | 'ended'> {
  const [tenantId, , idHash, payload, grantHash, userUuid, sessionId, clientId, , expiresAt] = values(next);
  const answer = await pool.query<{ use: 'first' | 'again' | 'ended' }>({
    name: 'oauth_rotate_with_grace',
    text: 'select oauth_rotate_with_grace($1, $2, $3, $4, $5, $6, $7, $8, $9) as use',
    values: [oldIdHash, tenantId, idHash, payload, grantHash, userUuid, sessionId, clientId, expiresAt],
  });
  return answer.rows[0]?.use ?? 'ended';
}

export interface RefreshRow extends OauthRow, PrincipalRow {
  grant_payload: Record<string, unknown> | null;
  user_uuid: string;
}

/** A refresh token with its grant and the state of its user. */
export async function findRefreshToken(pool: pg.Pool, idHash: Buffer): Promise<RefreshRow | null> {
  const answer = await pool.query<RefreshRow>({
    name: 'oauth_find_refresh_of_app',
    text: 'select * from oauth_find_refresh_of_app($1)',
    values: [idHash],
  });
  return answer.rows[0] ?? null;
}

/** Stores a user's answer to a device code; true for the first answer only. */
export async function answerDeviceCode(
  tx: Tx,
  userCodeHash: Buffer,
  answer: {
    tenantId: string;
    userUuid: string;
    sessionId: string | null;
    grantHash: Buffer | null;
    payload: Record<string, unknown>;
  },
): Promise<boolean> {
  const { tenantId, userUuid, sessionId, grantHash, payload } = answer;
  const { rows } = await sql<{ won: boolean }>`
    select oauth_answer_device(${userCodeHash}, ${tenantId}, ${userUuid}, ${sessionId}, ${grantHash},
      ${JSON.stringify(payload)}) as won`.execute(tx);
  return rows[0]?.won === true;
}
