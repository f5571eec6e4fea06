import { type Insertable, sql } from 'kysely';
import type { DepartureKind } from '#contract/provisioning/values.ts';
import { ask, named, send, together } from '../../platform/db/ask.ts';
import type { SourceDepartures } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { isExcluded } from '../exclusions/exclusions.ts';

export interface Limits {
  max_leaving: number | null;
  max_leaving_percent: number | null;
  /** Users whom the source provides, with those who were deleted since. */
  users: number;
  /** Who left since a moment. */
  left: number;
}

export async function readLimits(tx: Tx, source: string, since: Date): Promise<Limits> {
  const question = sql<Limits>`
    select s.max_leaving, s.max_leaving_percent, l.gone::integer as left, (l.deleted + coalesce((
      select sum(c.users) from source_user_counts c where c.tenant_id = s.tenant_id and c.source_uuid = s.uuid), 0))::integer as users
    from provisioning_sources s cross join lateral (
      select count(*) as gone, count(*) filter (where d.kind = 'delete') as deleted from source_departures d
      where d.tenant_id = s.tenant_id and d.source_uuid = s.uuid and d.state = 'done' and d.at > ${since}
        and (s.max_leaving is not null or s.max_leaving_percent is not null)) l
    where s.uuid = ${source}::uuid`;
  const [row] = await ask(tx, named('source_limits', question));
  if (!row) throw new Error('a source is gone while it calls');
  return row;
}

/** Those who leave a source wait for each other until the transaction ends. */
export async function takeTurn(tx: Tx, source: string): Promise<void> {
  await sql`select from provisioning_sources where uuid = ${source}::uuid for no key update`.execute(tx);
}

export async function noteAll(tx: Tx, rows: readonly Insertable<SourceDepartures>[]): Promise<void> {
  if (rows.length > 0) await send(tx, tx.insertInto('source_departures').values(rows));
}

/** Who left before is not counted any more. */
export async function forgetLeft(tx: Tx, source: string, before: Date): Promise<void> {
  await send(
    tx,
    sql`delete from source_departures where source_uuid = ${source}::uuid and state = 'done' and at <= ${before}`,
  );
}

export async function noteHeld(
  tx: Tx,
  rows: readonly Insertable<SourceDepartures>[],
  kind: DepartureKind,
): Promise<void> {
  await noteAll(tx, rows);
  const users = rows.map(({ user_uuid }) => user_uuid);
  await send(tx, sql`update source_users set held = ${kind} where user_uuid = any (${users}::uuid[])`);
}

/** The users are held back no more: somebody has decided, or the source has changed its mind. */
export async function release(tx: Tx, uuids: readonly string[]): Promise<void> {
  await send(tx, sql`delete from source_departures where user_uuid = any (${uuids}::uuid[]) and state = 'held'`);
  await send(tx, sql`update source_users set held = null where user_uuid = any (${uuids}::uuid[])`);
}

/** The name of the source if administrators are to be told now: they were not since a moment. */
export async function takeTelling(tx: Tx, source: string, since: Date, now: Date): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    update provisioning_sources set leaving_told_at = ${now}
    where uuid = ${source}::uuid and (leaving_told_at is null or leaving_told_at <= ${since})
    returning display_name as name`.execute(tx);
  return rows[0]?.name ?? null;
}

export interface HeldDeparture {
  uuid: string;
  user_uuid: string;
  user_id: string;
  family_name: string;
  given_name: string;
  kind: DepartureKind;
  at: Date;
}

/** Departures of users whom the source still has: of others, whom administrators deleted, nothing is left to decide. */
const waiting = sql`source_departures d join source_users p
  on p.tenant_id = d.tenant_id and p.user_uuid = d.user_uuid and p.source_uuid = d.source_uuid`;

/** Who is held back, oldest first, behind one of them; and how many there are in all. */
export async function listHeld(
  tx: Tx,
  source: string,
  after: { at: Date; uuid: string } | null,
  limit: number,
): Promise<{ rows: HeldDeparture[]; total: number }> {
  const behind = after ? sql`and (d.at, d.uuid) > (${after.at}::timestamptz, ${after.uuid}::uuid)` : sql``;
  const page = sql<HeldDeparture>`
    select d.uuid, d.user_uuid, u.user_id, u.family_name, u.given_name, d.kind, d.at
    from ${waiting} join users u on u.tenant_id = d.tenant_id and u.uuid = d.user_uuid
    where d.source_uuid = ${source}::uuid and d.state = 'held' ${behind} order by d.at, d.uuid limit ${limit}`;
  const counted = sql<{ total: number }>`
    select count(*)::integer as total from source_users where source_uuid = ${source}::uuid and held is not null`;
  const [rows, [count]] = await together<[HeldDeparture, { total: number }]>(tx, page, counted);
  return { rows, total: count?.total ?? 0 };
}

export interface Decided {
  user_uuid: string;
  user_id: string;
  kind: DepartureKind;
  /** Whether the source has no such user any more. */
  is_gone: boolean;
  /** An administrator, or excluded: who stays. */
  is_spared: boolean;
}

/** Takes those of the departures that wait, of users who are there; they are held until the transaction ends. */
export async function takeHeld(
  tx: Tx,
  source: string,
  uuids: readonly string[] | null,
  limit: number,
): Promise<Decided[]> {
  const chosen = uuids === null ? sql`` : sql`and d.uuid = any (${uuids}::uuid[])`;
  const users = await sql<{ uuid: string }>`
    select u.uuid from users u where u.uuid in (
      select d.user_uuid from ${waiting} where d.source_uuid = ${source}::uuid and d.state = 'held' ${chosen}
      order by d.at, d.uuid limit ${limit})
    order by u.uuid for update`.execute(tx);
  const { rows } = await sql<Decided>`
    select u.uuid as user_uuid, u.user_id, d.kind, s.gone_at is not null as is_gone,
      (exists (select from role_grants r where r.tenant_id = u.tenant_id and r.user_uuid = u.uuid) or ${isExcluded}) as is_spared
    from source_departures d join users u on u.tenant_id = d.tenant_id and u.uuid = d.user_uuid
    join provisioning_sources x on x.tenant_id = d.tenant_id and x.uuid = d.source_uuid
    join source_users s on s.tenant_id = u.tenant_id and s.user_uuid = u.uuid and s.source_uuid = d.source_uuid
    where d.source_uuid = ${source}::uuid and d.state = 'held' and u.uuid = any (${users.rows.map(({ uuid }) => uuid)}::uuid[])
    order by u.uuid for update of d, s`.execute(tx);
  return rows;
}

/** The users are the source's no more. */
export async function forgetLinks(tx: Tx, uuids: readonly string[]): Promise<void> {
  await send(tx, sql`delete from source_users where user_uuid = any (${uuids}::uuid[])`);
}
