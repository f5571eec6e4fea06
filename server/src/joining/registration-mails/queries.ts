import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { MailState } from '#contract/mail-states.ts';
import type { RegistrationMailCondition } from '#contract/joining/registration-mails.ts';
import type { RegistrationMailState } from '#contract/joining/send-types.ts';
import { toLower } from '#contract/text-forms.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { mailState, takeBackMails } from '../../platform/mail/outbox.ts';
import type { Place } from '../../platform/db/newest-first.ts';

export interface RegistrationMailRow {
  uuid: string;
  user_id: string;
  family_name: string;
  given_name: string;
  mail_address: string;
  state: RegistrationMailState;
  mail_state: MailState | null;
  sent_at: Date;
  expires_at: Date;
  opened_at: Date | null;
  completed_at: Date | null;
}

export type Asked = RegistrationMailCondition & { now: Date };

/** For users deactivated or registered in another way, the link counts as cancelled. */
const stateOf = (now: Date) => sql<RegistrationMailState>`case
  when m.completed_at is not null then 'completed'
  when m.ended_reason is not null then m.ended_reason
  when m.expires_at <= ${now} then 'expired'
  when u.status <> 'registering' then 'cancelled'
  when m.opened_at is not null then 'opened'
  else 'pending' end`;

/** The same of pending ones, in words whose share of all emails the planner knows. */
const isPending = (
  now: Date,
) => sql<SqlBool>`m.completed_at is null and m.ended_reason is null and m.expires_at > ${now}
  and u.status = 'registering' and m.opened_at is null`;

function isIn(state: NonNullable<Asked['state']>, now: Date): RawBuilder<SqlBool>[] {
  if (state === 'pending') return [isPending(now)];
  if (state === 'undelivered') return [isPending(now), sql`o.state in ('failed', 'uncertain')`];
  return [sql`${stateOf(now)} = ${state}`];
}

/** States that allow the partial index of open emails to be used. */
const openStates: readonly Asked['state'][] = ['pending', 'opened', 'expired', 'undelivered'];

function conditionOf({ state, keyword, sendId, now }: Asked): RawBuilder<SqlBool> {
  const needle = toLower(keyword?.trim() ?? '');
  const parts = [
    ...(state ? isIn(state, now) : []),
    ...(openStates.includes(state) ? [sql`m.completed_at is null and m.ended_at is null`] : []),
    ...(sendId ? [sql`m.run_uuid = ${sendId}`] : []),
    ...(needle ? [sql`(strpos(lower(m.mail_address), ${needle}) > 0 or strpos(u.user_id_key, ${needle}) > 0)`] : []),
  ];
  return parts.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(parts, sql` and `)}`;
}

/** The outbox is joined by its receiver too: emails that did not arrive are few, and lead by that to those of their user. */
const from = sql`registration_mails m join users u on u.tenant_id = m.tenant_id and u.uuid = m.user_uuid
  left join mail_outbox o on o.tenant_id = m.tenant_id and o.mail_id = m.mail_id and o.receiver_uuid = m.user_uuid`;

/** Registration emails, newest first, after a position; backwards from it, oldest first. */
export async function listRegistrationMails(
  tx: Tx,
  asked: Asked & { place: Place | null; count: number },
): Promise<RegistrationMailRow[]> {
  const { place: start, count } = asked;
  const behind = start ? sql`m.uuid ${sql.raw(start.back ? '>' : '<')} ${start.uuid}` : sql`true`;
  const way = sql.raw(start?.back ? 'asc' : 'desc');
  const { rows } = await sql<RegistrationMailRow>`
    select m.uuid, u.user_id, u.family_name, u.given_name, m.mail_address, ${stateOf(asked.now)} as state, m.sent_at,
      m.expires_at, m.opened_at, m.completed_at, ${mailState} as mail_state
    from ${from} where ${behind} and ${conditionOf(asked)} order by m.uuid ${way} limit ${count}`.execute(tx);
  return rows;
}

/** Counts them, up to `most`. */
export async function countRegistrationMails(tx: Tx, asked: Asked, most: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from (select from ${from} where ${conditionOf(asked)} limit ${most}) m`.execute(
    tx,
  );
  return rows[0]?.total ?? 0;
}

/** Matching emails with their users, at most `most`. */
export async function findMails(tx: Tx, asked: Asked, most: number): Promise<{ uuid: string; user_uuid: string }[]> {
  const { rows } = await sql<{ uuid: string; user_uuid: string }>`
    select m.uuid, m.user_uuid from ${from} where ${conditionOf(asked)} limit ${most}`.execute(tx);
  return rows;
}

/** Locks the users of emails: users before their emails, in one order everywhere. */
export async function holdUsers(tx: Tx, mails: readonly string[]): Promise<void> {
  await sql`
    select from users where uuid in (select user_uuid from registration_mails where uuid = any (${mails}::uuid[]))
    order by uuid for update`.execute(tx);
}

export interface CancelledMail {
  user_uuid: string;
  mail_address: string;
}

/** Cancels emails whose links were not used, replaced or cancelled; pending ones do not leave. Returns them. */
export async function cancelMails(tx: Tx, uuids: readonly string[], now: Date): Promise<CancelledMail[]> {
  const { rows } = await sql<CancelledMail & { mail_id: string | null }>`
    update registration_mails set ended_at = ${now}, ended_reason = 'cancelled'
    where uuid = any (${uuids}::uuid[]) and ended_at is null and completed_at is null and expires_at > ${now}
    returning user_uuid, mail_address, mail_id`.execute(tx);
  await takeBackMails(
    tx,
    rows.map((row) => row.mail_id),
  );
  return rows;
}
