import { fail } from '#contract/errors.ts';
import type { OpenidKind } from '#contract/federation/openid-values.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Caller } from '../../platform/http/session.ts';
import { wholePage } from '../../platform/http/whole-page.ts';
import { isPasswordOpen, isProviderOpenTo } from '#contract/sign-in/login-ways.ts';
import { holdOwnRow } from '../../credentials/own-row.ts';
import { readWays } from '../linking/open-ways.ts';
import * as queries from './queries.ts';

/** The caller's linked accounts. */
export async function listExternalAccounts(tx: Tx, caller: Caller) {
  const rows = await queries.listAccounts(tx, caller.uuid);
  const results = rows.map((row) => ({
    uuid: row.uuid,
    type: row.saml_id === null ? (row.kind as OpenidKind | null) : ('saml' as const),
    opId: row.op_id,
    displayName: row.display_name,
    createdAt: row.created_at.toISOString(),
  }));
  return wholePage(results);
}

/**
 * Unlinks an account, unless it is the last way to sign in that the policy opens to its user. Returns its provider, by ID and as
 * shown.
 * Throws `not_found`, `last_login_method`.
 */
export async function unlinkExternalAccount(
  tx: Tx,
  { uuid: userUuid }: Caller,
  uuid: string,
): Promise<{ opId: string; provider: string }> {
  await holdOwnRow(tx, userUuid);
  const linked = await queries.listAccounts(tx, userUuid);
  const account = linked.find((candidate) => candidate.uuid === uuid);
  if (!account) throw fail('not_found');
  const [policy, roles] = [await readWays(tx), await queries.rolesOf(tx, userUuid)];
  const isOpen = (one: Account) => isWay(one) && isProviderOpenTo(policy, { type: typeOf(one), id: one.op_id }, roles);
  const hasPassword = isPasswordOpen(policy, roles) && (await queries.isPasswordAssigned(tx, userUuid));
  const others = linked.filter((other) => other !== account && other.is_enabled && isOpen(other));
  if (isOpen(account) && others.length === 0 && !hasPassword) throw fail('last_login_method');
  await queries.deleteAccount(tx, userUuid, uuid);
  return { opId: account.op_id, provider: account.display_name || account.op_id };
}

type Account = Awaited<ReturnType<typeof queries.listAccounts>>[number];

/** A link may come back from the bin after its connection was deleted: nobody signs in with it any more. */
const isWay = ({ kind, saml_id: samlId }: Account) => kind !== null || samlId !== null;
const typeOf = ({ kind }: Account) => (kind === null ? 'saml' : (kind as OpenidKind));
