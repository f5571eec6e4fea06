-- Who signed in at an identity provider and has no user here, so that an administrator sees whom adding users would add
-- (docs/decisions/0291). `subject_hash`: a keyed hash of who they are there; `sealed_claims`: what the provider said of them.
-- `connection`: an OpenID provider or a SAML connection, which deletes it.
create table unknown_users (
  tenant_id text not null references tenants,
  connection uuid not null,
  subject_hash text not null,
  sealed_claims bytea not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  times integer not null default 1 check (times > 0),
  primary key (tenant_id, connection, subject_hash)
);
call raise_wall('unknown_users');
create index unknown_users_by_time on unknown_users (tenant_id, connection, last_at);
create index unknown_users_old on unknown_users (last_at);

create policy across_tenants on unknown_users to portico_across using (true) with check (true);
grant select, delete on unknown_users to portico_across;

grant create on schema public to portico_across;

-- Kept for 30 days after the last sign-in.
create function sweep_unknown_users(moment timestamptz, batch integer) returns integer
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  swept integer;
begin
  delete from public.unknown_users where ctid = any (array(
    select ctid from public.unknown_users where last_at < moment - interval '30 days' limit batch));
  get diagnostics swept = row_count;
  return swept;
end $$;

-- As in 0277, and what is known of these users.
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
  select t.tenant_id, 'webhooks.sealed_secret', public.key_id_of(t.sealed_secret), count(*)
    from public.webhooks t group by 1, 3
  union all
  select t.tenant_id, 'webhooks.sealed_previous_secret', public.key_id_of(t.sealed_previous_secret), count(*)
    from public.webhooks t where t.sealed_previous_secret is not null group by 1, 3
  union all
  select t.tenant_id, 'provisioning_targets.sealed_token', public.key_id_of(t.sealed_token), count(*)
    from public.provisioning_targets t group by 1, 3
  union all
  select t.tenant_id, 'mail_outbox.sealed_content', public.key_id_of(t.sealed_content), count(*)
    from public.mail_outbox t where t.sealed_content <> '' group by 1, 3
  union all
  select t.tenant_id, 'user_import_files.content', public.key_id_of(t.content), count(*)
    from public.user_import_files t where t.sealed group by 1, 3
  union all
  select t.tenant_id, 'unknown_users.sealed_claims', public.key_id_of(t.sealed_claims), count(*)
    from public.unknown_users t group by 1, 3
$$;

do $$
declare f regprocedure;
begin
  foreach f in array array['sweep_unknown_users(timestamptz, integer)']::regprocedure[] loop
    execute format('alter function %s owner to portico_across', f);
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to portico_app', f);
  end loop;
end $$;
revoke create on schema public from portico_across;
