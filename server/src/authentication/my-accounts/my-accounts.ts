import { fail } from '#contract/errors.ts';
import { securityPolicy } from '#contract/security-policy.ts';
import type { ProvenAccount } from '../../db/schema.ts';
import type { Caller } from '../../http/session.ts';
import type { Tools } from '../../tools.ts';
import { PORTAL_CLIENT } from '../oauth-provider/paths.ts';
import { issueCode } from '../one-time-codes/one-time-codes.ts';
import { isStillProven } from '../sessions/proven.ts';
import { findAccountBrief, readProvenAccounts, setDefaultLogin } from './queries.ts';

const TICKET_SECONDS = 60;

/** The accounts whose password matched at this sign-in. An equal mail address alone proves nothing (decision 0004). */
async function provenAccounts(tools: Tools, { tenantId, sessionId }: Caller): Promise<ProvenAccount[]> {
  return sessionId ? tools.db.inTenant(tenantId, (tx) => readProvenAccounts(tx, sessionId)) : [];
}

/**
 * One account that may still be switched to; null once its password was changed, it was signed out everywhere, or its
 * tenant offers its accounts to nobody (`userSelect`).
 */
async function findProven(tools: Tools, key: ProvenAccount) {
  const account = await tools.db.inTenant(key.tenantId, (tx) => findAccountBrief(tx, key.uuid));
  if (!account || !isStillProven(account, key)) return null;
  return securityPolicy.parse(account.security_policy).loginPolicy.userSelect ? account : null;
}

/** The account of the call and the other proven ones, as they are now. */
async function switchable(tools: Tools, caller: Caller) {
  const others = (await provenAccounts(tools, caller)).filter(({ uuid }) => uuid !== caller.uuid);
  const found = await Promise.all([
    tools.db.inTenant(caller.tenantId, (tx) => findAccountBrief(tx, caller.uuid)),
    ...others.map((key) => findProven(tools, key)),
  ]);
  return found.filter((account) => account !== null);
}

/** What the account switch offers; accounts that have gone or may not sign in are left out. */
export async function listMyAccounts(tools: Tools, caller: Caller) {
  const results = (await switchable(tools, caller)).map((account) => ({
    tenantId: account.tenant_id,
    tenantName: account.tenant_name,
    userId: account.user_id,
    uuid: account.uuid,
    isCurrent: account.uuid === caller.uuid,
    isDefault: account.default_login,
  }));
  return { results, totalResults: results.length, itemsPerPage: 500 };
}

/** Makes one of the proven accounts the default of the address, or none. Throws `account_not_exist`. */
export async function setDefaultTenant(
  tools: Tools,
  caller: Caller,
  tenantId: string | null,
  audit: () => Promise<void>,
): Promise<void> {
  const accounts = await switchable(tools, caller);
  if (tenantId !== null && !accounts.some((account) => account.tenant_id === tenantId)) throw fail('account_not_exist');
  for (const { tenant_id, uuid } of accounts) {
    await tools.db.inTenant(tenant_id, (tx) => setDefaultLogin(tx, uuid, tenant_id === tenantId));
  }
  await audit();
}

/**
 * A ticket for a proven account: 60 s, once. It opens a whole session, so only the portal's own pages may ask, within
 * one: a token of another client, or one that outlives its session, would gain by it. Throws `account_not_exist`,
 * `forbidden`.
 */
export async function issueTicket(
  tools: Tools,
  caller: Caller,
  tenantId: string,
  now: Date,
): Promise<{ ticket: string }> {
  if (caller.clientId !== PORTAL_CLIENT || caller.sessionId === null) throw fail('forbidden');
  const keys = await provenAccounts(tools, caller);
  const target = keys.find((key) => key.tenantId === tenantId);
  if (!target || !(await findProven(tools, target))) throw fail('account_not_exist');
  const ticket = await tools.db.inTenant(target.tenantId, (tx) =>
    issueCode(tx, {
      tenantId: target.tenantId,
      kind: 'ticket',
      purpose: 'openAccount',
      userUuid: target.uuid,
      data: { provenAccounts: keys },
      seconds: TICKET_SECONDS,
      now,
    }),
  );
  return { ticket };
}
