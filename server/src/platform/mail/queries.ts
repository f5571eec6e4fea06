import { sql } from 'kysely';
import type pg from 'pg';
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

export type ClaimedMail = Pick<NewMailRow, 'tenant_id' | 'mail_id' | 'recipient' | 'locale' | 'sealed_content'> & {
  /** Number of attempts, including this one. */
  attempts: number;
};

/** Duration of a claim. A claim in use is renewed well before it ends. */
const CLAIM_SECONDS = 8;
export const RENEW_MILLIS = 2000;

/** Claims at most `batch` due emails of any tenant; marks those that a dead sender left as uncertain. */
export async function claimMails(pool: pg.Pool, batch: number, now: Date): Promise<ClaimedMail[]> {
  const answer = await pool.query<ClaimedMail>({
    name: 'mail_claim_for',
    text: 'select tenant_id, mail_id, recipient, locale, sealed_content, attempts from mail_claim_for($1, $2, $3)',
    values: [batch, now, CLAIM_SECONDS],
  });
  return answer.rows;
}

/** Renews a claim. */
export async function renewClaim(pool: pg.Pool, mail: ClaimedMail, now: Date): Promise<void> {
  await pool.query({
    name: 'mail_renew',
    text: 'select mail_renew($1, $2, $3)',
    values: [mail.tenant_id, mail.mail_id, new Date(now.getTime() + CLAIM_SECONDS * 1000)],
  });
}

export type Settlement =
  | { state: 'sent' }
  | { state: 'waiting'; nextAttemptAt: Date; error: string }
  | { state: 'failed' | 'uncertain'; error: string };

/** Ends a claim. If the claim has expired, the email stays uncertain unless it is known to be sent. */
export async function settleMail(pool: pg.Pool, mail: ClaimedMail, settlement: Settlement): Promise<void> {
  const nextAttemptAt = settlement.state === 'waiting' ? settlement.nextAttemptAt : null;
  const error = settlement.state === 'sent' ? null : settlement.error;
  await pool.query({
    name: 'mail_settle',
    text: 'select mail_settle($1, $2, $3, $4, $5)',
    values: [mail.tenant_id, mail.mail_id, settlement.state, nextAttemptAt, error],
  });
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

/** Cancels pending emails. Those that were sent or are being sent stay as they are. */
export async function takeBackMails(tx: Tx, mailIds: readonly (string | null)[]): Promise<void> {
  const known = mailIds.filter((mailId) => mailId !== null);
  if (known.length === 0) return;
  await sql`delete from mail_outbox where mail_id = any (${known}::uuid[]) and state = 'waiting'`.execute(tx);
}

/** Cancels every pending email to these users. */
export async function takeBackMailsTo(tx: Tx, userUuids: readonly string[]): Promise<void> {
  if (userUuids.length === 0) return;
  await sql`delete from mail_outbox where receiver_uuid = any (${userUuids}::uuid[]) and state = 'waiting'`.execute(tx);
}
