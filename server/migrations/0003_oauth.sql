-- What the OAuth provider writes and reads before a tenant is known, each in one round trip
-- (docs/decisions/0011-oauth-store.md). Same style as 0002: security definer, fixed search path, owned by portico_across.
grant create on schema public to portico_across;

-- Keeps an artifact. What a later version leaves out (who, which code) stays as it was.
create function oauth_store(
  of_tenant text, of_model text, of_id bytea, of_payload jsonb, of_grant bytea, of_user uuid, of_session uuid,
  of_client text, of_user_code bytea, of_expires timestamptz) returns void
  language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into public.oauth_artifacts as a
    (tenant_id, model, id_hash, payload, grant_hash, user_uuid, session_id, client_id, user_code_hash, expires_at)
  values (of_tenant, of_model, of_id, of_payload, of_grant, of_user, of_session, of_client, of_user_code, of_expires)
  on conflict (tenant_id, model, id_hash) do update set
    payload = excluded.payload, expires_at = excluded.expires_at
$$;

-- Trades a refresh token for the next one: false, and nothing written, for all but the first, and when the family
-- has been ended.
create function oauth_rotate(
  old_id bytea, of_tenant text, of_id bytea, of_payload jsonb, of_grant bytea, of_user uuid, of_session uuid,
  of_client text, of_expires timestamptz) returns boolean
  language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  with family as (
    select 1 from public.oauth_artifacts g
    where g.tenant_id = of_tenant and g.model = 'Grant' and g.id_hash = of_grant),
  used as (
    update public.oauth_artifacts a set consumed_at = now()
    where a.tenant_id = of_tenant and a.model = 'RefreshToken' and a.id_hash = old_id and a.consumed_at is null
      and exists (select from family)
    returning 1),
  made as (
    insert into public.oauth_artifacts
      (tenant_id, model, id_hash, payload, grant_hash, user_uuid, session_id, client_id, expires_at)
    select of_tenant, 'RefreshToken', of_id, of_payload, of_grant, of_user, of_session, of_client, of_expires
    from used
    returning 1)
  select exists (select from made)
$$;

-- A refresh token, the grant it was made from and whether its user still may: all that a refresh has to know.
create function oauth_find_refresh(asked_id bytea)
  returns table (
    tenant_id text, payload jsonb, expires_at timestamptz, consumed_at timestamptz, grant_payload jsonb, user_uuid uuid,
    user_id text, roles text[], user_status text, locked_until timestamptz, signed_out_at timestamptz,
    tenant_status text, security_policy jsonb, session_open boolean, session_expires_at timestamptz,
    session_seen_at timestamptz, session_proofs text[], proved_at timestamptz, totp_enabled boolean, password_assigned boolean)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select a.tenant_id, a.payload, a.expires_at, a.consumed_at, g.payload, a.user_uuid, p.*
  from public.oauth_artifacts a
  left join public.oauth_artifacts g on g.tenant_id = a.tenant_id and g.model = 'Grant' and g.id_hash = a.grant_hash
  left join lateral public.find_principal(a.tenant_id, a.user_uuid, a.session_id) p on true
  where a.id_hash = asked_id and a.model = 'RefreshToken' and coalesce(a.expires_at, 'infinity') > now()
$$;

-- The person's answer to a device's question, once: the row moves from the provider's space into the tenant of who
-- answered. False when it has been answered already or its time is over.
create function oauth_answer_device(
  asked_code bytea, of_tenant text, of_user uuid, of_session uuid, of_grant bytea, answer jsonb) returns boolean
  language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  with answered as (
    update public.oauth_artifacts a
    set tenant_id = of_tenant, user_uuid = of_user, session_id = of_session, grant_hash = of_grant,
        payload = a.payload || answer
    where a.user_code_hash = asked_code and a.model = 'DeviceCode' and a.tenant_id = '-' and a.consumed_at is null
      and not (a.payload ? 'accountId' or a.payload ? 'error')
      and (a.payload ->> 'exp')::bigint > extract(epoch from now())
    returning 1)
  select exists (select from answered)
$$;

do $$
declare f text;
begin
  foreach f in array array['oauth_store', 'oauth_rotate', 'oauth_find_refresh', 'oauth_answer_device'] loop
    execute format('alter function %I owner to portico_across', f);
    execute format('revoke all on function %I from public', f);
    execute format('grant execute on function %I to portico_app', f);
  end loop;
end $$;
revoke create on schema public from portico_across;
