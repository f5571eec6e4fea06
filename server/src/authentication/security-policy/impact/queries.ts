import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tx } from '../../../db/transaction.ts';

/** Who signs in at all: nobody who is still to register or switched off, and no management agent. */
const signsIn = sql<SqlBool>`u.status in ('active', 'locked') and u.user_id_key not like 'agent:%'`;

export interface Bite {
  counted: number;
  last: string | null;
  /** Of each condition, how many users meet it. */
  touched: number[];
}

const counters = (conditions: readonly RawBuilder<SqlBool>[]) =>
  sql.join([
    sql`null`,
    ...conditions.map((condition) => sql`count(*) filter (where ${signsIn} and (${condition}))::integer`),
  ]);

/** Counts, among at most `most` users behind a uuid, those that meet each condition. */
export async function countBite(
  tx: Tx,
  conditions: readonly RawBuilder<SqlBool>[],
  { after, most }: { after: string | null; most: number },
): Promise<Bite> {
  const behind = after === null ? sql`` : sql`where uuid > ${after}::uuid`;
  const { rows } = await sql<{ counted: number; last: string | null; touched: (number | null)[] }>`
    select count(*)::integer as counted, max(u.uuid::text) as last, array[${counters(conditions)}]::integer[] as touched
    from (select * from users ${behind} order by uuid limit ${most}) u
    left join user_passwords p on p.tenant_id = u.tenant_id and p.user_uuid = u.uuid`.execute(tx);
  const { counted = 0, last = null, touched = [] } = rows[0] ?? {};
  return { counted, last, touched: touched.slice(1).map(Number) };
}

/** Which of the conditions one user meets. */
export async function conditionsOf(
  tx: Tx,
  conditions: readonly RawBuilder<SqlBool>[],
  uuid: string,
): Promise<boolean[]> {
  const { rows } = await sql<{ touched: (number | null)[] }>`
    select array[${counters(conditions)}]::integer[] as touched
    from users u left join user_passwords p on p.tenant_id = u.tenant_id and p.user_uuid = u.uuid
    where u.uuid = ${uuid}::uuid`.execute(tx);
  return (rows[0]?.touched ?? []).slice(1).map((count) => Number(count) > 0);
}

/** Whether an active administrator with a password is left whom a policy does not keep out. */
export async function hasAdministrator(tx: Tx, keptOut: RawBuilder<SqlBool>): Promise<boolean> {
  const { rows } = await sql`
    select from users u where u.status = 'active' and 'PowerUser' = any (u.roles) and not ${keptOut}
      and exists (select from user_passwords p where p.tenant_id = u.tenant_id and p.user_uuid = u.uuid) limit 1`.execute(
    tx,
  );
  return rows.length > 0;
}
