-- Groups that a source provides (docs/decisions/0237-groups-of-sources.md). `source`: who keeps the name and the members.
alter table groups add column source text not null default 'local' check (source in ('local', 'scim'));

-- `display_name`: the whole of it; the group's name is as much as a name may have.
create table source_groups (
  tenant_id text not null,
  source_uuid uuid not null,
  group_uuid uuid not null,
  display_name text not null,
  display_name_key text not null generated always as (lower(display_name)) stored,
  external_id text,
  version bigint not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, source_uuid, group_uuid),
  foreign key (tenant_id, source_uuid) references provisioning_sources,
  foreign key (tenant_id, group_uuid) references groups on delete cascade
);
call raise_wall('source_groups');
create unique index source_groups_of_group on source_groups (tenant_id, group_uuid);
create unique index source_groups_by_display_name on source_groups (tenant_id, source_uuid, display_name_key);
create unique index source_groups_by_external_id on source_groups (tenant_id, source_uuid, external_id)
  where external_id is not null;
