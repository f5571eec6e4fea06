-- A sign-in writes rows of its own and leaves the user's as it is (bench/NOTES.md).

-- ── Who signed in last when ──────────────────────────────────────────────────────────────────────────────────────
-- In `users` the moment lay in one of fourteen indexes, so that each sign-in made a new version of a wide row and an
-- entry of it in all of them, fragments included.
create table last_sign_ins (
  tenant_id text not null,
  -- Of the user.
  uuid uuid not null,
  -- '-infinity': never.
  signed_in_at timestamptz not null default '-infinity',
  primary key (tenant_id, uuid)
);
call raise_wall('last_sign_ins');

-- Every user has a row, and comes and goes with it: no foreign key, which would be asked about user by user. Those who
-- are there already get theirs in a migration of its own (0045), for nobody who makes a user now waits for that.
create function follow_users() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into last_sign_ins (tenant_id, uuid, signed_in_at)
    select tenant_id, uuid, coalesce(logined_at, '-infinity') from changed;
  else
    delete from last_sign_ins l using changed c where l.tenant_id = c.tenant_id and l.uuid = c.uuid;
  end if;
  return null;
end $$;
create trigger follow_new_users after insert on users
  referencing new table as changed for each statement execute function follow_users();
create trigger follow_deleted_users after delete on users
  referencing old table as changed for each statement execute function follow_users();

-- Whoever still writes the moment where it was (one version back, seeds) is followed.
create function follow_logined_at() returns trigger language plpgsql as $$
begin
  insert into last_sign_ins (tenant_id, uuid, signed_in_at)
  values (new.tenant_id, new.uuid, coalesce(new.logined_at, '-infinity'))
  on conflict (tenant_id, uuid) do update set signed_in_at = excluded.signed_in_at;
  return null;
end $$;
create trigger follow_logined_at after update of logined_at on users
  for each row when (old.logined_at is distinct from new.logined_at) execute function follow_logined_at();

-- For lists and searches: see `searchable_users` (0010).
create view searchable_last_sign_ins as select * from last_sign_ins where tenant_id = current_tenant();
create policy across_tenants on last_sign_ins to portico_across using (true);
grant select on last_sign_ins to portico_across;
grant create on schema public to portico_across;
alter view searchable_last_sign_ins owner to portico_across;
revoke create on schema public from portico_across;
revoke all on searchable_last_sign_ins from public;
grant select on searchable_last_sign_ins to portico_app;

create or replace function find_accounts_of_address(address text)
  returns table (tenant_id text, uuid uuid, default_login boolean)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select u.tenant_id, u.uuid, u.default_login
  from public.users u
  join public.tenants t on t.tenant_id = u.tenant_id
  left join public.last_sign_ins l on l.tenant_id = u.tenant_id and l.uuid = u.uuid
  where u.login_mail_address_key = lower(address) and t.status = 'active'
  order by u.default_login desc, l.signed_in_at desc nulls last, u.tenant_id
  limit 50
$$;

-- ── Values of the login log ──────────────────────────────────────────────────────────────────────────────────────
-- Addresses, devices and outcomes are few: what this connection has noted within the hour it does not look up again
-- (as 0040 has it for the operation log, but the last hundred: devices come in turns). Names are looked up.
create or replace function note_login_terms_of_row() returns trigger language plpgsql as $$
declare
  address text := host(new.address);
  outcome text := login_outcome(new.status, new.login_type, new.reason);
  noted text := coalesce(current_setting('app.noted_login_terms', true), '');
  this text := to_hex(hashtextextended(
    concat_ws(chr(10), new.tenant_id, address, outcome, date_trunc('hour', now()), new.user_agent), 0));
begin
  if strpos(noted, this) = 0 then
    insert into log_terms (tenant_id, log, field, term)
    select new.tenant_id, 'login', t.field, t.term from (values
      ('address', address), ('outcome', outcome), ('userAgent', new.user_agent)) t (field, term)
    where t.term <> '' and not exists (
      select from log_terms k
      where k.tenant_id = new.tenant_id and k.log = 'login' and k.field = t.field and k.term = t.term offset 0)
    on conflict do nothing;
    perform set_config('app.noted_login_terms', this || ' ' || left(noted, 2000), false);
  end if;
  if new.user_id <> '' and not exists (
    select from log_terms k
    where k.tenant_id = new.tenant_id and k.log = 'login' and k.field = 'userId' and k.term = new.user_id)
  then
    insert into log_terms (tenant_id, log, field, term) values (new.tenant_id, 'login', 'userId', new.user_id)
    on conflict do nothing;
  end if;
  return new;
end $$;
