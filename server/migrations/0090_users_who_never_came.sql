-- Users who never signed in are as old as their accounts: "no sign-in for N days" finds them by an index of their own
-- (0091), instead of looking at the creation of every user. Only those who never came are in it, so a sign-in pays nothing.
alter table last_sign_ins add column created_at timestamptz;

-- Those of 0042, with when the account was made.
create or replace function follow_users() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into last_sign_ins (tenant_id, uuid, signed_in_at, created_at)
    select tenant_id, uuid, coalesce(logined_at, '-infinity'), created_at from changed;
  else
    delete from last_sign_ins l using changed c where l.tenant_id = c.tenant_id and l.uuid = c.uuid;
  end if;
  return null;
end $$;

create or replace function follow_logined_at() returns trigger language plpgsql as $$
begin
  insert into last_sign_ins (tenant_id, uuid, signed_in_at, created_at)
  values (new.tenant_id, new.uuid, coalesce(new.logined_at, '-infinity'), new.created_at)
  on conflict (tenant_id, uuid) do update set signed_in_at = excluded.signed_in_at, created_at = excluded.created_at;
  return null;
end $$;

create function follow_created_at() returns trigger language plpgsql as $$
begin
  update last_sign_ins set created_at = new.created_at where tenant_id = new.tenant_id and uuid = new.uuid;
  return null;
end $$;
create trigger follow_created_at after update of created_at on users
  for each row when (old.created_at is distinct from new.created_at) execute function follow_created_at();

grant create on schema public to portico_across;
set local role portico_across;
create or replace view searchable_last_sign_ins as select * from last_sign_ins where tenant_id = current_tenant();
reset role;
revoke create on schema public from portico_across;
