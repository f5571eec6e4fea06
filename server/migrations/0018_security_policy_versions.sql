-- Every saved version of a tenant's security policy is kept, with who saved it, when, and what it changed. A policy is
-- saved over the version it was made from, and over no other (docs/decisions/0028-policies.md).
alter table tenants add column security_policy_version integer not null default 0;

create table security_policy_versions (
  tenant_id text not null references tenants,
  version integer not null check (version > 0),
  saved_at timestamptz not null,
  operator_uuid uuid,
  operator_user_id text not null,
  -- {"passwordPolicy.minLength": {"before": 8, "after": 12}}
  changes jsonb not null default '{}',
  -- The whole policy as it was from then on.
  policy jsonb not null default '{}',
  primary key (tenant_id, version)
);
call raise_wall('security_policy_versions');
-- Written once, like a log.
revoke update, delete on security_policy_versions from portico_app;
