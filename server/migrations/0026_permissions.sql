-- Devices, and who may use which licence (docs/decisions/0032-services.md).

-- ── Users by their roles ─────────────────────────────────────────────────────────────────────────────────────────
-- What a licence for all users of some roles takes is known without counting them: the counts of 0010, by roles.
create function sorted_roles(roles text[]) returns text[]
  language sql immutable strict parallel safe
  as $$ select case when cardinality(roles) < 2 then roles else array(select distinct r from unnest(roles) r order by r) end $$;

alter table user_counts no force row level security;
alter table users no force row level security;
alter table user_counts add column roles text[] not null default '{}';
alter table user_counts drop constraint user_counts_pkey, add primary key (tenant_id, slot, roles);

create or replace function count_changed_users() returns trigger language plpgsql as $$
begin
  insert into user_counts as c (tenant_id, slot, roles, users)
  select tenant_id, pg_backend_pid() % 64, sorted_roles(roles), case tg_op when 'INSERT' then count(*) else -count(*) end
  from changed group by 1, 3 order by 1, 3
  on conflict (tenant_id, slot, roles) do update set users = c.users + excluded.users;
  return null;
end $$;
delete from user_counts;
insert into user_counts (tenant_id, slot, roles, users)
select tenant_id, 0, sorted_roles(roles), count(*) from users group by 1, 3;

-- ── Devices ──────────────────────────────────────────────────────────────────────────────────────────────────────
create table devices (
  tenant_id text not null references tenants,
  uuid uuid not null,
  device_id text not null,
  device_id_key text not null generated always as (lower(device_id)) stored,
  serial_id text not null,
  serial_id_key text not null generated always as (lower(serial_id)) stored,
  device_type text not null,
  description text not null default '',
  roles text[] not null default '{User}',
  last_seen_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  search_text text not null generated always as (lower(
    device_id || chr(10) || serial_id || chr(10) || device_type || chr(10) || description)) stored,
  primary key (tenant_id, uuid),
  constraint "duplicated_params_deviceId" unique (tenant_id, device_id_key),
  constraint "duplicated_params_serialId" unique (tenant_id, device_type, serial_id_key)
);
create index devices_by_serial on devices (tenant_id, serial_id_key, device_id_key);
create index devices_by_type on devices (tenant_id, device_type, device_id_key);
create index devices_by_last_seen on devices (tenant_id, coalesce(last_seen_at, '-infinity'), device_id_key);
create index devices_by_fragments on devices using gin (tenant_id, search_text gin_trgm_ops);
call raise_wall('devices');

-- For searching by fragments: see `searchable_users` (0010).
create view searchable_devices as select * from devices where tenant_id = current_tenant();
create policy across_tenants on devices to portico_across using (true);
grant select on devices to portico_across;
grant create on schema public to portico_across;
alter view searchable_devices owner to portico_across;
revoke all on searchable_devices from public;
grant select on searchable_devices to portico_app;

-- How many of each type and roles, in slots like the users.
create table device_counts (
  tenant_id text not null references tenants,
  slot integer not null,
  device_type text not null,
  roles text[] not null,
  devices bigint not null,
  primary key (tenant_id, slot, device_type, roles)
);
call raise_wall('device_counts');

create function count_changed_devices() returns trigger language plpgsql as $$
begin
  insert into device_counts as c (tenant_id, slot, device_type, roles, devices)
  select tenant_id, pg_backend_pid() % 16, device_type, sorted_roles(roles),
    case tg_op when 'INSERT' then count(*) else -count(*) end
  from changed group by 1, 3, 4 order by 1, 3, 4
  on conflict (tenant_id, slot, device_type, roles) do update set devices = c.devices + excluded.devices;
  return null;
end $$;
create trigger count_new_devices after insert on devices
  referencing new table as changed for each statement execute function count_changed_devices();
create trigger count_deleted_devices after delete on devices
  referencing old table as changed for each statement execute function count_changed_devices();

-- ── Permissions ──────────────────────────────────────────────────────────────────────────────────────────────────
-- A licence has a rule (nobody; all users; all devices of some types), and rows for those of whom the rule's reverse
-- holds. A new rule is a new generation: the rows of the one before mean nothing from then on and are swept later.
alter table licenses
  add column generation integer not null default 1,
  add column all_users boolean not null default false,
  add column all_device_types text[] not null default '{}',
  add column swept_generation integer not null default 1;

create table license_users (
  tenant_id text not null,
  user_uuid uuid not null,
  license_id text collate "C" not null,
  generation integer not null,
  -- True: permitted though the rule is for nobody. False: an exception from the rule for all.
  permitted boolean not null,
  -- Whether the user has a role the licence is for. Who has none has no use of it and takes no seat.
  counts boolean not null,
  primary key (tenant_id, user_uuid, license_id, generation),
  foreign key (tenant_id, user_uuid) references users on delete cascade,
  foreign key (tenant_id, license_id) references licenses
);
create index license_users_by_license on license_users (tenant_id, license_id, generation, user_uuid);
call raise_wall('license_users');

create table license_devices (
  tenant_id text not null,
  device_uuid uuid not null,
  license_id text collate "C" not null,
  generation integer not null,
  permitted boolean not null,
  counts boolean not null,
  primary key (tenant_id, device_uuid, license_id, generation),
  foreign key (tenant_id, device_uuid) references devices on delete cascade,
  foreign key (tenant_id, license_id) references licenses
);
create index license_devices_by_license on license_devices (tenant_id, license_id, generation, device_uuid);
call raise_wall('license_devices');

-- How many rows of each kind count. In slots, so that who deletes users never waits for who permits them. Without a
-- foreign key to licences for the same reason.
create table license_counts (
  tenant_id text not null references tenants,
  license_id text collate "C" not null,
  generation integer not null,
  slot integer not null,
  permitted bigint not null,
  excepted bigint not null,
  primary key (tenant_id, license_id, generation, slot)
);
call raise_wall('license_counts');

create function count_changed_permissions() returns trigger language plpgsql as $$
declare
  sign integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  insert into license_counts as c (tenant_id, license_id, generation, slot, permitted, excepted)
  select tenant_id, license_id, generation, pg_backend_pid() % 16,
    sign * count(*) filter (where permitted), sign * count(*) filter (where not permitted)
  from changed where counts group by 1, 2, 3 order by 1, 2, 3
  on conflict (tenant_id, license_id, generation, slot)
  do update set permitted = c.permitted + excluded.permitted, excepted = c.excepted + excluded.excepted;
  return null;
end $$;
-- Of a row only `counts` ever changes.
create function count_turned_permissions() returns trigger language plpgsql as $$
begin
  insert into license_counts as c (tenant_id, license_id, generation, slot, permitted, excepted)
  select tenant_id, license_id, generation, pg_backend_pid() % 16, sum(change) filter (where permitted), sum(change) filter (where not permitted)
  from (
    select tenant_id, license_id, generation, permitted, 1 as change from now_there where counts
    union all
    select tenant_id, license_id, generation, permitted, -1 from before where counts
    -- So that neither sum is null.
    union all select tenant_id, license_id, generation, kind, 0 from now_there, (values (true), (false)) kinds (kind)) turned
  group by 1, 2, 3 order by 1, 2, 3
  on conflict (tenant_id, license_id, generation, slot)
  do update set permitted = c.permitted + excluded.permitted, excepted = c.excepted + excluded.excepted;
  return null;
end $$;
do $$
declare t text;
begin
  foreach t in array array['license_users', 'license_devices'] loop
    execute format('create trigger count_new_permissions after insert on %I referencing new table as changed for each statement execute function count_changed_permissions()', t);
    execute format('create trigger count_deleted_permissions after delete on %I referencing old table as changed for each statement execute function count_changed_permissions()', t);
    execute format('create trigger count_turned_permissions after update on %I referencing old table as before new table as now_there for each statement execute function count_turned_permissions()', t);
  end loop;
end $$;

create function is_available_to(available_roles text[], roles text[]) returns boolean
  language sql immutable parallel safe
  as $$ select available_roles is null or available_roles && roles $$;

-- Roles change: the counts by roles follow, and what somebody is permitted counts or counts no more. The licences are
-- held, so that none changes whom it is for meanwhile.
create function follow_user_roles() returns trigger language plpgsql as $$
begin
  if sorted_roles(old.roles) = sorted_roles(new.roles) then return null; end if;
  insert into user_counts as c (tenant_id, slot, roles, users)
  select new.tenant_id, pg_backend_pid() % 64, sorted_roles(r.roles), r.change
  from (values (old.roles, -1), (new.roles, 1)) r (roles, change) order by 3
  on conflict (tenant_id, slot, roles) do update set users = c.users + excluded.users;
  perform from licenses l where l.tenant_id = new.tenant_id and l.license_id in (
    select p.license_id from license_users p where p.tenant_id = new.tenant_id and p.user_uuid = new.uuid)
  order by l.license_id for share;
  update license_users p set counts = is_available_to(l.available_roles, new.roles) from licenses l
  where p.tenant_id = new.tenant_id and p.user_uuid = new.uuid
    and l.tenant_id = p.tenant_id and l.license_id = p.license_id
    and p.counts <> is_available_to(l.available_roles, new.roles);
  return null;
end $$;
create trigger follow_user_roles after update of roles on users for each row
  when (old.roles <> new.roles) execute function follow_user_roles();

-- Type and roles of a device together decide; its type never changes.
create function is_available_to_device(available_roles text[], available_types text[], roles text[], device_type text)
  returns boolean language sql immutable parallel safe
  as $$ select (available_roles is null or available_roles && roles) and (available_types is null or device_type = any (available_types)) $$;

create function follow_device_roles() returns trigger language plpgsql as $$
begin
  if sorted_roles(old.roles) = sorted_roles(new.roles) then return null; end if;
  insert into device_counts as c (tenant_id, slot, device_type, roles, devices)
  select new.tenant_id, pg_backend_pid() % 16, new.device_type, sorted_roles(r.roles), r.change
  from (values (old.roles, -1), (new.roles, 1)) r (roles, change) order by 4
  on conflict (tenant_id, slot, device_type, roles) do update set devices = c.devices + excluded.devices;
  perform from licenses l where l.tenant_id = new.tenant_id and l.license_id in (
    select p.license_id from license_devices p where p.tenant_id = new.tenant_id and p.device_uuid = new.uuid)
  order by l.license_id for share;
  update license_devices p
  set counts = is_available_to_device(l.available_roles, l.available_device_types, new.roles, new.device_type)
  from licenses l
  where p.tenant_id = new.tenant_id and p.device_uuid = new.uuid
    and l.tenant_id = p.tenant_id and l.license_id = p.license_id
    and p.counts <> is_available_to_device(l.available_roles, l.available_device_types, new.roles, new.device_type);
  return null;
end $$;
create trigger follow_device_roles after update of roles on devices for each row
  when (old.roles <> new.roles) execute function follow_device_roles();

-- How much of a licence is used: always exact, never counted. With the rights of who asks.
create view license_use with (security_invoker = true) as
select l.tenant_id, l.license_id,
  k.permitted - k.excepted + case
    when l.volume_type = 'user' and l.all_users then (
      select coalesce(sum(c.users), 0) from user_counts c
      where c.tenant_id = l.tenant_id and (l.available_roles is null or l.available_roles && c.roles))
    when l.volume_type = 'device' and l.all_device_types <> '{}' then (
      select coalesce(sum(c.devices), 0) from device_counts c
      where c.tenant_id = l.tenant_id and c.device_type = any (l.all_device_types)
        and is_available_to_device(l.available_roles, l.available_device_types, c.roles, c.device_type))
    else 0
  end::bigint as used
from licenses l
cross join lateral (
  select coalesce(sum(c.permitted), 0)::bigint as permitted, coalesce(sum(c.excepted), 0)::bigint as excepted
  from license_counts c
  where c.tenant_id = l.tenant_id and c.license_id = l.license_id and c.generation = l.generation) k;
revoke all on license_use from public;
grant select on license_use to portico_app;

-- ── What earlier rules left ──────────────────────────────────────────────────────────────────────────────────────
do $$
declare t text;
begin
  foreach t in array array['licenses', 'license_users', 'license_devices', 'license_counts'] loop
    execute format('create policy across_tenants on %I to portico_across using (true) with check (true)', t);
  end loop;
end $$;
grant select, update on licenses to portico_across;
grant select, delete on license_users, license_devices to portico_across;
grant select, insert, update, delete on license_counts to portico_across;

-- Deletes rows of earlier generations, at most `batch` of each kind; answers how many.
create function sweep_permissions(batch integer) returns integer
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  swept integer := 0;
  n integer;
  l record;
begin
  for l in select tenant_id, license_id, generation from public.licenses where swept_generation < generation loop
    exit when swept >= batch;
    delete from public.license_users where ctid = any (array(
      select p.ctid from public.license_users p
      where p.tenant_id = l.tenant_id and p.license_id = l.license_id and p.generation < l.generation limit batch - swept));
    get diagnostics n = row_count; swept := swept + n;
    delete from public.license_devices where ctid = any (array(
      select p.ctid from public.license_devices p
      where p.tenant_id = l.tenant_id and p.license_id = l.license_id and p.generation < l.generation limit batch - swept));
    get diagnostics n = row_count; swept := swept + n;
    continue when swept >= batch;
    delete from public.license_counts where tenant_id = l.tenant_id and license_id = l.license_id and generation < l.generation;
    update public.licenses set swept_generation = l.generation
    where tenant_id = l.tenant_id and license_id = l.license_id;
  end loop;
  return swept;
end $$;
alter function sweep_permissions(integer) owner to portico_across;
revoke create on schema public from portico_across;
revoke all on function sweep_permissions(integer) from public;
grant execute on function sweep_permissions(integer) to portico_app;

alter table user_counts force row level security;
alter table users force row level security;
