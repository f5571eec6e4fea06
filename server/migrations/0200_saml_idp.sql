-- The tenant as SAML identity provider: service providers, their certificates and icons, and the tenant's own certificates
-- for keys of the keyring (docs/decisions/0200-saml-identity-provider.md).
create table saml_sps (
  tenant_id text not null references tenants,
  saml_sp_id uuid not null,
  display_name text not null,
  entity_id text not null,
  acs_url text not null,
  relay_state text,
  logout_url text,
  signing_option text not null check (signing_option in ('response', 'assertion', 'both')),
  name_id_format text not null check (name_id_format in ('persistent', 'emailAddress', 'unspecified', 'transient')),
  authn_requests_signed boolean not null,
  enabled boolean not null,
  attribute_statements jsonb not null,
  icon_enabled boolean not null default false,
  icon_media_type text check (icon_media_type in ('image/png', 'image/jpeg', 'image/webp', 'image/svg+xml')),
  icon bytea,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, saml_sp_id),
  constraint "duplicated_params_entityId" unique (tenant_id, entity_id),
  check ((icon is null) = (icon_media_type is null))
);
call raise_wall('saml_sps');

-- Certificates with which requests of a service provider are checked.
create table saml_sp_certifications (
  tenant_id text not null,
  saml_sp_id uuid not null,
  certification_id uuid not null,
  certificate bytea not null,
  fingerprint text not null,
  subject text not null,
  starts_at timestamptz not null,
  expires_at timestamptz not null,
  active boolean not null,
  created_at timestamptz not null,
  primary key (tenant_id, saml_sp_id, certification_id),
  foreign key (tenant_id, saml_sp_id) references saml_sps on delete cascade,
  constraint duplicated unique (tenant_id, saml_sp_id, fingerprint)
);
call raise_wall('saml_sp_certifications');

-- The self-signed certificate of a key; the key itself is the keyring's.
create table saml_idp_certificates (
  tenant_id text not null,
  kid text not null,
  certificate bytea not null,
  starts_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (tenant_id, kid),
  foreign key (tenant_id, kid) references signing_keys on delete cascade
);
call raise_wall('saml_idp_certificates');

-- Why a service provider was refused, each cause once, as for OAuth clients (0183).
create table saml_sp_refusals (
  tenant_id text not null,
  saml_sp_id uuid not null,
  cause text not null,
  detail text,
  last_at timestamptz not null,
  primary key (tenant_id, saml_sp_id, cause),
  foreign key (tenant_id, saml_sp_id) references saml_sps on delete cascade
);
call raise_wall('saml_sp_refusals');

-- Requests that wait for a sign-in, under the hash of a one-time ID. An answered one stays until it has expired, so that it
-- is not answered again.
create table saml_requests (
  tenant_id text not null,
  request_hash bytea not null,
  saml_sp_id uuid not null,
  -- Of the service provider; null: the sign-in starts at the portal.
  sp_request_id text,
  relay_state text,
  force_authn boolean not null,
  is_passive boolean not null,
  name_id_format text,
  comparison text not null,
  context_classes text[] not null,
  received_at timestamptz not null,
  expires_at timestamptz not null,
  answered_at timestamptz,
  primary key (tenant_id, request_hash),
  unique (tenant_id, saml_sp_id, sp_request_id),
  foreign key (tenant_id, saml_sp_id) references saml_sps on delete cascade
);
create index saml_requests_by_expiry on saml_requests (tenant_id, expires_at);
call raise_wall('saml_requests');

-- Persistent names: another one at each service provider, never given to somebody else. They go with a user and come back
-- from the bin, maybe after the service provider was deleted, which therefore takes its names with it by itself.
create table saml_name_ids (
  tenant_id text not null,
  saml_sp_id uuid not null,
  user_uuid uuid not null,
  name_id text not null,
  primary key (tenant_id, saml_sp_id, user_uuid),
  unique (tenant_id, saml_sp_id, name_id),
  foreign key (tenant_id, user_uuid) references users on delete cascade
);
create index saml_name_ids_of_user on saml_name_ids (tenant_id, user_uuid);
call raise_wall('saml_name_ids');

-- Where a session was signed in to, for signing out there.
create table saml_sp_sessions (
  tenant_id text not null,
  session_id uuid not null,
  saml_sp_id uuid not null,
  name_id text not null,
  name_id_format text not null,
  signed_in_at timestamptz not null,
  primary key (tenant_id, session_id, saml_sp_id),
  foreign key (tenant_id, session_id) references sessions on delete cascade,
  foreign key (tenant_id, saml_sp_id) references saml_sps on delete cascade
);
create index saml_sp_sessions_of_sp on saml_sp_sessions (tenant_id, saml_sp_id);
call raise_wall('saml_sp_sessions');
