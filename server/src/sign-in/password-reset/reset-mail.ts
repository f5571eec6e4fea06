import { RESET_PASSWORD } from '../../credentials/one-time-codes/purposes.ts';
import { PASSWORD_RESET_SECONDS } from '#contract/limits.ts';
import { isTenantId } from '#contract/rules.ts';
import { findReceiver, findReceivers, type MailTo, queueMailsTo, queueMailTo } from '../../tenant/notices/notices.ts';
import { issueCode, issueCodes, revokeLinks } from '../../credentials/one-time-codes/one-time-codes.ts';
import { findAccountsOfAddress } from '../../platform/db/across-tenants.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Tools } from '../../platform/tools.ts';
import type { MailRequestInHand } from '../mail-requests/request.ts';
import * as queries from './queries.ts';

export { isResettable } from './queries.ts';

/** Kind of email for reset links that an administrator sends. */
export const RESET_BY_ADMINISTRATOR = 'passwordResetByAdministrator';

/**
 * Queues emails with reset links that an administrator asked for. The users are locked and may set a password. Earlier
 * links stop working. Returns mail IDs by user UUID.
 */
export async function mailResetLinks(
  tools: Tools,
  tx: Tx,
  { tenantId, uuids, now }: { tenantId: string; uuids: readonly string[]; now: Date },
): Promise<Map<string, string>> {
  await revokeLinks(tx, uuids, RESET_PASSWORD, now);
  const common = { tenantId, kind: 'exchange', purpose: RESET_PASSWORD, seconds: PASSWORD_RESET_SECONDS, now } as const;
  const codes = await issueCodes(
    tx,
    uuids.map((userUuid) => ({ ...common, userUuid, data: {} })),
  );
  const linkOf = new Map(uuids.map((uuid, at) => [uuid, resetLink(tools, codes[at] ?? '')]));
  const mails = (await findReceivers(tx, uuids)).map(
    (receiver): MailTo => ({ receiver, link: linkOf.get(receiver.uuid ?? '') ?? '' }),
  );
  return queueMailsTo(tools, tx, mails, { kind: RESET_BY_ADMINISTRATOR, now });
}

const resetLink = ({ config }: Tools, exchangeCode: string) =>
  `${config.publicUrl}/portal/reset-password.html?exchangeCode=${exchangeCode}`;

/**
 * Queues an email with a reset link for each account of the address, or for the one in the given tenant, and names the
 * tenant in it. Skips users who may not set a password by email (`queries.isResettable`).
 */
export async function queueResetMails(tools: Tools, _tx: Tx, request: MailRequestInHand): Promise<void> {
  for (const account of await findAccounts(tools, request)) {
    await tools.db.inTenant(account.tenantId, (tx) => queueResetMail(tools, tx, account, request.id));
  }
}

async function findAccounts(tools: Tools, { tenantId, mailAddress }: MailRequestInHand) {
  const key = mailAddress.toLowerCase();
  if (!tenantId) {
    const found = await findAccountsOfAddress(tools.db.pool, key);
    return found.map((account) => ({ tenantId: account.tenant_id, uuid: account.uuid }));
  }
  if (!isTenantId(tenantId)) return [];
  const uuid = await tools.db.inTenant(tenantId, (tx) => queries.findUserByMail(tx, key));
  return uuid ? [{ tenantId, uuid }] : [];
}

async function queueResetMail(
  tools: Tools,
  tx: Tx,
  { tenantId, uuid: userUuid }: { tenantId: string; uuid: string },
  requestId: string,
): Promise<void> {
  // A request repeated after a crash does not email users again.
  if (await queries.isRequestAnswered(tx, userUuid, requestId)) return;
  const now = tools.clock();
  if (!(await queries.isResettable(tx, userUuid, now))) return;
  const receiver = await findReceiver(tx, userUuid);
  if (!receiver) return;
  // Only the newest link works. A reset that already holds its temporary code continues: otherwise anybody could
  // interrupt it by requesting another email.
  await revokeLinks(tx, [userUuid], RESET_PASSWORD, now);
  const exchangeCode = await issueCode(tx, {
    tenantId,
    kind: 'exchange',
    purpose: RESET_PASSWORD,
    userUuid,
    data: { requestId },
    seconds: PASSWORD_RESET_SECONDS,
    now,
  });
  await queueMailTo(tools, tx, receiver, { kind: 'passwordReset', link: resetLink(tools, exchangeCode), now });
}
