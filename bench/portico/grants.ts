import pg from 'pg';
import type { Bench } from '../measure.ts';

/** Fewer show how time grows: `BENCH_GRANTS=1000000 npm run bench permissions`. */
const GRANTS = Number(process.env.BENCH_GRANTS ?? 20_000_000);
const DEVICES = 100_000;
/** 50 licenses: most for users with direct grants, some with a rule for all but a thousand; the same for devices. */
const licenses = { user: 40, allUsers: 5, device: 3, allDevices: 2 };
export const EXCEPTIONS = 1000;

export const serviceClass = 'bench';
/** Names of licenses: `user-1` … `all-users-5`. */
export const licenseIds = (kind: keyof typeof licenses): string[] =>
  Array.from({ length: licenses[kind] }, (_, at) => `${prefixes[kind]}${at + 1}`);
const prefixes = { user: 'user-', allUsers: 'all-users-', device: 'device-', allDevices: 'all-devices-' };

/**
 * Adds devices, licenses and permissions to the bench's tenant unless it has them, each derived from its number. The
 * counters come from the triggers; only foreign keys are not checked, since the rows are created in a valid way.
 * Returns what was created and the seconds it took.
 */
export async function fillGrants({ portico, seed }: Bench): Promise<{ grants: number; seconds: number }> {
  const database = new pg.Client(portico.owner);
  await database.connect();
  const start = performance.now();
  try {
    await database.query(`set synchronous_commit to off; set maintenance_work_mem to '1GB'; set work_mem to '256MB'`);
    const { rowCount } = await database.query('select from contracts where tenant_id = $1', [seed.tenantId]);
    if (rowCount === 0) await fill(database, seed.tenantId);
    const { rows } = await database.query<{ grants: number }>(
      `select sum(permitted + excepted)::float8 as grants from license_counts where tenant_id = $1`,
      [seed.tenantId],
    );
    return { grants: rows[0]?.grants ?? 0, seconds: (performance.now() - start) / 1000 };
  } finally {
    await database.end();
  }
}

async function fill(database: pg.Client, tenantId: string): Promise<void> {
  await database.query(insertDevices, [tenantId, DEVICES]);
  await database.query(`select set_config('bench.tenant', $1, false)`, [tenantId]);
  await database.query(insertLicenses);
  await database.query(
    `create temporary table numbered as
       select uuid, roles, row_number() over (order by uuid) as n from users where tenant_id = '${tenantId}';
     create temporary table numbered_devices as
       select uuid, roles, device_type, row_number() over (order by uuid) as n from devices where tenant_id = '${tenantId}';
     analyze numbered, numbered_devices`,
  );
  const definitions = await dropIndexes(database);
  await database.query(`alter table license_users disable trigger all; alter table license_users enable trigger user`);
  const { rows } = await database.query<{ users: number }>('select count(*)::integer as users from numbered');
  const share = Math.min(0.95, GRANTS / licenses.user / (rows[0]?.users ?? 1));
  for (const [at, id] of licenseIds('user').entries()) await database.query(insertGrants, [tenantId, id, at, share]);
  for (const id of licenseIds('allUsers')) await database.query(insertExceptions, [tenantId, id, EXCEPTIONS]);
  for (const [at, id] of licenseIds('device').entries())
    await database.query(insertDeviceGrants, [tenantId, id, at, 0.3]);
  await database.query(`alter table license_users enable trigger all`);
  for (const definition of definitions) await database.query(definition);
  await database.query(
    'vacuum analyze license_users, license_devices, devices, licenses, license_counts, device_counts',
  );
}

/** Drops the primary key and the other index; returns how to create them again. */
async function dropIndexes(database: pg.Client): Promise<string[]> {
  const { rows } = await database.query<{ drop: string; make: string }>(
    `select case when c.oid is null then format('drop index %s', i.indexrelid::regclass)
         else format('alter table license_users drop constraint %I', c.conname) end as drop,
       case when c.oid is null then pg_get_indexdef(i.indexrelid)
         else format('alter table license_users add constraint %I %s', c.conname, pg_get_constraintdef(c.oid)) end as make
     from pg_index i left join pg_constraint c on c.conindid = i.indexrelid and c.contype = 'p'
     where i.indrelid = 'license_users'::regclass`,
  );
  for (const { drop } of rows) await database.query(drop);
  return rows.map(({ make }) => make);
}

const types = ['PorticoMfp', 'PorticoIwb', 'PorticoDwb', 'PorticoCB', 'PowerMeter', 'MultiSensor'];
const places = ['東京本社 3F', '大阪支店', 'Berlin Office', 'London, reception', 'Osaka 2F copy room', '名古屋 倉庫'];

/** Devices with serial numbers, comments in two scripts, last seen over the past hundred days. */
const insertDevices = `
  insert into devices (tenant_id, uuid, device_id, serial_id, device_type, description, last_seen_at, created_at, updated_at)
  select $1, gen_random_uuid(), 'device-' || lpad(n::text, 6, '0'), 'S' || upper(substr(md5('s' || n), 1, 10)),
    ('{${types.join(',')}}'::text[])[1 + n % ${types.length}],
    ('{${places.map((place) => `"${place}"`).join(',')}}'::text[])[1 + n % ${places.length}] || ' ' || n / 100,
    case when n % 11 = 0 then null else now() - (n % 144000) * interval '1 minute' end, now(), now()
  from generate_series(1, $2::int) n on conflict do nothing`;

const insertLicenses = `
  insert into services (tenant_id, service_class, names, created_at, updated_at)
  values ('-', '${serviceClass}', '{"en": "Print Flow", "ja": "プリントフロー"}', now(), now()) on conflict do nothing;
  insert into contracts (tenant_id, contract_id, rate_plan_name, subscription_regional_id, starts_at, created_at, updated_at)
  select current_setting('bench.tenant'), 'bench', 'Gold', 'na', now(), now(), now();
  insert into licenses (tenant_id, license_id, contract_id, service_class, volume_type, volume, available_roles,
    all_users, all_device_types, created_at, updated_at)
  select current_setting('bench.tenant'), id, 'bench', '${serviceClass}', kind, 2000000, roles, all_users, types, now(), now()
  from (
    select 'user-' || n as id, 'user' as kind, case when n % 10 = 0 then '{PowerUser}'::text[] end as roles,
      false as all_users, '{}'::text[] as types from generate_series(1, ${licenses.user}) n
    union all select 'all-users-' || n, 'user', null, true, '{}' from generate_series(1, ${licenses.allUsers}) n
    union all select 'device-' || n, 'device', null, false, '{}' from generate_series(1, ${licenses.device}) n
    union all select 'all-devices-' || n, 'device', null, false, '{PorticoMfp,PorticoIwb}' from generate_series(1, ${licenses.allDevices}) n
  ) made`;

const insertGrants = `
  insert into license_users (tenant_id, user_uuid, license_id, generation, permitted, counts)
  select l.tenant_id, u.uuid, l.license_id, l.generation, true, is_available_to(l.available_roles, u.roles)
  from licenses l, numbered u
  where l.tenant_id = $1 and l.license_id = $2 and (u.n * 7919 + $3::integer * 104729) % 1000 < 1000 * $4::float8`;

const insertExceptions = `
  insert into license_users (tenant_id, user_uuid, license_id, generation, permitted, counts)
  select l.tenant_id, u.uuid, l.license_id, l.generation, false, is_available_to(l.available_roles, u.roles)
  from licenses l, (select * from numbered order by md5(n::text) limit $3) u where l.tenant_id = $1 and l.license_id = $2`;

const insertDeviceGrants = `
  insert into license_devices (tenant_id, device_uuid, license_id, generation, permitted, counts)
  select l.tenant_id, d.uuid, l.license_id, l.generation, true,
    is_available_to_device(l.available_roles, l.available_device_types, d.roles, d.device_type)
  from licenses l, numbered_devices d
  where l.tenant_id = $1 and l.license_id = $2 and (d.n * 7919 + $3::integer * 104729) % 1000 < 1000 * $4::float8`;
