import { sql } from 'kysely';
import type { MailState } from '#contract/mail-states.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { mailState } from '../../platform/mail/outbox.ts';
import type { Place } from '../../platform/db/newest-first.ts';
import type { Receiver } from '../notices/notices.ts';

export interface SavedVersion {
  tenantId: string;
  version: number;
  /** Number of changed fields. */
  changed: number;
  operator: { uuid: string; userId: string };
  now: Date;
}

/** Records the emails, by receiver uuid. */
export async function noteMails(
  tx: Tx,
  { tenantId, version, now }: SavedVersion,
  receivers: readonly Receiver[],
  mailIds: ReadonlyMap<string, string>,
): Promise<void> {
  const rows = receivers.flatMap((receiver) => {
    const mail_id = mailIds.get(receiver.uuid ?? '');
    if (!mail_id || !receiver.uuid || !receiver.login_mail_address) return [];
    const who = { receiver_uuid: receiver.uuid, receiver_user_id: receiver.user_id };
    return [
      { tenant_id: tenantId, mail_id, version, ...who, mail_address: receiver.login_mail_address, queued_at: now },
    ];
  });
  if (rows.length > 0) await tx.insertInto('policy_change_mails').values(rows).execute();
}

/**
 * The emails after a position, newest first; when going back, oldest first. `state` is null once the outbox has deleted
 * the email.
 */
export async function listMails(tx: Tx, place: Place | null, count: number) {
  const behind = place ? sql`m.mail_id ${sql.raw(place.back ? '>' : '<')} ${place.uuid}::uuid` : sql`true`;
  const way = sql.raw(place?.back ? 'asc' : 'desc');
  const { rows } = await sql<{
    uuid: string;
    version: number;
    receiver_user_id: string;
    mail_address: string;
    queued_at: Date;
    state: MailState | null;
  }>`
    select m.mail_id as uuid, m.version, m.receiver_user_id, m.mail_address, m.queued_at, ${mailState} as state
    from policy_change_mails m left join mail_outbox o on o.tenant_id = m.tenant_id and o.mail_id = m.mail_id
    where ${behind} order by m.mail_id ${way} limit ${count}`.execute(tx);
  return rows;
}

export async function countMails(tx: Tx, most: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from (select from policy_change_mails limit ${most}) m`.execute(tx);
  return rows[0]?.total ?? 0;
}
