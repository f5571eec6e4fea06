-- The script of the page configuration (specification, section 7): at most one, the provider's.
create table custom_scripts (
  tenant_id text not null,
  url text not null,
  integrity text not null,
  updated_at timestamptz not null default now(),
  primary key (tenant_id)
);
call raise_wall('custom_scripts');
