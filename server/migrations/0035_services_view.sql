-- What services see of who may use them, and when somebody last used a licence (docs/decisions/0038-services-view.md).

-- The service a client belongs to; only the provider says so. Null: it is a client of the tenant's own.
alter table oauth_clients add column service_class text;

-- What a user is permitted now: of licences that are activated and have begun, of services that are offered. Whether
-- the user may sign in is another question.
create function licenses_of_user(holder uuid, moment timestamptz)
  returns table (license_id text, service_class text) language sql stable parallel safe as $$
  select l.license_id, l.service_class
  from users u
  join licenses l on l.tenant_id = u.tenant_id and l.volume_type = 'user'
  join contracts c on c.tenant_id = l.tenant_id and c.contract_id = l.contract_id
  join provider_services s on s.service_class = l.service_class and s.enabled
  left join license_users p on p.tenant_id = l.tenant_id and p.user_uuid = u.uuid and p.license_id = l.license_id
    and p.generation = l.generation
  where u.uuid = holder and is_available_to(l.available_roles, u.roles) and coalesce(p.permitted, l.all_users)
    and license_status(moment, l.suspended_at, l.expires_at, c.ends_at) = 'activated'
    and greatest(l.starts_at, c.starts_at) <= moment
$$;

-- And a device.
create function licenses_of_device(holder uuid, moment timestamptz)
  returns table (license_id text, service_class text) language sql stable parallel safe as $$
  select l.license_id, l.service_class
  from devices d
  join licenses l on l.tenant_id = d.tenant_id and l.volume_type = 'device'
  join contracts c on c.tenant_id = l.tenant_id and c.contract_id = l.contract_id
  join provider_services s on s.service_class = l.service_class and s.enabled
  left join license_devices p on p.tenant_id = l.tenant_id and p.device_uuid = d.uuid and p.license_id = l.license_id
    and p.generation = l.generation
  where d.uuid = holder
    and is_available_to_device(l.available_roles, l.available_device_types, d.roles, d.device_type)
    and coalesce(p.permitted, d.device_type = any (l.all_device_types))
    and license_status(moment, l.suspended_at, l.expires_at, c.ends_at) = 'activated'
    and greatest(l.starts_at, c.starts_at) <= moment
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
