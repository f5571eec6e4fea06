-- A management agent may hold the role of an administrator and never signs in at the portal: whoever is left alone with
-- one has lost the tenant. The last administrator who stays is therefore a person.
create function is_acting_administrator(user_id_key text, status text, roles text[]) returns boolean
  language sql immutable parallel safe
  as $$ select status = 'active' and 'PowerUser' = any (roles) and user_id_key not like 'agent:%' $$;

create or replace function keep_last_administrator() returns trigger language plpgsql as $$
begin
  -- Who is above the wall rescues and restores.
  if current_user <> 'portico_app' then return null; end if;
  perform pg_advisory_xact_lock(hashtextextended('administrators of ' || old.tenant_id, 0));
  if not exists (
    select from users u where u.tenant_id = old.tenant_id and is_acting_administrator(u.user_id_key, u.status, u.roles)
  ) then
    raise unique_violation using message = 'the last active administrator stays', constraint = 'last_administrator';
  end if;
  return null;
end $$;

drop trigger keep_last_administrator_changed on users;
create trigger keep_last_administrator_changed after update of status, roles on users for each row
  when (old.user_id_key not like 'agent:%'
    and is_administrator(old.status, old.roles) and not is_administrator(new.status, new.roles))
  execute function keep_last_administrator();
drop trigger keep_last_administrator_deleted on users;
create trigger keep_last_administrator_deleted after delete on users for each row
  when (old.user_id_key not like 'agent:%' and is_administrator(old.status, old.roles))
  execute function keep_last_administrator();
