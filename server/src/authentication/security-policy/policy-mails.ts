import type { listPolicyMails } from '#contract/authentication/security-policy.ts';
import type { AnswerOf, QueryOf } from '#contract/route.ts';
import type { Tx } from '../../db/transaction.ts';
import { pageOfNewest, readCursor } from '../../portal/newest-first.ts';
import type { Tools } from '../../tools.ts';
import { findAdministrators, type MailTo, queueMailsTo } from '../notices/notices.ts';
import * as queries from './mail-queries.ts';

const KIND = 'policyChanged';
const COUNTED = 10_000;

export interface SavedVersion {
  tenantId: string;
  version: number;
  /** How many fields it changed. */
  changed: number;
  operator: { uuid: string; userId: string };
  now: Date;
}

/** Mails the active administrators, whoever saved it among them, that the policy was changed; notes who was told. */
export async function tellAdministrators(tools: Tools, tx: Tx, saved: SavedVersion): Promise<void> {
  const { version, operator, changed, now } = saved;
  const receivers = await findAdministrators(tx);
  const link = `${tools.config.publicUrl}/portal/tenant/policy-history`;
  const mails = receivers.map((receiver): MailTo => {
    const time = (locale: string) =>
      new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'long', timeZone: receiver.timezone }).format(
        now,
      );
    return {
      receiver,
      link,
      variables: (locale) => ({ version, operator: operator.userId, count: changed, time: time(locale) }),
    };
  });
  const mailIds = await queueMailsTo(tools, tx, mails, { kind: KIND, now });
  await queries.noteMails(tx, saved, receivers, mailIds);
}

/** Who was mailed of which version, newest first. */
export async function listMails(
  tx: Tx,
  { cursor, count }: QueryOf<typeof listPolicyMails>,
): Promise<AnswerOf<typeof listPolicyMails>> {
  const place = readCursor(cursor);
  const rows = await queries.listMails(tx, place, count + 1);
  const { shown, cursors } = pageOfNewest(rows, place, count);
  const total = await queries.countMails(tx, COUNTED + 1);
  return {
    results: shown.map((row) => ({
      uuid: row.uuid,
      version: row.version,
      userId: row.receiver_user_id,
      mailAddress: row.mail_address,
      queuedAt: row.queued_at.toISOString(),
      state: row.state,
    })),
    ...cursors,
    totalResults: Math.min(total, COUNTED),
    ...(total > COUNTED && { totalIsEstimate: true }),
    itemsPerPage: count,
  };
}
