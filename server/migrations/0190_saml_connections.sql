-- Sign-in through a SAML identity provider (docs/decisions/0190-saml-service-provider.md). `saml_id` is the name in
-- addresses, shown as typed; links, requests and traces name a connection by its uuid. Acts on the connections of a tenant
-- take turns, so that names and limits are checked by reading.
create table saml_connections (
  tenant_id text not null references tenants,
  uuid uuid not null,
  saml_id text not null,
  saml_id_key text not null generated always as (lower(saml_id)) stored,
  display_name text not null,
  entity_id text not null,
  sso_url text not null,
  trusted_origin text,
  mail_address_attribute text not null,
  family_name_attribute text not null,
  given_name_attribute text not null,
  enabled boolean not null default false,
  jit_provisioning boolean not null default false,
  tested_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, uuid),
  unique (tenant_id, saml_id_key),
  unique (tenant_id, entity_id)
);
call raise_wall('saml_connections');

-- Certificates that its answers may be signed with; several while one replaces another.
create table saml_certificates (
  tenant_id text not null,
  connection uuid not null,
  certification_id uuid not null,
  certificate bytea not null,
  fingerprint text not null,
  subject text not null,
  starts_at timestamptz not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  primary key (tenant_id, connection, certification_id),
  unique (tenant_id, connection, fingerprint),
  foreign key (tenant_id, connection) references saml_connections on delete cascade
);
call raise_wall('saml_certificates');

-- Assertions that were used, until they would not be accepted any more: each signs in once.
create table saml_used_assertions (
  tenant_id text not null,
  connection uuid not null,
  assertion_hash bytea not null,
  expires_at timestamptz not null,
  primary key (tenant_id, connection, assertion_hash),
  foreign key (tenant_id, connection) references saml_connections on delete cascade
);
create index saml_used_assertions_by_end on saml_used_assertions (tenant_id, expires_at);
call raise_wall('saml_used_assertions');

-- Answers that a provider had posted here by a browser, without its cookies, until the browser comes back with them.
create table saml_posted_answers (
  tenant_id text not null,
  answer_hash bytea not null,
  connection uuid not null,
  document text not null,
  relay_state text not null,
  expires_at timestamptz not null,
  primary key (tenant_id, answer_hash),
  foreign key (tenant_id, connection) references saml_connections on delete cascade
);
create index saml_posted_answers_by_end on saml_posted_answers (tenant_id, expires_at);
call raise_wall('saml_posted_answers');
