-- When a source was deleted whose users are still being released, some at a time (docs/decisions/0220).
alter table provisioning_sources add column deleted_at timestamptz;
drop index provisioning_sources_by_name;
create unique index provisioning_sources_by_name on provisioning_sources (tenant_id, lower(display_name))
  where deleted_at is null;
