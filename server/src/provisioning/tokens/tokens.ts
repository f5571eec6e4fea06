import { fail } from '#contract/errors.ts';
import type { createManagementToken, ManagementToken } from '#contract/provisioning/management-tokens.ts';
import { MAX_LOG_TOKENS, MAX_TOKENS_OF_SOURCE } from '#contract/provisioning/values.ts';
import type { BodyOf } from '#contract/route.ts';
import { type TokenScope, tokenScopes } from '#contract/token-scopes.ts';
import { hashSecret, newSecret } from '../../platform/crypto/secret.ts';
import { isUuid, newUuid } from '../../platform/crypto/uuid.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Caller } from '../../platform/http/session.ts';
import { holdSource } from '../sources/sources.ts';
import * as queries from './queries.ts';

function stateOf({ revoked_at, expires_at }: queries.TokenRow, now: Date): ManagementToken['state'] {
  if (revoked_at) return 'revoked';
  return expires_at > now ? 'active' : 'expired';
}

const toToken = (row: queries.TokenRow, now: Date): ManagementToken => ({
  ...{ id: row.uuid, name: row.name, state: stateOf(row, now), createdBy: row.created_by_user_id },
  scopes: tokenScopes.filter((scope) => row.scopes.includes(scope)),
  source: row.source_uuid === null ? null : { uuid: row.source_uuid, displayName: row.source_name ?? '' },
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  lastUsedAddress: row.last_used_address,
});

/** The tokens of the transaction's tenant, newest first. */
export const listTokens = async (tx: Tx, now: Date): Promise<ManagementToken[]> =>
  (await queries.listTokens(tx)).map((row) => toToken(row, now));

/**
 * Makes a token and gives it, this once: stored is its hash. Throws `forbidden` if the maker may not do what it allows,
 * `not_found` for an unknown source, `conflict` if the source has too many.
 */
export async function createToken(
  tx: Tx,
  caller: Caller,
  { name, scopes, sourceUuid, days }: BodyOf<typeof createManagementToken>,
  now: Date,
): Promise<ManagementToken & { token: string }> {
  for (const right of scopes.flatMap((scope) => allowedBy[scope]))
    if (!caller.permissions.has(right)) throw fail('forbidden');
  const source = sourceUuid === undefined ? null : await holdSource(tx, sourceUuid);
  const open = await queries.countOpen(tx, source?.uuid ?? null, now);
  if (open >= (source ? MAX_TOKENS_OF_SOURCE : MAX_LOG_TOKENS)) throw fail('conflict');
  const [uuid, secret] = [newUuid(), newSecret()];
  await queries.insertToken(tx, {
    ...{
      tenant_id: caller.tenantId,
      uuid,
      token_hash: hashSecret(secret),
      name,
      scopes,
      source_uuid: source?.uuid ?? null,
    },
    ...{ created_by: caller.uuid, created_by_user_id: caller.userId, created_at: now },
    expires_at: new Date(now.getTime() + days * 86_400_000),
  });
  const row = await queries.findToken(tx, uuid);
  if (!row) throw new Error('a token was not stored');
  return { ...toToken(row, now), token: `${caller.tenantId}.${secret}` };
}

/** What a scope lets a token do; its maker must be allowed the same. */
const allowedBy = { scim: ['users:read', 'users:write'], logs: ['logs:read'] } as const satisfies Record<
  TokenScope,
  readonly string[]
>;

/** Ends a token; every process asks the database at each call. Throws `not_found`. */
export async function revokeToken(tx: Tx, id: string, now: Date): Promise<string> {
  const name = isUuid(id) ? await queries.revokeToken(tx, id, now) : null;
  if (name === null) throw fail('not_found');
  return name;
}
