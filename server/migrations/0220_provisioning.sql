-- Sources that provide users, and the tokens they use (docs/decisions/0220-provisioning-sources.md).
create table provisioning_sources (
  tenant_id text not null references tenants,
  uuid uuid not null,
  kind text not null check (kind in ('aad', 'okta', 'custom')),
  display_name text not null,
  enabled boolean not null,
  delete_behavior text not null check (delete_behavior in ('keep', 'deactivate', 'delete')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, uuid)
);
call raise_wall('provisioning_sources');
create unique index provisioning_sources_by_name on provisioning_sources (tenant_id, lower(display_name));

-- `scopes`: what the token may do, each a kind of right and the thing it is for; `scim` is for its source.
create table management_tokens (
  tenant_id text not null references tenants,
  uuid uuid not null,
  token_hash bytea not null,
  name text not null,
  scopes text[] not null check (scopes <@ array['scim'] and scopes <> '{}'),
  source_uuid uuid not null,
  created_by uuid not null,
  created_by_user_id text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  last_used_at timestamptz,
  last_used_address text,
  primary key (tenant_id, uuid),
  unique (tenant_id, token_hash),
  foreign key (tenant_id, source_uuid) references provisioning_sources on delete cascade
);
call raise_wall('management_tokens');
create index management_tokens_of_source on management_tokens (tenant_id, source_uuid);

-- The users of a source. `resource`: what it says of a user that has no column at the user, and the rest as it was sent.
-- `gone_at`: the source has deleted a user who is kept deactivated, and who is the same if it provides them again.
create table source_users (
  tenant_id text not null,
  source_uuid uuid not null,
  user_uuid uuid not null,
  user_name text not null,
  user_name_key text not null generated always as (lower(user_name)) stored,
  external_id text,
  resource jsonb not null,
  version bigint not null default 1,
  gone_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, source_uuid, user_uuid),
  foreign key (tenant_id, source_uuid) references provisioning_sources,
  foreign key (tenant_id, user_uuid) references users on delete cascade
);
call raise_wall('source_users');
create unique index source_users_of_user on source_users (tenant_id, user_uuid);
create unique index source_users_by_user_name on source_users (tenant_id, source_uuid, user_name_key);
create unique index source_users_by_external_id on source_users (tenant_id, source_uuid, external_id) where external_id is not null;
