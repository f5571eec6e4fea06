-- Who calls, together with the grant behind their access token: one question where there were two. Of the grant, what the
-- token has to agree with. The policy comes as text: most callers share one that is read already. A function of its own
-- beside find_caller, for processes of the version before.
create function find_caller_with_grant(asked_tenant text, asked_user uuid, asked_session uuid, asked_grant bytea)
  returns table (
    user_id text, roles text[], user_status text, locked_until timestamptz, signed_out_at timestamptz,
    tenant_status text, security_policy text, session_open boolean, session_expires_at timestamptz,
    session_seen_at timestamptz, session_proofs text[], proved_at timestamptz, totp_enabled boolean, password_assigned boolean,
    source text, grant_account text, grant_client text, grant_session text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select u.user_id, u.roles, u.status, u.locked_until, u.signed_out_at,
    t.status, t.security_policy::text, s.session_id is not null and s.ended_at is null, s.expires_at,
    s.last_seen_at, s.proofs, s.proved_at,
    exists (select from public.totps x where x.tenant_id = u.tenant_id and x.user_uuid = u.uuid and x.enabled),
    exists (select from public.user_passwords p where p.tenant_id = u.tenant_id and p.user_uuid = u.uuid),
    u.source, g.payload ->> 'accountId', g.payload ->> 'clientId', g.payload ->> 'bound'
  from public.users u
  join public.tenants t on t.tenant_id = u.tenant_id
  left join public.sessions s on s.tenant_id = u.tenant_id and s.user_uuid = u.uuid and s.session_id = asked_session
  left join public.oauth_artifacts g on g.tenant_id = u.tenant_id and g.id_hash = asked_grant and g.model = 'Grant'
    and coalesce(g.expires_at, 'infinity') > now()
  where u.tenant_id = asked_tenant and u.uuid = asked_user
$$;
grant create on schema public to portico_across;
alter function find_caller_with_grant owner to portico_across;
revoke create on schema public from portico_across;
revoke all on function find_caller_with_grant from public;
grant execute on function find_caller_with_grant to portico_app;
