-- An administrator who cannot sign in is no help to whoever is left alone with them (docs/decisions/0052-last-administrator.md).

-- What of a tenant's policy keeps somebody out for good; asked also of a policy that is not saved yet
-- (authentication/security-policy/impact/barriers.ts).
create function is_kept_out(site_login_type text, login_mail_address text) returns boolean
  language sql immutable parallel safe
  as $$ select coalesce(site_login_type, 'all') = 'loginMailAddress' and login_mail_address is null $$;

-- Whether a person has what the tenant's sign-in asks for: a password, or an address to have one set by mail (of an account
-- that is kept elsewhere only one that is there is set anew). Accounts at external providers sign nobody in yet.
create function can_sign_in(asked users) returns boolean
  language sql stable
  as $$ select (
      asked.source = 'local' and asked.login_mail_address is not null
      or exists (select from user_passwords p where p.tenant_id = asked.tenant_id and p.user_uuid = asked.uuid))
    and not is_kept_out(
      (select t.security_policy #>> '{loginPolicy,siteLoginType}' from tenants t where t.tenant_id = asked.tenant_id),
      asked.login_mail_address) $$;

-- Whether the tenant has another administrator who will do when one is lost: who can sign in, if the one lost could. Where
-- that one could not either, nothing more is lost with them than before.
create function has_administrator_beside(lost users) returns boolean
  language sql stable
  as $$ select exists (
    select from users u
    where u.tenant_id = lost.tenant_id and u.uuid <> lost.uuid
      and is_acting_administrator(u.user_id_key, u.status, u.roles) and (can_sign_in(u) or not can_sign_in(lost))) $$;

create or replace function keep_last_administrator() returns trigger language plpgsql as $$
begin
  -- Who is above the wall rescues and restores.
  if current_user <> 'portico_app' then return old; end if;
  perform pg_advisory_xact_lock(hashtextextended('administrators of ' || old.tenant_id, 0));
  -- Who only gave up an address may have another way in, or had none with it.
  if tg_op = 'UPDATE' and is_administrator(new.status, new.roles) and (can_sign_in(new) or not can_sign_in(old)) then
    return old;
  end if;
  if not has_administrator_beside(old) then
    raise unique_violation using message = 'the last administrator who can sign in stays', constraint = 'last_administrator';
  end if;
  return old;
end $$;

-- Replaced, not dropped: nobody who reads users waits.
create or replace trigger keep_last_administrator_changed after update of status, roles, login_mail_address on users
  for each row
  when (old.user_id_key not like 'agent:%' and is_administrator(old.status, old.roles)
    and (not is_administrator(new.status, new.roles)
      or (old.login_mail_address is not null and new.login_mail_address is null)))
  execute function keep_last_administrator();
-- Before it: afterwards the password is gone with the user. Of several deleted at once, each sees those before it gone.
create or replace trigger keep_last_administrator_deleted before delete on users
  for each row
  when (old.user_id_key not like 'agent:%' and is_administrator(old.status, old.roles))
  execute function keep_last_administrator();

-- ── Locks whose time is over ─────────────────────────────────────────────────────────────────────────────────────
-- Looked for every minute, for all tenants together (authentication/login/ended-locks.ts). Who is not locked, or until an
-- administrator unlocks, costs it nothing.
create index users_by_lock_end on users (locked_until) where status = 'locked' and locked_until is not null;

create function find_ended_locks(moment timestamptz, batch integer) returns table (tenant_id text, uuid uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select u.tenant_id, u.uuid from public.users u
  where u.status = 'locked' and u.locked_until <= moment order by u.locked_until limit batch
$$;
grant create on schema public to portico_across;
alter function find_ended_locks owner to portico_across;
revoke create on schema public from portico_across;
revoke all on function find_ended_locks from public;
grant execute on function find_ended_locks to portico_app;
