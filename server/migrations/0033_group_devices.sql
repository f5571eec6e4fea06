-- Devices in groups, beside users (docs/decisions/0037-devices-in-groups.md; 0012 has the tree they are found through).
create table group_devices (
  tenant_id text not null,
  group_uuid uuid not null,
  device_uuid uuid not null,
  -- The device's id as the list is sorted by it; it never changes.
  device_id_key text not null,
  primary key (tenant_id, group_uuid, device_uuid),
  foreign key (tenant_id, group_uuid) references groups on delete cascade,
  foreign key (tenant_id, device_uuid) references devices on delete cascade
);
create index group_devices_in_order on group_devices (tenant_id, group_uuid, device_id_key) include (device_uuid);
create index group_devices_by_device on group_devices (tenant_id, device_uuid, group_uuid);
call raise_wall('group_devices');

-- How many devices a group has, in slots and without a foreign key for the reasons of `group_user_counts`.
create table group_device_counts (
  tenant_id text not null references tenants,
  group_uuid uuid not null,
  slot integer not null,
  devices bigint not null,
  primary key (tenant_id, group_uuid, slot)
);
call raise_wall('group_device_counts');

create function count_changed_group_devices() returns trigger language plpgsql as $$
begin
  insert into group_device_counts as c (tenant_id, group_uuid, slot, devices)
  select m.tenant_id, m.group_uuid, pg_backend_pid() % 16, case tg_op when 'INSERT' then count(*) else -count(*) end
  from changed m
  where exists (select from groups g where g.tenant_id = m.tenant_id and g.uuid = m.group_uuid)
  group by m.tenant_id, m.group_uuid order by m.tenant_id, m.group_uuid
  on conflict (tenant_id, group_uuid, slot) do update set devices = c.devices + excluded.devices;
  return null;
end $$;
create trigger count_new_group_devices after insert on group_devices
  referencing new table as changed for each statement execute function count_changed_group_devices();
create trigger count_deleted_group_devices after delete on group_devices
  referencing old table as changed for each statement execute function count_changed_group_devices();

create or replace function forget_group_count() returns trigger language plpgsql as $$
begin
  delete from group_user_counts where tenant_id = old.tenant_id and group_uuid = old.uuid;
  delete from group_device_counts where tenant_id = old.tenant_id and group_uuid = old.uuid;
  return null;
end $$;
