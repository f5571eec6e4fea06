import { fail } from '#contract/errors.ts';
import { type OperatorScope, operatorScopes } from '#contract/principals.ts';
import type { NewToken, OperatorToken } from '#contract/operator/tokens.ts';
import { hashSecret, newSecret } from '../../platform/crypto/secret.ts';
import { type Database, PROVIDER, type Tx } from '../../platform/db/transaction.ts';
import type { Acting } from '../../platform/http/acting.ts';
import type { Tools } from '../../platform/tools.ts';
import * as queries from './queries.ts';

/** Lets scanners of published code recognise a lost token. */
export const OPERATOR_TOKEN_PREFIX = 'portico_operator_';
const TOKEN = /^portico_operator_([A-Za-z0-9_-]{43})$/;

/** An operator token that is good now. */
export interface OpenToken {
  name: string;
  scopes: OperatorScope[];
}

/** The operator token that is good now; null for anything else. Only its hash is looked up. */
export async function findOpenToken(db: Database, token: string, now: Date): Promise<OpenToken | null> {
  const secret = TOKEN.exec(token)?.[1];
  if (!secret) return null;
  const row = await db.inTenant(PROVIDER, (tx) => queries.findOpenToken(tx, hashSecret(secret), now));
  return row && { name: row.name, scopes: operatorScopes.filter((scope) => row.scopes.includes(scope)) };
}

/**
 * Makes an operator token and gives it, this once: stored is its hash.
 * Throws `duplicated_params_name` when an open token has the name.
 */
export async function createOperatorToken(
  { db }: Tools,
  act: Acting,
  { name, days, scopes }: NewToken,
): Promise<OperatorToken & { token: string }> {
  const secret = newSecret();
  const row = {
    tenant_id: PROVIDER,
    token_hash: hashSecret(secret),
    name,
    scopes,
    created_at: act.now,
    expires_at: new Date(act.now.getTime() + days * 86_400_000),
  };
  await db.inTenant(PROVIDER, async (tx) => {
    if (await queries.hasOpenToken(tx, name, act.now)) throw fail('duplicated_params_name', { field: 'name' });
    await queries.insertToken(tx, row);
    const changes = { scopes: { after: scopes } };
    await act.audit(
      tx,
      { type: 'operatorToken.issued', targetId: name, changes },
      { tenantId: PROVIDER, operation: 'create' },
    );
  });
  return { ...queries.toToken({ ...row, revoked_at: null }, act.now), token: OPERATOR_TOKEN_PREFIX + secret };
}

/** Every operator token, the newest first, without secrets. */
export async function listOperatorTokens(tx: Tx, now: Date): Promise<OperatorToken[]> {
  return (await queries.listTokens(tx)).map((row) => queries.toToken(row, now));
}

/** Makes the open tokens of a name worthless. Throws `not_found` when there is none. */
export async function revokeOperatorToken(tx: Tx, act: Acting, name: string): Promise<void> {
  if ((await queries.revokeTokens(tx, name, act.now)) === 0) throw fail('not_found', { field: 'name' });
  await act.audit(tx, { type: 'operatorToken.revoked', targetId: name }, { tenantId: PROVIDER, operation: 'delete' });
}
