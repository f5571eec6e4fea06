-- What services see of who may use them, and when somebody last used a licence (docs/decisions/0038-services-view.md).

-- The service a client belongs to; only the provider says so. Null: it is a client of the tenant's own.
alter table oauth_clients add column service_class text;

-- What a user is permitted now: of licences that are activated and have begun, of services that are offered. Whether
-- the user may sign in is another question. The user is found once and each licence asked by its whole key, so that a
-- tenant without statistics is not walked again and again.
create function licenses_of_user(holder uuid, moment timestamptz)
  returns table (license_id text, service_class text) language sql stable parallel safe as $$
  with h as materialized (select u.tenant_id, u.uuid, u.roles from users u where u.uuid = holder)
  select l.license_id, l.service_class
  from h
  join licenses l on l.tenant_id = h.tenant_id and l.volume_type = 'user'
  join contracts c on c.tenant_id = l.tenant_id and c.contract_id = l.contract_id
  where is_available_to(l.available_roles, h.roles)
    and coalesce((
      select p.permitted from license_users p
      where p.tenant_id = l.tenant_id and p.user_uuid = h.uuid and p.license_id = l.license_id and p.generation = l.generation),
      l.all_users)
    and license_status(moment, l.suspended_at, l.expires_at, c.ends_at) = 'activated'
    and greatest(l.starts_at, c.starts_at) <= moment
    and l.service_class in (select s.service_class from provider_services s where s.enabled)
$$;

-- And a device.
create function licenses_of_device(holder uuid, moment timestamptz)
  returns table (license_id text, service_class text) language sql stable parallel safe as $$
  with h as materialized (select d.tenant_id, d.uuid, d.roles, d.device_type from devices d where d.uuid = holder)
  select l.license_id, l.service_class
  from h
  join licenses l on l.tenant_id = h.tenant_id and l.volume_type = 'device'
  join contracts c on c.tenant_id = l.tenant_id and c.contract_id = l.contract_id
  where is_available_to_device(l.available_roles, l.available_device_types, h.roles, h.device_type)
    and coalesce((
      select p.permitted from license_devices p
      where p.tenant_id = l.tenant_id and p.device_uuid = h.uuid and p.license_id = l.license_id and p.generation = l.generation),
      h.device_type = any (l.all_device_types))
    and license_status(moment, l.suspended_at, l.expires_at, c.ends_at) = 'activated'
    and greatest(l.starts_at, c.starts_at) <= moment
    and l.service_class in (select s.service_class from provider_services s where s.enabled)
$$;

-- When a user last used a licence; written at most once a day. Who never did has no row.
create table last_uses (
  tenant_id text not null,
  user_uuid uuid not null,
  license_id text collate "C" not null,
  used_at timestamptz not null,
  primary key (tenant_id, user_uuid, license_id),
  foreign key (tenant_id, user_uuid) references users on delete cascade,
  foreign key (tenant_id, license_id) references licenses
);
create index last_uses_by_time on last_uses (tenant_id, license_id, used_at, user_uuid);
call raise_wall('last_uses');
