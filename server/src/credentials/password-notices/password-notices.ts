import { type SecurityPolicy, securityPolicy } from '#contract/security-policy.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { countWaitingMails } from '../../platform/mail/outbox.ts';
import { daysWords, momentWords } from '../../platform/mail/time-words.ts';
import type { Tools } from '../../platform/tools.ts';
import { findReceivers, type MailTo, queueMailsTo, type Receiver } from '../../tenant/notices/notices.ts';
import { readTenantPolicy } from '../../tenant/settings/tenant.ts';
import * as queries from './queries.ts';

const KIND = 'passwordExpiration';
const DAY = 86_400_000;
const BATCH = 500;
const MOST_WAITING = 2000;

/** When a policy sends notices; null if it sends none. */
export function noticeRule({ passwordPolicy, passwordExpirationPolicy }: SecurityPolicy) {
  const { expiresAfterDays } = passwordPolicy;
  const { noticeDaysBefore } = passwordExpirationPolicy;
  return expiresAfterDays === null || noticeDaysBefore === null ? null : { expiresAfterDays, noticeDaysBefore };
}

/** Progress in a tenant: more users after one, too many emails queued, or finished. */
export type Progress = { after: string | null; state: 'more' | 'full' | 'over' };

/**
 * Emails the next batch of users whose passwords are about to expire and stamps them in the same transaction, so that
 * each expiry is reported once even after a crash.
 */
export async function noticeBatch(tools: Tools, tx: Tx, after: string | null): Promise<Progress> {
  const stored = await readTenantPolicy(tx);
  const rule = stored && noticeRule(securityPolicy.parse(stored));
  if (!rule) return { after, state: 'over' };
  if ((await countWaitingMails(tx, KIND, MOST_WAITING)) >= MOST_WAITING) return { after, state: 'full' };
  const now = tools.clock();
  const due = await queries.holdDue(tx, rule, { after, most: BATCH, now });
  const expiries = new Map(due.map(({ user_uuid, expires_at }) => [user_uuid, expires_at]));
  const receivers = await findReceivers(tx, [...expiries.keys()]);
  const link = `${tools.config.publicUrl}/portal/account/change_password`;
  const mails = receivers.map((receiver): MailTo => {
    const expiresAt = expiries.get(receiver.uuid ?? '') ?? now;
    return { receiver, link, variables: (locale) => timesOf(locale, receiver, expiresAt, now) };
  });
  await queueMailsTo(tools, tx, mails, { kind: KIND, now });
  await queries.stampNoticed(tx, due);
  return { after: due.at(-1)?.user_uuid ?? after, state: due.length < BATCH ? 'over' : 'more' };
}

function timesOf(locale: string, { timezone }: Receiver, expiresAt: Date, now: Date) {
  const days = Math.max(1, Math.floor((expiresAt.getTime() - now.getTime()) / DAY));
  return {
    expiresAt: momentWords(locale, timezone, expiresAt),
    timeLeft: daysWords(locale, days),
  };
}
