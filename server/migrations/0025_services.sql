-- What the provider sells, and what of it a tenant has: services, contracts, licences (docs/decisions/0032-services.md).

-- The catalogue of the provider, the same for every tenant: rows of the space '-'.
create table services (
  tenant_id text not null references tenants check (tenant_id = '-'),
  service_class text not null,
  enabled boolean not null default true,
  -- Texts by language; en is always there.
  names jsonb not null,
  descriptions jsonb not null default '{}',
  -- Addresses by region; `default` stands in for those that are not named. Null: no such page.
  link_urls jsonb,
  admin_link_urls jsonb,
  -- SVG. Its version changes with it, so that browsers may keep it.
  icon text,
  icon_version text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, service_class)
);
call raise_wall('services');

-- The catalogue as tenants see it: nothing else is seen through this view. Only the provider's space writes it.
create policy across_tenants on services to portico_across using (true);
grant select on services to portico_across;
create view provider_services as select * from services where tenant_id = '-';
grant create on schema public to portico_across;
alter view provider_services owner to portico_across;
revoke create on schema public from portico_across;
revoke all on provider_services from public;
grant select on provider_services to portico_app;

create table contracts (
  tenant_id text not null references tenants,
  contract_id text not null,
  rate_plan_name text not null,
  subscription_regional_id text not null,
  starts_at timestamptz not null,
  ends_at timestamptz check (ends_at > starts_at),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, contract_id)
);
call raise_wall('contracts');

-- Identifiers of licences stand in millions of rows of permissions: compared byte by byte.
create table licenses (
  tenant_id text not null references tenants,
  license_id text collate "C" not null,
  contract_id text not null,
  service_class text not null,
  volume_type text not null check (volume_type in ('user', 'device')),
  volume bigint not null check (volume >= 0),
  -- Null: all.
  available_roles text[],
  available_device_types text[],
  -- Null: as the contract says.
  starts_at timestamptz,
  expires_at timestamptz,
  suspended_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, license_id),
  foreign key (tenant_id, contract_id) references contracts
);
create index licenses_by_contract on licenses (tenant_id, contract_id);
call raise_wall('licenses');

-- What a licence is at a moment: it ends by its own date or its contract's, whichever comes first.
create function license_status(moment timestamptz, suspended_at timestamptz, expires_at timestamptz, contract_ends_at timestamptz)
  returns text language sql immutable parallel safe as $$
  select case
    when least(expires_at, contract_ends_at) <= moment then 'expired'
    when suspended_at is not null then 'suspended'
    else 'activated'
  end
$$;
