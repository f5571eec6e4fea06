-- Sign-in through another identity provider: OpenID Connect and SAML (federation.md). The proof is a kind of its own.
alter table sessions drop constraint sessions_proofs_known;
alter table sessions add constraint sessions_proofs_known check (
  proofs <@ array['password', 'ticket', 'card', 'userCode', 'federated', 'totp', 'recoveryCode']) not valid;
alter table pending_sign_ins drop constraint pending_sign_ins_proofs_known;
alter table pending_sign_ins add constraint pending_sign_ins_proofs_known check (
  proofs <@ array['password', 'ticket', 'card', 'userCode', 'federated', 'totp', 'recoveryCode']) not valid;

-- What a browser was sent to a provider for. It is found by the hash of the state that comes back, consumed once, and
-- belongs to the browser whose secret is hashed here.
create table federated_requests (
  tenant_id text not null references tenants,
  request_hash bytea not null,
  connection uuid not null,
  purpose text not null check (purpose in ('signIn', 'connect', 'test')),
  user_uuid uuid,
  browser_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  consumed_at timestamptz,
  primary key (tenant_id, request_hash),
  foreign key (tenant_id, user_uuid) references users on delete cascade,
  check ((purpose = 'signIn') = (user_uuid is null))
);
create index federated_requests_by_end on federated_requests (tenant_id, expires_at);
create index federated_requests_of_user on federated_requests (tenant_id, user_uuid) where user_uuid is not null;
call raise_wall('federated_requests');

-- What became of the answers of a provider, for the administrator who connects it: the latest fifty of a connection.
create table federation_traces (
  tenant_id text not null references tenants,
  connection uuid not null,
  id uuid not null,
  at timestamptz not null,
  purpose text not null check (purpose in ('signIn', 'connect', 'test', 'unasked')),
  cause text,
  detail jsonb not null default '{}',
  request_id text not null,
  primary key (tenant_id, connection, id)
);
call raise_wall('federation_traces');

-- OpenID providers of a tenant. `op_id` is their name in addresses; links and requests name them by their uuid.
create table openid_connections (
  tenant_id text not null references tenants,
  uuid uuid not null,
  op_id text not null,
  kind text not null check (kind in ('oidc', 'office365')),
  display_name text not null,
  issuer text not null,
  client_id text not null,
  sealed_client_secret bytea not null,
  scopes text[] not null,
  enabled boolean not null default false,
  jit_provisioning boolean not null default false,
  directory_ids text[] not null default '{}',
  tested_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, uuid),
  constraint "duplicated_params_opId" unique (tenant_id, op_id)
);
call raise_wall('openid_connections');
create policy across_tenants on openid_connections for select to portico_across using (true);
grant select (tenant_id, sealed_client_secret) on openid_connections to portico_across;

-- That of 0110, with the secrets of clients at OpenID providers.
create or replace function count_sealed_values() returns table (tenant_id text, place text, key_id text, amount bigint)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select t.tenant_id, 'lookup_keys.sealed_key', public.key_id_of(t.sealed_key), count(*)
    from public.lookup_keys t group by 1, 3
  union all
  select t.tenant_id, 'signing_keys.sealed_private_jwk', public.key_id_of(t.sealed_private_jwk), count(*)
    from public.signing_keys t group by 1, 3
  union all
  select t.tenant_id, 'totps.sealed_secret', public.key_id_of(t.sealed_secret), count(*)
    from public.totps t group by 1, 3
  union all
  select t.tenant_id, 'deleted_totps.sealed_secret', public.key_id_of(t.sealed_secret), count(*)
    from public.deleted_totps t group by 1, 3
  union all
  select t.tenant_id, 'registration_urls.sealed_secret', public.key_id_of(t.sealed_secret), count(*)
    from public.registration_urls t group by 1, 3
  union all
  select t.tenant_id, 'openid_connections.sealed_client_secret', public.key_id_of(t.sealed_client_secret), count(*)
    from public.openid_connections t group by 1, 3
  union all
  select t.tenant_id, 'mail_outbox.sealed_content', public.key_id_of(t.sealed_content), count(*)
    from public.mail_outbox t where t.sealed_content <> '' group by 1, 3
  union all
  select t.tenant_id, 'user_import_files.content', public.key_id_of(t.content), count(*)
    from public.user_import_files t where t.sealed group by 1, 3
$$;
