-- Who changed the permissions of a licence and which, so that whoever edits it meanwhile is told
-- (docs/decisions/0039-second-administrator.md).

-- One more with each saving; whoever saves says which one the decision was made by.
alter table licenses add column revision bigint not null default 1;

-- The savings of the last days: older ones of a licence go when the next is written.
create table license_revisions (
  tenant_id text not null references tenants,
  license_id text collate "C" not null,
  revision bigint not null,
  at timestamptz not null,
  -- Null: the provider.
  operator_uuid uuid,
  -- A new rule: whom it permits and whom not is not listed.
  is_rule boolean not null,
  -- Users or devices.
  permitted uuid[] not null,
  taken uuid[] not null,
  primary key (tenant_id, license_id, revision),
  foreign key (tenant_id, license_id) references licenses
);
call raise_wall('license_revisions');
