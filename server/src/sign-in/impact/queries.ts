import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tx } from '../../platform/db/transaction.ts';

/** Users who can sign in: registered, not deactivated, and no management agents. */
const signsIn = sql<SqlBool>`u.status in ('active', 'locked') and u.user_id_key not like 'agent:%'`;

export interface Batch {
  counted: number;
  last: string | null;
  /** Number of users who meet any of the conditions, and of each. */
  any: number;
  touched: number[];
}

/** For each condition, whether the user meets it; evaluated once per user. */
const met = (conditions: readonly RawBuilder<SqlBool>[]) =>
  sql`array[${sql.join([sql`false`, ...conditions.map((condition) => sql`${signsIn} and (${condition})`)])}]`;

/** Counts, among at most `most` users after a uuid, those that meet each condition. */
export async function countBatch(
  tx: Tx,
  conditions: readonly RawBuilder<SqlBool>[],
  { after, most }: { after: string | null; most: number },
): Promise<Batch> {
  const behind = after === null ? sql`` : sql`where uuid > ${after}::uuid`;
  const counters = conditions.map((_, at) => sql`count(*) filter (where t.met[${sql.lit(at + 2)}])::integer`);
  const { rows } = await sql<{ counted: number; last: string | null; any: number; touched: (number | null)[] }>`
    select count(*)::integer as counted, max(t.uuid::text) as last,
      count(*) filter (where true = any (t.met))::integer as any,
      array[${sql.join([sql`null`, ...counters])}]::integer[] as touched
    from (
      select u.uuid, ${met(conditions)} as met from (select * from users ${behind} order by uuid limit ${most}) u
      left join user_passwords p on p.tenant_id = u.tenant_id and p.user_uuid = u.uuid offset 0) t`.execute(tx);
  const { counted = 0, last = null, any = 0, touched = [] } = rows[0] ?? {};
  return { counted, last, any, touched: touched.slice(1).map(Number) };
}

/** The conditions that one user meets. */
export async function conditionsOf(
  tx: Tx,
  conditions: readonly RawBuilder<SqlBool>[],
  uuid: string,
): Promise<boolean[]> {
  const { rows } = await sql<{ met: (boolean | null)[] }>`
    select ${met(conditions)} as met
    from users u left join user_passwords p on p.tenant_id = u.tenant_id and p.user_uuid = u.uuid
    where u.uuid = ${uuid}::uuid`.execute(tx);
  return (rows[0]?.met ?? []).slice(1).map((one) => one === true);
}

/** Whether an active administrator with a password remains who is not locked out by a policy. */
export async function hasAdministrator(tx: Tx, keptOut: RawBuilder<SqlBool>): Promise<boolean> {
  const { rows } = await sql`
    select from users u where is_acting_administrator(u.user_id_key, u.status, u.roles) and not ${keptOut}
      and exists (select from user_passwords p where p.tenant_id = u.tenant_id and p.user_uuid = u.uuid) limit 1`.execute(
    tx,
  );
  return rows.length > 0;
}
