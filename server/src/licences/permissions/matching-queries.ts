import { type RawBuilder, sql } from 'kysely';
import { type CountedPermissions, PREVIEWED_REFUSALS, type PreviewedAssignment } from '#contract/licences/permitted.ts';
import type { Tx } from '../../platform/db/transaction.ts';

/** Counts for a license and the whole tenant, from counters kept by triggers. */
export async function countAll(tx: Tx, type: 'user' | 'device', licenseId: string): Promise<CountedPermissions> {
  const counts =
    type === 'user'
      ? sql`select c.users as n, is_available_to(l.available_roles, c.roles) as allowed
            from user_counts c where c.tenant_id = l.tenant_id`
      : sql`select c.devices as n,
              is_available_to_device(l.available_roles, l.available_device_types, c.roles, c.device_type) as allowed
            from device_counts c where c.tenant_id = l.tenant_id`;
  const { rows } = await sql<CountedPermissions>`
    select coalesce(sum(k.n), 0)::bigint as matching, coalesce(sum(k.n) filter (where k.allowed), 0)::bigint as allowed,
      (select u.used from license_use u where u.license_id = l.license_id) as permitted
    from licenses l left join lateral (${counts}) k on true
    where l.license_id = ${licenseId} group by l.license_id`.execute(tx);
  return rows[0] as CountedPermissions;
}

/** Counts for a license and some holders, by UUID. */
export async function countThose(
  tx: Tx,
  type: 'user' | 'device',
  licenseId: string,
  uuids: readonly string[],
): Promise<CountedPermissions> {
  const holders =
    type === 'user'
      ? sql`select is_available_to(l.available_roles, h.roles) as allowed, coalesce(p.permitted, l.all_users) as permitted
            from users h left join license_users p on p.tenant_id = h.tenant_id and p.user_uuid = h.uuid
              and p.license_id = l.license_id and p.generation = l.generation
            where h.uuid = any (${uuids}::uuid[])`
      : sql`select is_available_to_device(l.available_roles, l.available_device_types, h.roles, h.device_type) as allowed,
              coalesce(p.permitted, h.device_type = any (l.all_device_types)) as permitted
            from devices h left join license_devices p on p.tenant_id = h.tenant_id and p.device_uuid = h.uuid
              and p.license_id = l.license_id and p.generation = l.generation
            where h.uuid = any (${uuids}::uuid[])`;
  const { rows } = await sql<CountedPermissions>`
    select count(k.allowed) as matching, count(*) filter (where k.allowed) as allowed,
      count(*) filter (where k.allowed and k.permitted) as permitted
    from licenses l left join lateral (${holders}) k on true
    where l.license_id = ${licenseId}`.execute(tx);
  return rows[0] as CountedPermissions;
}

/**
 * What assigning a license to users would do, and its status; `uuids` is a question with the column `uuid`. Null: no such
 * license.
 */
export async function previewAssignment(
  tx: Tx,
  licenseId: string,
  uuids: RawBuilder<unknown>,
  now: Date,
): Promise<{ status: string; previewed: PreviewedAssignment } | null> {
  const { rows } = await sql<PreviewedAssignment & { status: string }>`
    with asked as materialized (
      select u.user_id, u.user_id_key, is_available_to(l.available_roles, u.roles) as allowed,
        coalesce(p.permitted, l.all_users) as permitted
      from (${uuids}) m join users u on u.uuid = m.uuid
      join licenses l on l.license_id = ${licenseId}
      left join license_users p on p.tenant_id = u.tenant_id and p.user_uuid = u.uuid
        and p.license_id = l.license_id and p.generation = l.generation)
    select license_status(${now}, l.suspended_at, l.expires_at, c.ends_at) as status, l.volume, (select s.used from license_use s where s.license_id = l.license_id) as used,
      k.matching, k.gaining, k.permitted, k.refused,
      array(select a.user_id from asked a where not a.allowed order by a.user_id_key limit ${PREVIEWED_REFUSALS}) as "refusedUserIds"
    from licenses l join contracts c on c.tenant_id = l.tenant_id and c.contract_id = l.contract_id cross join (
      select count(*) as matching, count(*) filter (where allowed and not permitted) as gaining,
        count(*) filter (where allowed and permitted) as permitted, count(*) filter (where not allowed) as refused
      from asked) k
    where l.license_id = ${licenseId} and l.volume_type = 'user'`.execute(tx);
  if (!rows[0]) return null;
  const { status, ...previewed } = rows[0];
  return { status, previewed };
}

export const usersNamed = (userIds: readonly string[]) =>
  sql`select u.uuid from users u where u.user_id_key = any (${userIds.map((id) => id.toLowerCase())}::text[])`;
