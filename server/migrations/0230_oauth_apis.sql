-- APIs of a tenant's own, for which its apps get access tokens (docs/decisions/0230).
create table oauth_apis (
  tenant_id text not null references tenants,
  api_id uuid not null,
  name text not null,
  audience text not null,
  -- [{name, description}]
  scopes jsonb not null,
  checking_apps text[] not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, api_id),
  constraint duplicated_params_audience unique (tenant_id, audience)
);
call raise_wall('oauth_apis');

-- Processes keep them.
create trigger tell_changed after update on oauth_apis referencing old table as before new table as now_there
  for each statement execute function tell_change('tenant_id', 'api_id', 'name', 'scopes', 'checking_apps');
create trigger tell_deleted after delete on oauth_apis referencing old table as before
  for each statement execute function tell_change();
create trigger tell_made after insert on oauth_apis referencing new table as now_there
  for each statement execute function tell_change();
