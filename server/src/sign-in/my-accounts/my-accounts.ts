import { personActor } from '#contract/principals.ts';
import { fail } from '#contract/errors.ts';
import { ACCOUNTS_COUNT } from '#contract/limits.ts';
import { securityPolicy } from '#contract/security-policy.ts';
import { fromCall, writeOperation } from '../../platform/events/write.ts';
import type { ProvenAccount } from '../../platform/db/schema.ts';
import type { ClientInfo } from '../../platform/http/client-info.ts';
import type { Caller } from '../../platform/http/session.ts';
import type { Tools } from '../../platform/tools.ts';
import { issueCode } from '../../credentials/one-time-codes/one-time-codes.ts';
import { isStillProven } from '../sessions/proven.ts';
import { findAccountBrief, readProvenAccounts, setDefaultLogin } from './queries.ts';

const TICKET_SECONDS = 60;

/**
 * The accounts whose password matched in this sign-in. An equal email address alone proves nothing
 * (docs/decisions/0003).
 */
async function provenAccounts(tools: Tools, { tenantId, sessionId }: Caller): Promise<ProvenAccount[]> {
  return sessionId ? tools.db.inTenant(tenantId, (tx) => readProvenAccounts(tx, sessionId)) : [];
}

/**
 * An account that can still be switched to; null if its password was changed, it was signed out everywhere, or its
 * tenant does not offer its accounts for selection (`userSelect`).
 */
async function findProven(tools: Tools, key: ProvenAccount) {
  const account = await tools.db.inTenant(key.tenantId, (tx) => findAccountBrief(tx, key.uuid));
  if (!account || !isStillProven(account, key)) return null;
  return securityPolicy.parse(account.security_policy).loginPolicy.userSelect ? account : null;
}

/** The current account and the other verified ones, in their current state. */
async function switchable(tools: Tools, caller: Caller) {
  const others = (await provenAccounts(tools, caller)).filter(({ uuid }) => uuid !== caller.uuid);
  const found = await Promise.all([
    tools.db.inTenant(caller.tenantId, (tx) => findAccountBrief(tx, caller.uuid)),
    ...others.map((key) => findProven(tools, key)),
  ]);
  return found.filter((account) => account !== null);
}

/** The accounts in the account switcher, without those that are gone or may not sign in. */
export async function listMyAccounts(tools: Tools, caller: Caller) {
  const results = (await switchable(tools, caller)).map((account) => ({
    tenantId: account.tenant_id,
    tenantName: account.tenant_name,
    userId: account.user_id,
    uuid: account.uuid,
    isCurrent: account.uuid === caller.uuid,
    isDefault: account.default_login,
  }));
  return { results, totalResults: results.length, itemsPerPage: ACCOUNTS_COUNT };
}

/**
 * Makes one of the verified accounts the default of the address, or none: all accounts are updated or none, each with a
 * log row in its own tenant that names no other tenant. Throws `account_not_exist`.
 */
export async function setDefaultTenant(
  tools: Tools,
  caller: Caller,
  tenantId: string | null,
  act: { action: string; client: ClientInfo; now: Date },
): Promise<void> {
  const accounts = new Map((await switchable(tools, caller)).map((account) => [account.tenant_id, account]));
  if (tenantId !== null && !accounts.has(tenantId)) throw fail('account_not_exist');
  const { action, client, now } = act;
  await tools.db.inEachTenant([...accounts.keys()], async (tx, id) => {
    const account = accounts.get(id);
    if (!account || !(await setDefaultLogin(tx, account.uuid, id === tenantId))) return;
    const [before, after] = id === tenantId ? [null, id] : [id, null];
    await writeOperation(tx, {
      ...{ tenantId: id, at: now, operation: 'update', action },
      actor: personActor(account.uuid, account.user_id),
      ...{ type: 'user.defaultTenantChosen', targetId: account.uuid, changes: { defaultTenant: { before, after } } },
      ...fromCall(client),
    });
  });
}

/**
 * Issues a ticket for a verified account: valid for 60 s, once. It opens a full session, so only the portal's own pages
 * may ask, within one (enforced by the route): another client's token would gain access by it. Throws
 * `account_not_exist`.
 */
export async function issueTicket(
  tools: Tools,
  caller: Caller,
  tenantId: string,
  now: Date,
): Promise<{ ticket: string }> {
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
