import { fail } from '#contract/errors.ts';
import { EXACT_TOTAL } from '#contract/limits.ts';
import type {
  cancelRegistrationMails,
  RegistrationMail,
  RegistrationMailCondition,
  searchRegistrationMails,
} from '#contract/joining/registration-mails.ts';
import type { BodyOf } from '#contract/route.ts';
import { cancelInvitations } from '../registration/registration.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { AuditEntry } from '../../platform/http/serve.ts';
import { pageOfNewest, readCursor } from '../../platform/db/newest-first.ts';
import * as queries from './queries.ts';

/** Registration emails with their states, newest first. */
export async function searchMails(tx: Tx, body: BodyOf<typeof searchRegistrationMails>, now: Date) {
  const { cursor, count, ...condition } = body;
  const asked = { ...condition, now };
  const place = readCursor(cursor);
  const rows = await queries.listRegistrationMails(tx, { ...asked, place, count: count + 1 });
  const total = await queries.countRegistrationMails(tx, asked, EXACT_TOTAL + 1);
  const { shown, cursors } = pageOfNewest(rows, place, count);
  return {
    results: shown.map(toMail),
    totalResults: Math.min(total, EXACT_TOTAL),
    ...(total > EXACT_TOTAL && { totalIsEstimate: true }),
    itemsPerPage: count,
    ...cursors,
  };
}

const toMail = (row: queries.RegistrationMailRow): RegistrationMail => ({
  uuid: row.uuid,
  userId: row.user_id,
  familyName: row.family_name,
  givenName: row.given_name,
  mailAddress: row.mail_address,
  state: row.state,
  mailState: row.mail_state,
  sentAt: row.sent_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  openedAt: row.opened_at?.toISOString() ?? null,
  completedAt: row.completed_at?.toISOString() ?? null,
});

/** All matching emails. Throws `conflict` unless their number is the one the administrator was shown. */
export async function matchingMails(
  tx: Tx,
  condition: RegistrationMailCondition,
  shown: number,
  now: Date,
): Promise<{ uuid: string; user_uuid: string }[]> {
  const found = await queries.findMails(tx, { ...condition, now }, EXACT_TOTAL + 1);
  if (found.length !== shown) throw fail('conflict', { field: 'expectedCount' });
  return found;
}

/**
 * Revokes links of emails, including those opened and not yet used to register. Throws `conflict` (`matchingMails`).
 */
export async function cancelMails(
  tx: Tx,
  { uuids, condition = {}, expectedCount = 0 }: BodyOf<typeof cancelRegistrationMails>,
  now: Date,
  audit: (tx: Tx, entries: readonly AuditEntry[]) => Promise<void>,
): Promise<{ cancelled: number }> {
  const chosen = uuids ?? (await matchingMails(tx, condition, expectedCount, now)).map(({ uuid }) => uuid);
  await queries.holdUsers(tx, chosen);
  const gone = await queries.cancelMails(tx, chosen, now);
  const users = gone.map(({ user_uuid }) => user_uuid);
  await cancelInvitations(tx, users, now);
  const entries = gone.map(({ user_uuid: targetId, mail_address: before }) => ({
    targetId,
    changes: { invitation: { before } },
  }));
  await audit(tx, entries);
  return { cancelled: gone.length };
}
