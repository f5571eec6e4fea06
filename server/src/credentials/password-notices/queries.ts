import { sql } from 'kysely';
import type { Tx } from '../../platform/db/transaction.ts';

export interface DuePassword {
  user_uuid: string;
  expires_at: Date;
}

/**
 * The next passwords after a user that expire within the given days and were not reported yet, locked until the
 * transaction ends: concurrent readers wait and then find them stamped.
 */
export async function holdDue(
  tx: Tx,
  { expiresAfterDays, noticeDaysBefore }: { expiresAfterDays: number; noticeDaysBefore: number },
  { after, most, now }: { after: string | null; most: number; now: Date },
): Promise<DuePassword[]> {
  const life = sql`make_interval(secs => ${expiresAfterDays * 86_400})`;
  const ahead = sql`make_interval(secs => ${noticeDaysBefore * 86_400})`;
  const behind = after === null ? sql`` : sql`and p.user_uuid > ${after}::uuid`;
  const { rows } = await sql<DuePassword>`
    select p.user_uuid, p.changed_at + ${life} as expires_at
    from user_passwords p join users u on u.tenant_id = p.tenant_id and u.uuid = p.user_uuid
    where p.changed_at > ${now}::timestamptz - ${life} and p.changed_at <= ${now}::timestamptz - ${life} + ${ahead}
      and not p.must_change and p.noticed_expiry is distinct from p.changed_at + ${life}
      and u.status in ('active', 'locked') and u.login_mail_address is not null and u.user_id_key not like 'agent:%'
      ${behind}
    order by p.user_uuid limit ${most} for update of p`.execute(tx);
  return rows;
}

/** Records the reported expiry of each. */
export async function stampNoticed(tx: Tx, due: readonly DuePassword[]): Promise<void> {
  const uuids = due.map(({ user_uuid }) => user_uuid);
  const expiries = due.map(({ expires_at }) => expires_at);
  await sql`
    update user_passwords p set noticed_expiry = d.expires_at
    from unnest(${uuids}::uuid[], ${expiries}::timestamptz[]) as d (user_uuid, expires_at)
    where p.user_uuid = d.user_uuid`.execute(tx);
}
