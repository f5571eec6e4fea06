-- Signing out with a SAML identity provider, and signed requests (docs/decisions/0204-saml-sign-out.md). Keys of the tenant
-- as service provider are the keyring's, as those of the tenant as identity provider are.
alter table signing_keys drop constraint signing_keys_purpose_check;
alter table signing_keys add constraint signing_keys_purpose_check
  check (purpose in ('oauth', 'samlSigning', 'samlEncryption', 'samlSpSigning')) not valid;
alter table federation_traces drop constraint federation_traces_purpose_check;
alter table federation_traces add constraint federation_traces_purpose_check
  check (purpose in ('signIn', 'connect', 'test', 'unasked', 'signOut')) not valid;

-- `slo_url`: where the provider takes requests to sign out, and our answers to its own (HTTP-Redirect).
alter table saml_connections
  add column slo_url text,
  add column sign_requests boolean not null default false;

-- A user's session at a provider, as it named it when it signed the user in. Sessions of ours name it in `proven_accounts`.
create table saml_provider_sessions (
  tenant_id text not null,
  id uuid not null,
  connection uuid not null,
  user_uuid uuid not null,
  name_id text not null,
  name_id_format text,
  session_index text,
  expires_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, connection) references saml_connections on delete cascade,
  foreign key (tenant_id, user_uuid) references users on delete cascade
);
create index saml_provider_sessions_by_name on saml_provider_sessions (tenant_id, connection, name_id);
create index saml_provider_sessions_by_end on saml_provider_sessions (tenant_id, expires_at);
create index saml_provider_sessions_of_user on saml_provider_sessions (tenant_id, user_uuid);
call raise_wall('saml_provider_sessions');
