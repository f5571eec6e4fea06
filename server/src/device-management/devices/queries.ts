import { type RawBuilder, type SqlBool, sql, type Updateable } from 'kysely';
import type { DeviceCondition, deviceSortColumns } from '#contract/device-management/devices.ts';
import type { DeviceCredentialStatus } from '#contract/device-management/fields.ts';
import type { WithinPeriod } from '#contract/within-period.ts';
import { boundsOf } from '../../authentication/logs/period.ts';
import type { Devices } from '../../db/schema.ts';
import type { Tx } from '../../db/transaction.ts';

export interface DeviceRow {
  uuid: string;
  device_id: string;
  serial_id: string;
  device_type: string;
  description: string;
  roles: string[];
  last_seen_at: Date | null;
  credential_status: DeviceCredentialStatus;
  created_at: Date;
  updated_at: Date;
}

const columns = [
  'uuid',
  'device_id',
  'serial_id',
  'device_type',
  'description',
  'roles',
  'last_seen_at',
  'credential_status',
  'created_at',
  'updated_at',
] as const;

const orders = {
  deviceId: sql`device_id_key`,
  serialId: sql`serial_id_key`,
  deviceType: sql`device_type`,
  lastSeenAt: sql`coalesce(last_seen_at, '-infinity')`,
};

/** A text as part of a LIKE pattern: its own `%`, `_` and `\\` stand for themselves. */
const containing = (needle: string) => `%${needle.replace(/[\\%_]/g, '\\$&')}%`;

const contains = (column: RawBuilder<unknown>, fragment: string | undefined): RawBuilder<SqlBool>[] =>
  fragment ? [sql<SqlBool>`${column} like lower(${containing(fragment)}::text)`] : [];

function within(period: WithinPeriod, now: Date): RawBuilder<SqlBool> {
  const { from, to } = boundsOf(period, now);
  return sql<SqlBool>`last_seen_at between ${from}::timestamptz and ${to}::timestamptz`;
}

function predicates(condition: DeviceCondition, now: Date): RawBuilder<SqlBool>[] {
  const { keyword, deviceId, serialId, comment, deviceType, role, notSeenForDays, lastSeen } = condition;
  // What is in a field is in the whole text too: its index answers.
  const fields = [keyword, deviceId, serialId, comment].flatMap((fragment) => contains(sql`search_text`, fragment));
  const since = new Date(now.getTime() - (notSeenForDays ?? 0) * 86_400_000);
  return [
    ...fields,
    ...contains(sql`device_id_key`, deviceId),
    ...contains(sql`serial_id_key`, serialId),
    ...contains(sql`lower(description)`, comment),
    ...(deviceType ? [sql<SqlBool>`device_type = any (${deviceType}::text[])`] : []),
    ...(role ? [sql<SqlBool>`${role} = any (roles)`] : []),
    ...(lastSeen ? [within(lastSeen, now)] : []),
    ...(notSeenForDays ? [sql<SqlBool>`coalesce(last_seen_at, created_at) < ${since}`] : []),
  ];
}

export interface DeviceQuestion {
  condition: DeviceCondition;
  count: number;
  page: number;
  sort: (typeof deviceSortColumns)[number];
  order: 'ascending' | 'descending';
}

export async function listDeviceRows(
  tx: Tx,
  { condition, count, page, sort, order }: DeviceQuestion,
  now: Date,
): Promise<{ rows: DeviceRow[]; total: number }> {
  const all = predicates(condition, now);
  const where = all.length > 0 ? sql`where ${sql.join(all, sql` and `)}` : sql``;
  const way = sql.raw(order === 'ascending' ? 'asc' : 'desc');
  const ties = sort === 'deviceId' ? sql`` : sql`, device_id_key ${way}`;
  const { rows } = await sql<DeviceRow>`
    select ${sql.join(columns.map((column) => sql.ref(column)))} from searchable_devices ${where}
    order by ${orders[sort]} ${way} ${ties} limit ${count} offset ${(page - 1) * count}`.execute(tx);
  const counted =
    all.length > 0
      ? sql<{ total: number }>`select count(*) as total from searchable_devices ${where}`
      : sql<{ total: number }>`select coalesce(sum(devices), 0)::bigint as total from device_counts`;
  return { rows, total: (await counted.execute(tx)).rows[0]?.total ?? 0 };
}

export async function findMatching(tx: Tx, condition: DeviceCondition, now: Date, limit: number): Promise<string[]> {
  const all = predicates(condition, now);
  const where = all.length > 0 ? sql`where ${sql.join(all, sql` and `)}` : sql``;
  const { rows } = await sql<{ uuid: string }>`select uuid from searchable_devices ${where} limit ${limit}`.execute(tx);
  return rows.map(({ uuid }) => uuid);
}

export async function usedTypes(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ device_type: string }>`
    select device_type from device_counts group by device_type having sum(devices) > 0 order by device_type`.execute(
    tx,
  );
  return rows.map((row) => row.device_type);
}

export async function findDevice(tx: Tx, deviceId: string): Promise<DeviceRow | null> {
  const row = await tx
    .selectFrom('devices')
    .select(columns)
    .where('device_id_key', '=', deviceId.toLowerCase())
    .executeTakeFirst();
  return row ?? null;
}

/** A device, held until the transaction ends. */
export async function holdDevice(tx: Tx, deviceId: string): Promise<DeviceRow | null> {
  const row = await tx
    .selectFrom('devices')
    .select(columns)
    .where('device_id_key', '=', deviceId.toLowerCase())
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export async function updateDevice(tx: Tx, uuid: string, values: Updateable<Devices>): Promise<DeviceRow> {
  return tx.updateTable('devices').set(values).where('uuid', '=', uuid).returning(columns).executeTakeFirstOrThrow();
}

export async function deleteDevice(tx: Tx, uuid: string): Promise<void> {
  await tx.deleteFrom('devices').where('uuid', '=', uuid).execute();
}
