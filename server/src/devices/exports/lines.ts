import { type RawBuilder, sql } from 'kysely';
import type { DeviceCondition } from '#contract/devices/devices.ts';
import { harmless } from '../../platform/exports/harmless.ts';
import type { Division, Stretch } from '../../platform/exports/kind.ts';
import { allOf } from '../../platform/db/search/predicate.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { predicatesOf } from '../list/search/condition.ts';

/** Columns of a device file, by their API names, in SQL. Times are in UTC, as in log exports. */
const columns = {
  deviceId: harmless('d.device_id'),
  serialId: harmless('d.serial_id'),
  deviceType: 'd.device_type',
  description: harmless('d.description'),
  roles: `array_to_string(d.roles, ';')`,
  groups: `(select string_agg(g.group_id, ';' order by g.group_id_key) from group_devices m
    join groups g on g.tenant_id = m.tenant_id and g.uuid = m.group_uuid
    where m.tenant_id = d.tenant_id and m.device_uuid = d.uuid)`,
  lastSeenAt: 'd.last_seen_at',
  createdAt: 'd.created_at',
} as const;

export const lineColumns: string[] = Object.keys(columns);

const matching = (condition: DeviceCondition, now: Date) => allOf(predicatesOf(condition, now), true);

/** Total of matching devices, and the last device of each group of `every`: where a list is divided into parts. */
export async function divide(tx: Tx, condition: DeviceCondition, now: Date, every: number): Promise<Division> {
  const { rows } = await sql<{ uuid: string; place: number; total: number }>`
    select uuid, place::integer, total::integer from (
      select d.uuid, row_number() over (order by d.uuid) as place, count(*) over () as total
      from searchable_devices d where ${matching(condition, now)}) numbered
    where place % ${every}::integer = 0 or place = total order by place`.execute(tx);
  return { total: rows[0]?.total ?? 0, ends: rows.map(({ uuid }) => ({ uuid, at: null })) };
}

/** SELECT for a range of matching devices, in the order of registration: its text and parameters. */
export function linesOf(
  tx: Tx,
  condition: DeviceCondition,
  now: Date,
  { after, upTo }: Stretch,
): { text: string; values: readonly unknown[] } {
  const within: RawBuilder<unknown> = sql`
    ${after === null ? sql`true` : sql`d.uuid > ${after.uuid}::uuid`}
    and ${upTo === null ? sql`true` : sql`d.uuid <= ${upTo.uuid}::uuid`}`;
  const { sql: text, parameters } = sql`
    select ${sql.raw(Object.values(columns).join(', '))} from searchable_devices d
    where ${within} and ${matching(condition, now)} order by d.uuid`.compile(tx);
  return { text, values: parameters };
}
