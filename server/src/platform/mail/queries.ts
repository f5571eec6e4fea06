import { sql } from 'kysely';
import type { MailState } from '#contract/mail-states.ts';
import type { Tx } from '../db/transaction.ts';

export type NewMailRow = {
  tenant_id: string;
  mail_id: string;
  receiver_uuid: string | null;
  recipient: string;
  kind: string;
  locale: string;
  sealed_content: Buffer;
  created_at: Date;
  next_attempt_at: Date;
};

export async function insertMails(tx: Tx, rows: readonly NewMailRow[]): Promise<void> {
  await tx.insertInto('mail_outbox').values(rows).execute();
}

/** Counts pending emails of a kind, up to `most`. */
export async function countWaitingMails(tx: Tx, kind: string, most: number): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::integer as waiting from (
      select from mail_outbox where state in ('waiting', 'sending') and kind = ${kind} limit ${most}) m`.execute(tx);
  return rows[0]?.waiting ?? 0;
}

/** State of an email of the outbox `o` as the API names it; null once the outbox has deleted it. */
export const mailState = sql<MailState | null>`case o.state when 'sending' then 'waiting' else o.state end`;

/** Cancels pending emails; returns which. Those that were sent or are being sent stay as they are. */
export async function takeBackMails(tx: Tx, mailIds: readonly (string | null)[]): Promise<string[]> {
  const known = mailIds.filter((mailId) => mailId !== null);
  if (known.length === 0) return [];
  const { rows } = await sql<{ mail_id: string }>`
    delete from mail_outbox where mail_id = any (${known}::uuid[]) and state = 'waiting' returning mail_id`.execute(tx);
  return rows.map(({ mail_id }) => mail_id);
}

/** Cancels every pending email to these users. */
export async function takeBackMailsTo(tx: Tx, userUuids: readonly string[]): Promise<void> {
  if (userUuids.length === 0) return;
  await sql`delete from mail_outbox where receiver_uuid = any (${userUuids}::uuid[]) and state = 'waiting'`.execute(tx);
}
