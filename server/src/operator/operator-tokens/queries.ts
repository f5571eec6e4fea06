import type { OperatorToken } from '#contract/operator/tokens.ts';
import type { Tx } from '../../platform/db/transaction.ts';

export interface TokenRow {
  name: string;
  scopes: string[];
  created_at: Date;
  expires_at: Date;
  revoked_at: Date | null;
}

const columns = ['name', 'scopes', 'created_at', 'expires_at', 'revoked_at'] as const;

function stateOf(row: TokenRow, now: Date): OperatorToken['state'] {
  if (row.revoked_at) return 'revoked';
  return row.expires_at > now ? 'active' : 'expired';
}

export const toToken = (row: TokenRow, now: Date): OperatorToken => ({
  name: row.name,
  state: stateOf(row, now),
  scopes: row.scopes,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
});

export async function findOpenToken(tx: Tx, tokenHash: Buffer, now: Date): Promise<TokenRow | null> {
  const row = await tx
    .selectFrom('operator_tokens')
    .select(columns)
    .where('token_hash', '=', tokenHash)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row ?? null;
}

export async function listTokens(tx: Tx): Promise<TokenRow[]> {
  return tx.selectFrom('operator_tokens').select(columns).orderBy('created_at', 'desc').limit(500).execute();
}

export async function hasOpenToken(tx: Tx, name: string, now: Date): Promise<boolean> {
  const row = await tx
    .selectFrom('operator_tokens')
    .select('name')
    .where('name', '=', name)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertToken(
  tx: Tx,
  row: { tenant_id: string; token_hash: Buffer; name: string; scopes: string[]; created_at: Date; expires_at: Date },
): Promise<void> {
  await tx.insertInto('operator_tokens').values(row).execute();
}

/** How many open tokens of the name there were. */
export async function revokeTokens(tx: Tx, name: string, now: Date): Promise<number> {
  const revoked = await tx
    .updateTable('operator_tokens')
    .set({ revoked_at: now })
    .where('name', '=', name)
    .where('revoked_at', 'is', null)
    .returning('name')
    .execute();
  return revoked.length;
}
