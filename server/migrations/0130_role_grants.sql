-- Rights with scope (docs/decisions/0130-role-grants.md): what somebody holds beyond what every user has, a row each: a
-- role in the whole tenant, or for the people of one group. Users without such a role have no row.
create table role_grants (
  tenant_id text not null,
  uuid uuid not null default gen_random_uuid(),
  user_uuid uuid not null,
  role text not null,
  scope text not null check (scope in ('all', 'group')),
  group_uuid uuid,
  created_at timestamptz not null default now(),
  primary key (tenant_id, uuid),
  constraint role_grants_of_user unique nulls not distinct (tenant_id, user_uuid, role, scope, group_uuid),
  constraint role_grants_group_named check ((scope = 'group') = (group_uuid is not null)),
  foreign key (tenant_id, user_uuid) references users on delete cascade,
  foreign key (tenant_id, group_uuid) references groups on delete cascade
);
create index role_grants_by_group on role_grants (tenant_id, group_uuid) where group_uuid is not null;
call raise_wall('role_grants');

-- Grants in the whole tenant follow `users.roles`, whatever writes it; `User` is what every user has and needs no grant.
create function grant_roles() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from role_grants
    where tenant_id = new.tenant_id and user_uuid = new.uuid and scope = 'all' and role <> all (new.roles);
  end if;
  insert into role_grants (tenant_id, user_uuid, role, scope)
  select new.tenant_id, new.uuid, r.role, 'all' from unnest(new.roles) r (role) where r.role <> 'User'
  on conflict do nothing;
  return null;
end $$;
-- Most new users have no more than the plain role: for them nothing is called.
create trigger grant_roles_of_new after insert on users for each row
  when (new.roles <> '{User}') execute function grant_roles();
create trigger grant_roles_changed after update of roles on users for each row
  when (old.roles <> new.roles) execute function grant_roles();

-- And nothing but that writes them: not even by mistake do they differ from the column.
create function refuse_own_grants() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then
    raise check_violation using message = 'grants in the whole tenant follow users.roles', constraint = 'grants_of_roles';
  end if;
  return coalesce(new, old);
end $$;

-- Filled by the role that sees all tenants, as in 0081; there is one role beyond the plain one, and its index finds who
-- has it.
create policy across_tenants on role_grants to portico_across using (true);
grant select, insert on role_grants to portico_across;
set local role portico_across;
insert into role_grants (tenant_id, user_uuid, role, scope)
select u.tenant_id, u.uuid, r.role, 'all' from users u cross join lateral unnest(u.roles) r (role)
where is_administrator(u.roles) and r.role <> 'User'
on conflict do nothing;
reset role;
revoke insert on role_grants from portico_across;

create trigger refuse_own_grants_made before insert on role_grants for each row
  when (new.scope = 'all') execute function refuse_own_grants();
create trigger refuse_own_grants_changed before update on role_grants for each row
  when (old.scope = 'all' or new.scope = 'all') execute function refuse_own_grants();
create trigger refuse_own_grants_deleted before delete on role_grants for each row
  when (old.scope = 'all') execute function refuse_own_grants();

-- Changes are told (0096), those of the whole tenant by the change of `users`.
create function tell_grant() returns trigger language plpgsql as $$
begin
  perform pg_notify('portico_changes', 'role_grants ' || coalesce(new.tenant_id, old.tenant_id));
  return null;
end $$;
create trigger tell_made after insert on role_grants for each row when (new.scope <> 'all') execute function tell_grant();
create trigger tell_changed after update on role_grants for each row execute function tell_grant();
create trigger tell_deleted after delete on role_grants for each row when (old.scope <> 'all') execute function tell_grant();

-- That of 0097, with the grants: still one question. A function of its own, for processes of the version before.
create function find_caller_with_rights(asked_tenant text, asked_user uuid, asked_session uuid, asked_grant bytea)
  returns table (
    user_id text, roles text[], user_status text, locked_until timestamptz, signed_out_at timestamptz,
    tenant_status text, security_policy text, session_open boolean, session_expires_at timestamptz,
    session_seen_at timestamptz, session_proofs text[], proved_at timestamptz, totp_enabled boolean, password_assigned boolean,
    source text, grants jsonb, grant_account text, grant_client text, grant_session text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select u.user_id, u.roles, u.status, u.locked_until, u.signed_out_at,
    t.status, t.security_policy::text, s.session_id is not null and s.ended_at is null, s.expires_at,
    s.last_seen_at, s.proofs, s.proved_at,
    exists (select from public.totps x where x.tenant_id = u.tenant_id and x.user_uuid = u.uuid and x.enabled),
    exists (select from public.user_passwords p where p.tenant_id = u.tenant_id and p.user_uuid = u.uuid),
    u.source,
    coalesce((select jsonb_agg(jsonb_build_object('role', r.role, 'scope', r.scope, 'group', r.group_uuid))
      from public.role_grants r where r.tenant_id = u.tenant_id and r.user_uuid = u.uuid), '[]'),
    g.payload ->> 'accountId', g.payload ->> 'clientId', g.payload ->> 'bound'
  from public.users u
  join public.tenants t on t.tenant_id = u.tenant_id
  left join public.sessions s on s.tenant_id = u.tenant_id and s.user_uuid = u.uuid and s.session_id = asked_session
  left join public.oauth_artifacts g on g.tenant_id = u.tenant_id and g.id_hash = asked_grant and g.model = 'Grant'
    and coalesce(g.expires_at, 'infinity') > now()
  where u.tenant_id = asked_tenant and u.uuid = asked_user
$$;
grant create on schema public to portico_across;
alter function find_caller_with_rights owner to portico_across;
revoke create on schema public from portico_across;
revoke all on function find_caller_with_rights from public;
grant execute on function find_caller_with_rights to portico_app;
