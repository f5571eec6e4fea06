import type pg from 'pg';
import type { OauthRow, PrincipalRow } from './across-tenants.ts';

/**
 * The OAuth provider's questions across tenants (migrations/0003_oauth.sql, docs/decisions/0011-oauth-store.md): each one
 * prepared statement, each one round trip.
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

/** Keeps one artifact, or a new grant together with the first artifact made from it. */
export async function storeOauthArtifacts(pool: pg.Pool, artifact: Artifact, grant?: Artifact): Promise<void> {
  await (grant
    ? pool.query({
        name: 'oauth_store_two',
        text: `select ${storeCall(1)}, ${storeCall(11)}`,
        values: [...values(grant), ...values(artifact)],
      })
    : pool.query({ name: 'oauth_store', text: `select ${storeCall(1)}`, values: values(artifact) }));
}

/** Uses a refresh token up and keeps the next one, both or neither. True for the one caller that did. */
export async function rotateRefreshToken(pool: pg.Pool, oldIdHash: Buffer, next: Artifact): Promise<boolean> {
  const [tenantId, , idHash, payload, grantHash, userUuid, sessionId, clientId, , expiresAt] = values(next);
  const answer = await pool.query<{ won: boolean }>({
    name: 'oauth_rotate',
    text: 'select oauth_rotate($1, $2, $3, $4, $5, $6, $7, $8, $9) as won',
    values: [oldIdHash, tenantId, idHash, payload, grantHash, userUuid, sessionId, clientId, expiresAt],
  });
  return answer.rows[0]?.won === true;
}

export interface RefreshRow extends OauthRow, PrincipalRow {
  grant_payload: Record<string, unknown> | null;
  user_uuid: string;
}

/** A refresh token with its grant and the state of its user. */
export async function findRefreshToken(pool: pg.Pool, idHash: Buffer): Promise<RefreshRow | null> {
  const answer = await pool.query<RefreshRow>({
    name: 'oauth_find_refresh',
    text: 'select * from oauth_find_refresh($1)',
    values: [idHash],
  });
  return answer.rows[0] ?? null;
}

/** Writes a person's answer to a device code; true for the first answer. */
export async function answerDeviceCode(
  pool: pg.Pool,
  userCodeHash: Buffer,
  answer: {
    tenantId: string;
    userUuid: string;
    sessionId: string | null;
    grantHash: Buffer | null;
    payload: Record<string, unknown>;
  },
): Promise<boolean> {
  const result = await pool.query<{ won: boolean }>({
    name: 'oauth_answer_device',
    text: 'select oauth_answer_device($1, $2, $3, $4, $5, $6) as won',
    values: [
      userCodeHash,
      answer.tenantId,
      answer.userUuid,
      answer.sessionId,
      answer.grantHash,
      JSON.stringify(answer.payload),
    ],
  });
  return result.rows[0]?.won === true;
}
