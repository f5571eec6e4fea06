-- Who calls, with where the account comes from: a tenant may enforce the second factor for local accounts only
-- (docs/decisions/0029). A function of its own beside find_principal: processes that run while this is applied hold
-- prepared statements of that one, and the version before goes on asking it.
create function find_caller(asked_tenant text, asked_user uuid, asked_session uuid)
  returns table (
    user_id text, roles text[], user_status text, locked_until timestamptz, signed_out_at timestamptz,
    tenant_status text, security_policy jsonb, session_open boolean, session_expires_at timestamptz,
    session_seen_at timestamptz, session_proofs text[], proved_at timestamptz, totp_enabled boolean, password_assigned boolean,
    source text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select u.user_id, u.roles, u.status, u.locked_until, u.signed_out_at,
    t.status, t.security_policy, s.session_id is not null and s.ended_at is null, s.expires_at,
    s.last_seen_at, s.proofs, s.proved_at,
    exists (select from public.totps x where x.tenant_id = u.tenant_id and x.user_uuid = u.uuid and x.enabled),
    exists (select from public.user_passwords p where p.tenant_id = u.tenant_id and p.user_uuid = u.uuid),
    u.source
  from public.users u
  join public.tenants t on t.tenant_id = u.tenant_id
  left join public.sessions s on s.tenant_id = u.tenant_id and s.user_uuid = u.uuid and s.session_id = asked_session
  where u.tenant_id = asked_tenant and u.uuid = asked_user
$$;
grant create on schema public to portico_across;
alter function find_caller owner to portico_across;
revoke create on schema public from portico_across;
revoke all on function find_caller from public;
grant execute on function find_caller to portico_app;
