import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db/transaction.ts';

/** The licenses assigned to all users. */
export async function readRulesForAll(tx: Tx): Promise<Set<string>> {
  const rows = await tx.selectFrom('licenses').select('license_id').where('all_users', '=', true).execute();
  return new Set(rows.map(({ license_id }) => license_id));
}

/** Whether somebody of these roles, or nobody (null), may have a license, as 0 or 1. */
const allowed = (roles: RawBuilder<unknown>) =>
  sql`(${roles} is not null and is_available_to(l.available_roles, ${roles}))::integer`;
const change = (from: string) => sql`(${allowed(sql.ref(`${from}.after`))} - ${allowed(sql.ref(`${from}.before`))})`;

/**
 * Seats by license that users who come, go or change roles take, or free (below 0), as the triggers would count them: under
 * a rule for all by their roles, but for exceptions, and by their own rows. Those who come have none, so of a million only
 * the roles are counted.
 */
export async function readMovedSeats(tx: Tx, moves: RawBuilder<unknown>): Promise<Map<string, number>> {
  const { rows } = await sql<{ license_id: string; seats: number }>`
    with moved as materialized (
      select m.uuid, m.before, m.after from (${moves}) m where m.before is distinct from m.after),
    alike as (select before, after, count(*) as users from moved group by 1, 2),
    own as (
      select l.license_id, sum(case when p.permitted then 1 else -1 end * ${change('m')}) as seats
      from moved m
      join license_users p on p.user_uuid = m.uuid
      join licenses l on l.tenant_id = p.tenant_id and l.license_id = p.license_id and l.generation = p.generation
      where m.before is not null group by 1)
    select l.license_id, (coalesce(own.seats, 0) + case when l.all_users then (
        select coalesce(sum(a.users * ${change('a')}), 0) from alike a) else 0 end)::bigint as seats
    from licenses l left join own on own.license_id = l.license_id
    where l.volume_type = 'user'`.execute(tx);
  return new Map(rows.map(({ license_id, seats }) => [license_id, seats]));
}
