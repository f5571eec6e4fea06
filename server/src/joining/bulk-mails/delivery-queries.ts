import { sql } from 'kysely';
import type { MailRefusal } from '#contract/joining/send-types.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { takeBackMails } from '../../platform/mail/outbox.ts';

/** Emails of a mailing that were queued and did not arrive, recorded by the trigger of migration 0058. */
export interface Undelivered {
  failed: number;
  takenBack: number;
  cancelled: number;
}

/** Counts them by mailing; omits mailings without any. */
export async function countUndelivered(tx: Tx, runUuids: readonly string[]): Promise<Map<string, Undelivered>> {
  const { rows } = await sql<Undelivered & { uuid: string }>`
    select run_uuid as uuid, count(*) filter (where undelivered in ('mailFailed', 'mailUncertain'))::integer as failed,
      count(*) filter (where undelivered = 'takenBack')::integer as "takenBack",
      count(*) filter (where undelivered = 'cancelled')::integer as cancelled
    from mail_run_targets where run_uuid = any (${runUuids}::uuid[]) and undelivered is not null
    group by run_uuid`.execute(tx);
  return new Map(rows.map((row) => [row.uuid, row]));
}

/**
 * Counts pending emails by mailing; omits mailings without any. Starts from the pending ones, which are few compared
 * with what large mailings have sent: pages poll this every second.
 */
export async function countWaiting(tx: Tx, runUuids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ uuid: string; waiting: number }>`
    with o as materialized (select tenant_id, mail_id from mail_outbox where state = 'waiting')
    select t.run_uuid as uuid, count(*)::integer as waiting
    from o join mail_run_targets t on t.tenant_id = o.tenant_id and t.mail_id = o.mail_id
    where t.run_uuid = any (${runUuids}::uuid[]) group by t.run_uuid`.execute(tx);
  return new Map(rows.map(({ uuid, waiting }) => [uuid, waiting]));
}

export interface Refusal {
  /** Null: deleted in the meantime. */
  user_id: string | null;
  reason: MailRefusal;
}

/** Users whose emails did not arrive, then users who could not be emailed at all. */
export async function listRefusals(tx: Tx, runUuid: string, limit: number): Promise<Refusal[]> {
  const { rows } = await sql<Refusal>`
    select u.user_id, m.reason from (
      (select tenant_id, user_uuid, undelivered as reason, 1 as place from mail_run_targets
       where run_uuid = ${runUuid} and undelivered is not null and undelivered <> 'cancelled'
       order by user_uuid limit ${limit})
      union all
      (select tenant_id, user_uuid, reason, 2 from mail_run_targets
       where run_uuid = ${runUuid} and state = 'refused' order by user_uuid limit ${limit})) m
    left join users u on u.tenant_id = m.tenant_id and u.uuid = m.user_uuid
    order by m.place, m.user_uuid limit ${limit}`.execute(tx);
  return rows;
}

/** Users whose emails of a mailing are still pending. */
export async function findWaiting(tx: Tx, runUuid: string): Promise<string[]> {
  const { rows } = await sql<{ uuid: string }>`
    select t.user_uuid as uuid
    from mail_run_targets t join mail_outbox o on o.tenant_id = t.tenant_id and o.mail_id = t.mail_id
    where t.run_uuid = ${runUuid} and o.state = 'waiting'`.execute(tx);
  return rows.map(({ uuid }) => uuid);
}

/** Cancels pending emails of a mailing to these users; returns the users affected. */
export async function cancelWaiting(tx: Tx, runUuid: string, users: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ uuid: string; mail_id: string }>`
    select user_uuid as uuid, mail_id from mail_run_targets
    where run_uuid = ${runUuid} and user_uuid = any (${users}::uuid[]) and mail_id is not null`.execute(tx);
  const taken = new Set(
    await takeBackMails(
      tx,
      rows.map(({ mail_id }) => mail_id),
    ),
  );
  const gone = rows.filter(({ mail_id }) => taken.has(mail_id)).map(({ uuid }) => uuid);
  await sql`
    update mail_run_targets set undelivered = 'cancelled'
    where run_uuid = ${runUuid} and user_uuid = any (${gone}::uuid[])`.execute(tx);
  return gone;
}
