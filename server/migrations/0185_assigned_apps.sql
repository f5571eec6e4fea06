-- An app is for everyone of its tenant, or for the users and groups assigned to it (docs/decisions/0185).
alter table oauth_clients
  add column access text not null default 'everyone' check (access in ('everyone', 'assigned'));

-- Processes keep it with the client.
drop trigger tell_changed on oauth_clients;
create trigger tell_changed after update on oauth_clients referencing old table as before new table as now_there
  for each statement execute function tell_change('tenant_id', 'client_id', 'name', 'metadata', 'secret_hash',
    'previous_secret_hash', 'disabled_at', 'service_class', 'first_party', 'access');

-- Users come back from the bin with their assignments, maybe after the app was deleted: so no foreign key to the app, which
-- takes its rows with it by itself.
create table oauth_client_users (
  tenant_id text not null,
  client_id text not null,
  user_uuid uuid not null,
  primary key (tenant_id, client_id, user_uuid),
  foreign key (tenant_id, user_uuid) references users on delete cascade
);
create index oauth_client_users_of_user on oauth_client_users (tenant_id, user_uuid);
call raise_wall('oauth_client_users');

create table oauth_client_groups (
  tenant_id text not null,
  client_id text not null,
  group_uuid uuid not null,
  primary key (tenant_id, client_id, group_uuid),
  foreign key (tenant_id, client_id) references oauth_clients on delete cascade,
  foreign key (tenant_id, group_uuid) references groups on delete cascade
);
create index oauth_client_groups_of_group on oauth_client_groups (tenant_id, group_uuid);
call raise_wall('oauth_client_groups');

create function forget_client_users() returns trigger language plpgsql as $$
begin
  delete from oauth_client_users where tenant_id = old.tenant_id and client_id = old.client_id;
  return null;
end $$;
create trigger forget_client_users after delete on oauth_clients for each row execute function forget_client_users();

-- Whether a user is assigned to an app: directly, or as a member of an assigned group or of a group in one. Each way is
-- asked by whole keys, however many rows there are.
create function is_assigned(asked_tenant text, asked_client text, asked_user uuid) returns boolean
  language sql stable parallel safe as $$
  select exists (
    select from public.oauth_client_users a
    where a.tenant_id = asked_tenant and a.client_id = asked_client and a.user_uuid = asked_user)
  or exists (
    select from public.group_users m
    join public.oauth_client_groups a on a.tenant_id = m.tenant_id and a.client_id = asked_client and a.group_uuid = m.group_uuid
    where m.tenant_id = asked_tenant and m.user_uuid = asked_user)
  or exists (
    select from public.group_users m
    join public.group_ancestry n on n.tenant_id = m.tenant_id and n.descendant_uuid = m.group_uuid
    join public.oauth_client_groups a on a.tenant_id = n.tenant_id and a.client_id = asked_client and a.group_uuid = n.ancestor_uuid
    where m.tenant_id = asked_tenant and m.user_uuid = asked_user)
$$;

-- ── Callers and refreshes, with the assignment ──────────────────────────────────────────────────────────────────────
do $$
declare t text;
begin
  foreach t in array array['oauth_client_users', 'oauth_client_groups', 'group_users', 'group_ancestry'] loop
    execute format('create policy across_tenants on %I to portico_across using (true)', t);
    execute format('grant select on %I to portico_across', t);
  end loop;
end $$;
grant select (access) on oauth_clients to portico_across;

-- Whether a user may use an app. One that is not there (the portal itself) asks for no assignment.
create function may_use_app(asked_tenant text, asked_client text, asked_user uuid) returns boolean
  language sql stable parallel safe as $$
  select coalesce((
    select c.access = 'everyone' or public.is_assigned(asked_tenant, asked_client, asked_user)
    from public.oauth_clients c where c.tenant_id = asked_tenant and c.client_id = asked_client), true)
$$;

-- That of 0130, with whether its user may use the app of the grant: still one question. A function of its own, for
-- processes of the version before.
create function find_caller_of_app(asked_tenant text, asked_user uuid, asked_session uuid, asked_grant bytea)
  returns table (
    user_id text, roles text[], user_status text, locked_until timestamptz, signed_out_at timestamptz,
    tenant_status text, security_policy text, session_open boolean, session_expires_at timestamptz,
    session_seen_at timestamptz, session_proofs text[], proved_at timestamptz, totp_enabled boolean, password_assigned boolean,
    source text, grants jsonb, grant_account text, grant_client text, grant_session text, may_use_app boolean)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select u.user_id, u.roles, u.status, u.locked_until, u.signed_out_at,
    t.status, t.security_policy::text, s.session_id is not null and s.ended_at is null, s.expires_at,
    s.last_seen_at, s.proofs, s.proved_at,
    exists (select from public.totps x where x.tenant_id = u.tenant_id and x.user_uuid = u.uuid and x.enabled),
    exists (select from public.user_passwords p where p.tenant_id = u.tenant_id and p.user_uuid = u.uuid),
    u.source,
    coalesce((select jsonb_agg(jsonb_build_object('role', r.role, 'scope', r.scope, 'group', r.group_uuid))
      from public.role_grants r where r.tenant_id = u.tenant_id and r.user_uuid = u.uuid), '[]'),
    g.payload ->> 'accountId', g.payload ->> 'clientId', g.payload ->> 'bound',
    g.client_id is null or public.may_use_app(u.tenant_id, g.client_id, u.uuid)
  from public.users u
  join public.tenants t on t.tenant_id = u.tenant_id
  left join public.sessions s on s.tenant_id = u.tenant_id and s.user_uuid = u.uuid and s.session_id = asked_session
  left join public.oauth_artifacts g on g.tenant_id = u.tenant_id and g.id_hash = asked_grant and g.model = 'Grant'
    and coalesce(g.expires_at, 'infinity') > now()
  where u.tenant_id = asked_tenant and u.uuid = asked_user
$$;

-- That of 0003, likewise.
create function oauth_find_refresh_of_app(asked_id bytea)
  returns table (
    tenant_id text, payload jsonb, expires_at timestamptz, consumed_at timestamptz, grant_payload jsonb, user_uuid uuid,
    user_id text, roles text[], user_status text, locked_until timestamptz, signed_out_at timestamptz,
    tenant_status text, security_policy jsonb, session_open boolean, session_expires_at timestamptz,
    session_seen_at timestamptz, session_proofs text[], proved_at timestamptz, totp_enabled boolean, password_assigned boolean,
    may_use_app boolean)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select a.tenant_id, a.payload, a.expires_at, a.consumed_at, g.payload, a.user_uuid, p.*,
    public.may_use_app(a.tenant_id, a.client_id, a.user_uuid)
  from public.oauth_artifacts a
  left join public.oauth_artifacts g on g.tenant_id = a.tenant_id and g.model = 'Grant' and g.id_hash = a.grant_hash
  left join lateral public.find_principal(a.tenant_id, a.user_uuid, a.session_id) p on true
  where a.id_hash = asked_id and a.model = 'RefreshToken' and coalesce(a.expires_at, 'infinity') > now()
$$;

grant create on schema public to portico_across;
do $$
declare f text;
begin
  foreach f in array array['find_caller_of_app', 'oauth_find_refresh_of_app'] loop
    execute format('alter function %I owner to portico_across', f);
    execute format('revoke all on function %I from public', f);
    execute format('grant execute on function %I to portico_app', f);
  end loop;
end $$;
revoke create on schema public from portico_across;
