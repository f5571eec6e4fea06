import { fail } from '#contract/errors.ts';
import type { OperatorToken } from '#contract/operator/tokens.ts';
import { hashSecret, newSecret } from '../../crypto/secret.ts';
import { type Database, PROVIDER } from '../../db/transaction.ts';
import { type Act, recordAct } from '../act.ts';
import type { Tools } from '../../tools.ts';
import * as queries from './queries.ts';

/** Lets scanners of published code recognise a lost token. */
const PREFIX = 'portico_operator_';
const TOKEN = /^portico_operator_([A-Za-z0-9_-]{43})$/;

/** The name of the operator token that is good now; null for anything else. Only its hash is looked up. */
export async function findTokenName(db: Database, token: string, now: Date): Promise<string | null> {
  const secret = TOKEN.exec(token)?.[1];
  if (!secret) return null;
  const row = await db.inTenant(PROVIDER, (tx) => queries.findOpenToken(tx, hashSecret(secret), now));
  return row?.name ?? null;
}

/**
 * Makes an operator token (scope `portal:operator`) and gives it, this once: stored is its hash.
 * Throws `duplicated_params_name` when an open token has the name.
 */
export async function createOperatorToken(
  { db }: Tools,
  act: Act,
  { name, days }: { name: string; days: number },
): Promise<OperatorToken & { token: string }> {
  const secret = newSecret();
  const row = {
    tenant_id: PROVIDER,
    token_hash: hashSecret(secret),
    name,
    created_at: act.now,
    expires_at: new Date(act.now.getTime() + days * 86_400_000),
  };
  await db.inTenant(PROVIDER, async (tx) => {
    if (await queries.hasOpenToken(tx, name, act.now)) throw fail('duplicated_params_name', { field: 'name' });
    await queries.insertToken(tx, row);
    await recordAct(tx, PROVIDER, act, { operation: 'create', targetType: 'operatorToken', targetId: name });
  });
  return { ...queries.toToken({ ...row, revoked_at: null }, act.now), token: PREFIX + secret };
}

/** Every operator token, the newest first, without secrets. */
export async function listOperatorTokens({ db }: Tools, now: Date): Promise<OperatorToken[]> {
  return (await db.inTenant(PROVIDER, queries.listTokens)).map((row) => queries.toToken(row, now));
}

/** Makes the open tokens of a name worthless. Throws `not_found` when there is none. */
export async function revokeOperatorToken({ db }: Tools, act: Act, name: string): Promise<void> {
  await db.inTenant(PROVIDER, async (tx) => {
    if ((await queries.revokeTokens(tx, name, act.now)) === 0) throw fail('not_found', { field: 'name' });
    await recordAct(tx, PROVIDER, act, { operation: 'delete', targetType: 'operatorToken', targetId: name });
  });
}
