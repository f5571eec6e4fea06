import { type Selectable, sql } from 'kysely';
import { LEAVING_TARGET_ALWAYS } from '#contract/provisioning/target-values.ts';
import { ask } from '../../platform/db/ask.ts';
import type { ProvisioningTargets } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { resourceOf, wantedOf } from './resource.ts';
import { updateTarget } from './queries.ts';

/** The walk over the users of a tenant that finds what a target must be told, some users a transaction. */

type Target = Selectable<ProvisioningTargets>;

const MOST_AT_ONCE = 2000;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** A walk rests so many times as long as it took: so many times less than all is spent on it. */
const REST = 10;
const LEAST_REST_MS = 1000;
const MOST_REST_MS = 15 * 60_000;
/** Behind all uuids of users. */
const BEGINNING = '00000000-0000-0000-0000-000000000000';

/** Whether a walk is under way or may begin. */
export async function isWalkDue(tx: Tx, target: Target, now: Date): Promise<boolean> {
  if (target.pass_phase !== null) return true;
  if (target.pass_at > now) return false;
  if (target.passed_at === null || now.getTime() - target.passed_at.getTime() >= HOUR_MS) return true;
  const [found] = await ask(
    tx,
    sql<{ news: boolean }>`select exists (select from system_operation_log where written_by >= ${target.read_writer}
      and written_by < event_horizon()) as news`,
  );
  return found?.news === true;
}

/** One step of a walk. Answers how many are held from now on because they are too many; 0: none, or they were held before. */
export async function walkOn(tx: Tx, target: Target, now: Date): Promise<number> {
  const { uuid, pass_phase: phase, pass_after: after } = target;
  if (phase === null || after === null) {
    // What is written from here on is for the next walk.
    const [horizon] = await ask(tx, sql<{ writer: number }>`select event_horizon() as writer`);
    await updateTarget(tx, uuid, {
      ...{ pass_phase: 'users', pass_after: BEGINNING, pass_began_at: now },
      ...(horizon && { read_writer: horizon.writer }),
    });
    return 0;
  }
  const last = await (phase === 'users' ? compareUsers : compareGone)(tx, target, after, now);
  if (last !== null) await updateTarget(tx, uuid, { pass_after: last });
  else if (phase === 'users') await updateTarget(tx, uuid, { pass_phase: 'gone', pass_after: BEGINNING });
  else return endWalk(tx, target, now);
  return 0;
}

/**
 * Compares the next users with what their app was told, each by its key: without statistics a join would read all of them.
 * Answers the last of them; null: there are no more.
 */
async function compareUsers(tx: Tx, target: Target, after: string, now: Date): Promise<string | null> {
  const [done] = await ask(
    tx,
    sql<{ last: string | null }>`
      with batch as materialized (
        select u.tenant_id, u.uuid, md5(${resourceOf(target.mapping)}::text) as print,
          ${wantedOf(target)} as wanted
        from (select * from users where uuid > ${after}::uuid order by uuid limit ${sql.lit(MOST_AT_ONCE)}) u),
      joined as materialized (
        select b.*, p.user_uuid is not null as known, p.wanted as was, p.state, p.print as told
        from batch b left join lateral (
          select * from provisioned_users p
          where p.tenant_id = b.tenant_id and p.target_uuid = ${target.uuid}::uuid and p.user_uuid = b.uuid limit 1) p on true),
      added as (
        insert into provisioned_users (tenant_id, target_uuid, user_uuid, wanted, state, next_at)
        select tenant_id, ${target.uuid}::uuid, uuid, 'active', 'waiting', ${now} from joined where not known and wanted = 'active'),
      provided as (
        update provisioned_users p set wanted = 'active', state = 'waiting', next_at = ${now}, tries = 0, first_tried_at = null
        where p.target_uuid = ${target.uuid}::uuid and p.user_uuid = any (array(
          select uuid from joined where known and wanted = 'active'
            and (was <> 'active' or (state in ('inStep', 'dead', 'match') and told is distinct from print)))))
      ${sql.join(
        (['inactive', 'removed'] as const).map(
          (wanted) => sql`, ${sql.raw(wanted)}_now as (
        update provisioned_users p set ${leavingOf(target, now, wanted)}
        where p.target_uuid = ${target.uuid}::uuid and p.user_uuid = any (array(
          select uuid from joined where known and wanted = ${wanted} and was <> ${wanted})))`,
        ),
        sql``,
      )}
      select uuid as last from batch order by uuid desc limit 1`,
  );
  return done?.last ?? null;
}

/** The same for users who are deleted. */
async function compareGone(tx: Tx, target: Target, after: string, now: Date): Promise<string | null> {
  const [done] = await ask(
    tx,
    sql<{ last: string | null }>`
      with batch as materialized (
        select tenant_id, user_uuid from provisioned_users
        where target_uuid = ${target.uuid}::uuid and user_uuid > ${after}::uuid
        order by user_uuid limit ${sql.lit(MOST_AT_ONCE)}),
      gone as (
        update provisioned_users p set ${leavingOf(target, now, 'removed')}
        where p.target_uuid = ${target.uuid}::uuid and p.wanted <> 'removed' and p.user_uuid = any (array(
          select b.user_uuid from batch b
          where not exists (select from users u where u.tenant_id = b.tenant_id and u.uuid = b.user_uuid))))
      select user_uuid as last from batch order by user_uuid desc limit 1`,
  );
  return done?.last ?? null;
}

/**
 * Users who leave are held until the end of the walk. Whoever has left already leaves again only to be deleted; whoever is left
 * there loses nothing.
 */
const leavingOf = ({ on_removal: onRemoval }: Target, now: Date, wanted: 'inactive' | 'removed') => sql`
  wanted = ${wanted},
  state = case
    when ${wanted === 'removed' && onRemoval === 'leave'} then 'waiting'
    when p.wanted = 'active' then 'held'
    when ${wanted === 'removed' && onRemoval === 'delete'} and p.state = 'inStep' then 'held'
    else p.state end,
  next_at = ${now}, tries = 0, first_tried_at = null`;

/** Who is held leaves, unless they are more than may within a day. */
async function endWalk(tx: Tx, target: Target, now: Date): Promise<number> {
  const { uuid, max_leaving_percent: percent, left_since: since, pass_began_at: began } = target;
  const [found] = await ask(
    tx,
    sql<{ held: number; present: number }>`
      select count(*) filter (where state = 'held')::integer as held,
        count(*) filter (where wanted = 'active' or state = 'held')::integer as present
      from provisioned_users where target_uuid = ${uuid}::uuid`,
  );
  const { held = 0, present = 0 } = found ?? {};
  const isSameDay = since !== null && now.getTime() - since.getTime() < DAY_MS;
  const before = isSameDay ? target.left_count : 0;
  const isHeld = held > 0 && held + before > mayLeave(percent, present + before);
  if (held > 0 && !isHeld) await letLeave(tx, uuid, null, now);
  const rest = REST * (now.getTime() - (began ?? now).getTime());
  await updateTarget(tx, uuid, {
    ...{ pass_phase: null, pass_after: null, pass_began_at: null, passed_at: began ?? now },
    pass_at: new Date(now.getTime() + Math.min(Math.max(rest, LEAST_REST_MS), MOST_REST_MS)),
    held_at: isHeld ? (target.held_at ?? now) : null,
    ...(held > 0 && !isHeld && { left_since: isSameDay ? since : now, left_count: before + held }),
  });
  return isHeld && target.held_at === null ? held : 0;
}

/** How many of so many users may leave within a day. */
export const mayLeave = (percent: number | null, present: number): number =>
  percent === null ? Number.POSITIVE_INFINITY : Math.max(LEAVING_TARGET_ALWAYS, Math.floor((present * percent) / 100));

/** Users who are held may leave: these, or all. Answers how many. */
export async function letLeave(tx: Tx, uuid: string, users: readonly string[] | null, now: Date): Promise<number> {
  const held = tx
    .updateTable('provisioned_users')
    .set({ state: 'waiting', next_at: now, tries: 0, first_tried_at: null })
    .where('target_uuid', '=', uuid)
    .where('state', '=', 'held');
  const done = users === null ? held : held.where('user_uuid', 'in', users);
  return Number((await done.executeTakeFirst()).numUpdatedRows);
}
