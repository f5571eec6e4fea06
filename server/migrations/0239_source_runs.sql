-- What a source did, by the hour (docs/decisions/0239-runs-of-sources.md): calls by what became of them. In slots, so that
-- calls at once do not wait for each other.
create table source_runs (
  tenant_id text not null references tenants,
  source_uuid uuid not null,
  hour timestamptz not null,
  slot integer not null,
  created integer not null default 0,
  updated integer not null default 0,
  deactivated integer not null default 0,
  deleted integer not null default 0,
  held integer not null default 0,
  unchanged integer not null default 0,
  groups integer not null default 0,
  failed integer not null default 0,
  primary key (tenant_id, source_uuid, hour, slot),
  foreign key (tenant_id, source_uuid) references provisioning_sources on delete cascade
);
call raise_wall('source_runs');
