import { sql } from 'kysely';
import type { Tx } from '../../platform/db/transaction.ts';

/** A user or device, with what assignments need. */
export interface Holder {
  uuid: string;
  /** Visible ID in lower case. */
  key: string;
  roles: string[];
  /** For devices. */
  device_type: string | null;
}

/** A locked license with its rule. */
export interface HeldLicense {
  license_id: string;
  service_class: string;
  volume_type: 'user' | 'device';
  volume: number;
  available_roles: string[] | null;
  available_device_types: string[] | null;
  generation: number;
  all_users: boolean;
  all_device_types: string[];
  revision: number;
  status: string;
  over_used_since: Date | null;
}

/**
 * Locks users by ID, in the order of their UUIDs, so that roles stay the same until the transaction ends. Locking order
 * everywhere: users or devices first, then licenses.
 */
export async function holdUsers(tx: Tx, userIds: readonly string[]): Promise<Holder[]> {
  const { rows } = await sql<Holder>`
    select u.uuid, u.user_id_key as key, u.roles, null as device_type from users u
    where u.user_id_key = any (${userIds.map((id) => id.toLowerCase())}::text[])
    order by u.uuid for share`.execute(tx);
  return rows;
}

/** Locks devices by ID, like `holdUsers`. */
export async function holdDevices(tx: Tx, deviceIds: readonly string[]): Promise<Holder[]> {
  const { rows } = await sql<Holder>`
    select d.uuid, d.device_id_key as key, d.roles, d.device_type from devices d
    where d.device_id_key = any (${deviceIds.map((id) => id.toLowerCase())}::text[])
    order by d.uuid for share`.execute(tx);
  return rows;
}

/** Locks users or devices by UUID, like `holdUsers`. */
export async function holdByUuid(tx: Tx, type: 'user' | 'device', uuids: readonly string[]): Promise<Holder[]> {
  const { rows } = await (type === 'user'
    ? sql<Holder>`
        select u.uuid, u.user_id_key as key, u.roles, null as device_type from users u
        where u.uuid = any (${uuids}::uuid[]) order by u.uuid for share`
    : sql<Holder>`
        select d.uuid, d.device_id_key as key, d.roles, d.device_type from devices d
        where d.uuid = any (${uuids}::uuid[]) order by d.uuid for share`
  ).execute(tx);
  return rows;
}

/** Locks licenses in the order of their IDs, so that seats are assigned by one transaction at a time. */
export async function holdLicenses(tx: Tx, licenseIds: readonly string[], now: Date): Promise<HeldLicense[]> {
  const { rows } = await sql<HeldLicense>`
    select l.license_id, l.service_class, l.volume_type, l.volume, l.available_roles, l.available_device_types,
      l.generation, l.all_users, l.all_device_types, l.over_used_since, l.revision,
      license_status(${now}, l.suspended_at, l.expires_at, c.ends_at) as status
    from licenses l join contracts c on c.tenant_id = l.tenant_id and c.contract_id = l.contract_id
    where l.license_id = any (${licenseIds}::text[])
    order by l.license_id for update of l`.execute(tx);
  return rows;
}

/** Number of seats in use, exact. */
export async function readUse(tx: Tx, licenseId: string): Promise<number> {
  const { rows } = await sql<{ used: number }>`select used from license_use where license_id = ${licenseId}`.execute(
    tx,
  );
  return rows[0]?.used ?? 0;
}

/** Records since when a locked license is over its volume, or that it no longer is. */
export async function noteOverUse(tx: Tx, licenseId: string, now: Date): Promise<void> {
  await sql`select note_over_use(${licenseId}, ${now})`.execute(tx);
}

const tables = {
  user: { table: sql.table('license_users'), holder: sql.ref('user_uuid') },
  device: { table: sql.table('license_devices'), holder: sql.ref('device_uuid') },
} as const;

/** A row: this holder has the reverse of the rule. */
export interface Reversal {
  uuid: string;
  permitted: boolean;
  counts: boolean;
}

/** Inserts missing exceptions; returns their holders. `isBlank`: there are none yet, so the look-ups can be skipped. */
export async function addReversals(
  tx: Tx,
  { license_id, generation, volume_type }: HeldLicense,
  rows: readonly Reversal[],
  isBlank: boolean,
): Promise<string[]> {
  if (rows.length === 0) return [];
  const { table, holder } = tables[volume_type];
  const [uuids, permitted, counts] = [
    rows.map((row) => row.uuid),
    rows.map((row) => row.permitted),
    rows.map((row) => row.counts),
  ];
  const added = await sql<{ uuid: string }>`
    insert into ${table} (tenant_id, ${holder}, license_id, generation, permitted, counts)
    select current_tenant(), uuid, ${license_id}, ${generation}::integer, permitted, counts
    from unnest(${uuids}::uuid[], ${permitted}::boolean[], ${counts}::boolean[]) r (uuid, permitted, counts)
    ${isBlank ? sql`` : sql`on conflict do nothing`} returning ${holder} as uuid`.execute(tx);
  return added.rows.map((row) => row.uuid);
}

/** Holders, among those given, with the reverse of a license's rule. */
export async function findReversed(
  tx: Tx,
  { license_id, generation, volume_type }: HeldLicense,
  uuids: readonly string[],
): Promise<Set<string>> {
  if (uuids.length === 0) return new Set();
  const { table, holder } = tables[volume_type];
  const { rows } = await sql<{ uuid: string }>`
    select ${holder} as uuid from ${table}
    where license_id = ${license_id} and generation = ${generation} and ${holder} = any (${uuids}::uuid[])`.execute(tx);
  return new Set(rows.map((row) => row.uuid));
}

/** Deletes exceptions, so that the rule applies; returns their holders. */
export async function removeReversals(
  tx: Tx,
  { license_id, generation, volume_type }: HeldLicense,
  uuids: readonly string[],
): Promise<string[]> {
  if (uuids.length === 0) return [];
  const { table, holder } = tables[volume_type];
  const removed = await sql<{ uuid: string }>`
    delete from ${table} where ${holder} = any (${uuids}::uuid[]) and license_id = ${license_id} and generation = ${generation}
    returning ${holder} as uuid`.execute(tx);
  return removed.rows.map((row) => row.uuid);
}

/** Starts a new rule: rows of the previous generation no longer count. Returns the resulting license. */
export async function startGeneration(
  tx: Tx,
  held: HeldLicense,
  rule: Pick<HeldLicense, 'all_users' | 'all_device_types'>,
  now: Date,
): Promise<HeldLicense> {
  const generation = held.generation + 1;
  await tx
    .updateTable('licenses')
    .set({ ...rule, generation, updated_at: now })
    .where('license_id', '=', held.license_id)
    .execute();
  return { ...held, ...rule, generation };
}

/** Recounts a license's rows after a change of the roles or types it is for. */
export async function recount(tx: Tx, licenseId: string): Promise<void> {
  await sql`
    update license_users p set counts = not p.counts
    from licenses l, users u
    where l.license_id = ${licenseId} and p.license_id = l.license_id and p.generation = l.generation
      and u.tenant_id = p.tenant_id and u.uuid = p.user_uuid and p.counts <> is_available_to(l.available_roles, u.roles)`.execute(
    tx,
  );
  await sql`
    update license_devices p set counts = not p.counts
    from licenses l, devices d
    where l.license_id = ${licenseId} and p.license_id = l.license_id and p.generation = l.generation
      and d.tenant_id = p.tenant_id and d.uuid = p.device_uuid
      and p.counts <> is_available_to_device(l.available_roles, l.available_device_types, d.roles, d.device_type)`.execute(
    tx,
  );
}
