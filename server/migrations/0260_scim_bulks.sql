-- Bulks of SCIM (docs/decisions/0260-scim-bulk.md): many operations of a source in one call. `digest`: of what was sent, so
-- that a Bulk whose answer was lost goes on when it is sent again. `ids`: whom operations made that others name by `bulkId`.
create table scim_bulks (
  tenant_id text not null references tenants,
  uuid uuid not null,
  source_uuid uuid not null,
  digest bytea not null,
  status text not null check (status in ('processing', 'completed', 'error')),
  operations integer not null,
  done integer not null default 0,
  failed integer not null default 0,
  fail_on_errors integer,
  ids jsonb not null default '{}',
  actor_name text not null,
  address text,
  request_id text not null,
  created_at timestamptz not null,
  finished_at timestamptz,
  answered_at timestamptz,
  primary key (tenant_id, uuid),
  foreign key (tenant_id, source_uuid) references provisioning_sources on delete cascade
);
call raise_wall('scim_bulks');
create index scim_bulks_of_source on scim_bulks (tenant_id, source_uuid, uuid);
create unique index scim_bulks_unanswered on scim_bulks (tenant_id, source_uuid, digest) where answered_at is null;

-- The operations, some hundred at a time, in the order in which they are carried out; those that are done are forgotten.
-- `json`, since what is sent may have characters that `jsonb` does not take.
create table scim_bulk_pieces (
  tenant_id text not null,
  bulk_uuid uuid not null,
  piece integer not null,
  size integer not null,
  done integer not null default 0,
  operations json not null,
  results json not null default '[]',
  primary key (tenant_id, bulk_uuid, piece),
  foreign key (tenant_id, bulk_uuid) references scim_bulks on delete cascade
);
call raise_wall('scim_bulk_pieces');
