-- The list of devices by keyset, and their export (docs/decisions/0037-devices-in-groups.md).

-- Each order with what decides between equals, holding all that going along it needs (0010). By time of registration the
-- primary key serves.
alter table devices
  drop constraint "duplicated_params_deviceId",
  add constraint "duplicated_params_deviceId" unique (tenant_id, device_id_key) include (uuid);
drop index devices_by_serial;
drop index devices_by_type;
drop index devices_by_last_seen;
create index devices_by_serial on devices (tenant_id, serial_id_key, uuid);
create index devices_by_type on devices (tenant_id, device_type, uuid);
create index devices_by_comment on devices (tenant_id, lower(description), uuid) include (description);
create index devices_by_last_seen on devices (tenant_id, coalesce(last_seen_at, '-infinity'), uuid) include (last_seen_at);

alter table user_exports drop constraint user_exports_kind_check;
alter table user_exports add constraint user_exports_kind_check check (kind in ('users', 'logs', 'devices'));

grant create on schema public to portico_across;
create or replace function unfinished_user_transfers() returns table (tenant_id text, job text, id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select i.tenant_id, 'user-import', i.import_id from public.user_imports i where i.status in ('checking', 'processing')
  union all
  select e.tenant_id, case e.kind when 'logs' then 'log-export' when 'devices' then 'device-export' else 'user-export' end,
    e.export_status_id
  from public.user_exports e where e.status in ('accepting', 'processing')
  union all
  select b.tenant_id, 'user-bulk', b.bulk_id from public.user_bulks b where b.status = 'processing'
$$;
revoke create on schema public from portico_across;
