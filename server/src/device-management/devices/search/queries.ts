import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { DeviceSortColumn } from '#contract/device-management/devices.ts';
import { allOf, type Predicate } from '../../../authentication/users/search/condition.ts';
import type { Place } from '../../../db/keyset.ts';
import type { Tx } from '../../../db/transaction.ts';
import { behind, keyText, orderBy } from './order.ts';

/** Where in a list to read: in its direction (or backwards), from behind a place, past so many. */
export interface Reading {
  sort: DeviceSortColumn;
  descending: boolean;
  from?: Place | undefined;
  offset: number;
  limit: number;
}

const start = ({ sort, descending, from }: Reading): RawBuilder<SqlBool> =>
  from ? behind(sort, descending, from) : sql<SqlBool>`true`;

export async function countAll(tx: Tx): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(devices), 0)::bigint as total from device_counts`.execute(tx);
  return rows[0]?.total ?? 0;
}

export async function countMatching(tx: Tx, predicates: readonly Predicate[]): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from searchable_devices d where ${allOf(predicates, true)}`.execute(tx);
  return rows[0]?.total ?? 0;
}

/** Straight along the index of the order, looking at each. */
export async function readAlong(tx: Tx, predicates: readonly Predicate[], reading: Reading): Promise<Place[]> {
  const { sort, descending, limit, offset } = reading;
  const { rows } = await sql<Place>`
    select d.uuid, ${keyText(sort)} as key from searchable_devices d
    where ${start(reading)} and ${allOf(predicates, false)}
    order by ${orderBy(sort, descending)} limit ${limit} offset ${offset}`.execute(tx);
  return rows;
}

/** Collects all that match by whatever index is best, and sorts them. */
export async function collect(tx: Tx, predicates: readonly Predicate[], reading: Reading): Promise<Place[]> {
  const { sort, descending, limit, offset } = reading;
  const { rows } = await sql<Place>`
    with d as materialized (
      select d.uuid, d.device_id_key, d.serial_id_key, d.device_type, d.description, d.last_seen_at
      from searchable_devices d where ${allOf(predicates, true)})
    select d.uuid, ${keyText(sort)} as key from d where ${start(reading)}
    order by ${orderBy(sort, descending)} limit ${limit} offset ${offset}`.execute(tx);
  return rows;
}

export async function findMatching(tx: Tx, predicates: readonly Predicate[], limit: number): Promise<string[]> {
  const { rows } = await sql<{ uuid: string }>`
    select d.uuid from searchable_devices d where ${allOf(predicates, true)} limit ${limit}`.execute(tx);
  return rows.map(({ uuid }) => uuid);
}
