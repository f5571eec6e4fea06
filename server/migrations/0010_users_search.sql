-- The administrator's list of users: how many there are, every offered order, and searching by fragments
-- (docs/decisions/0020-user-list.md). Both extensions come with PostgreSQL and may be installed by a database's owner.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- ── How many users a tenant has ──────────────────────────────────────────────────────────────────────────────────
-- Kept by triggers, so whatever makes or removes users is counted. In slots, one for about each connection: with one row
-- a tenant, every new user would wait for the commit of the one before.
create table user_counts (
  tenant_id text not null references tenants,
  slot integer not null,
  users bigint not null,
  primary key (tenant_id, slot)
);
call raise_wall('user_counts');

create function count_changed_users() returns trigger language plpgsql as $$
begin
  insert into user_counts as c (tenant_id, slot, users)
  select tenant_id, pg_backend_pid() % 64, case tg_op when 'INSERT' then count(*) else -count(*) end
  from changed group by tenant_id
  on conflict (tenant_id, slot) do update set users = c.users + excluded.users;
  return null;
end $$;
create trigger count_new_users after insert on users
  referencing new table as changed for each statement execute function count_changed_users();
create trigger count_deleted_users after delete on users
  referencing old table as changed for each statement execute function count_changed_users();
alter table user_counts no force row level security;
alter table users no force row level security;
insert into user_counts (tenant_id, slot, users) select tenant_id, 0, count(*) from users group by tenant_id;

-- The users of the tenant that the transaction declared. `tenants.user_count`, which was kept by hand, is read no more.
create function count_users() returns bigint
  language sql stable parallel safe
  as $$ select coalesce(sum(users), 0)::bigint from user_counts $$;

create policy across_tenants on user_counts to portico_across using (true);
grant select on user_counts to portico_across;
create or replace function list_tenants() returns setof tenants
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select (jsonb_populate_record(t, jsonb_build_object('user_count', coalesce(c.users, 0)))).*
  from public.tenants t
  left join (select tenant_id, sum(users) as users from public.user_counts group by tenant_id) c using (tenant_id)
  where t.tenant_id <> '-' order by t.tenant_id
$$;

-- ── What is searched ─────────────────────────────────────────────────────────────────────────────────────────────
-- The further mail addresses, beside the rest of what a keyword is looked for in.
alter table users add column other_mail_addresses text not null default '';

create function note_mail_addresses() returns trigger language plpgsql as $$
begin
  update users u set other_mail_addresses = now_there.addresses
  from (
    select c.tenant_id, c.user_uuid, coalesce(string_agg(m.mail_address, chr(10) order by m.position), '') as addresses
    from (select distinct tenant_id, user_uuid from changed) c
    left join user_mail_addresses m on m.tenant_id = c.tenant_id and m.user_uuid = c.user_uuid
    group by c.tenant_id, c.user_uuid) now_there
  where u.tenant_id = now_there.tenant_id and u.uuid = now_there.user_uuid
    and u.other_mail_addresses <> now_there.addresses;
  return null;
end $$;
create trigger note_new_mail_addresses after insert on user_mail_addresses
  referencing new table as changed for each statement execute function note_mail_addresses();
create trigger note_changed_mail_addresses after update on user_mail_addresses
  referencing new table as changed for each statement execute function note_mail_addresses();
create trigger note_deleted_mail_addresses after delete on user_mail_addresses
  referencing old table as changed for each statement execute function note_mail_addresses();
alter table user_mail_addresses no force row level security;
update users u set other_mail_addresses = m.addresses
from (
  select tenant_id, user_uuid, string_agg(mail_address, chr(10) order by position) as addresses
  from user_mail_addresses group by tenant_id, user_uuid) m
where u.tenant_id = m.tenant_id and u.uuid = m.user_uuid;

-- One lower-cased text, a field a line; the names so that either order is found, with and without a space between.
alter table users
  add column search_text text not null generated always as (lower(
    user_id || chr(10) || family_name || ' ' || given_name || ' ' || family_name || given_name || ' ' || family_name
    || chr(10) || coalesce(login_mail_address, '') || chr(10) || coalesce(next_login_mail_address, '')
    || chr(10) || other_mail_addresses || chr(10) || department || chr(10) || location || chr(10) || description)) stored,
  add column name_key text not null generated always as (lower(family_name || ' ' || given_name)) stored,
  add column department_key text not null generated always as (lower(department)) stored,
  add column location_key text not null generated always as (lower(location)) stored;
alter table user_counts force row level security;
alter table users force row level security;
alter table user_mail_addresses force row level security;

-- What trigrams do not serve: each character that is not among the common ones (a to z without j q v w x z, digits, white
-- space), and each two such that follow each other. So kanji, kana, accented letters, signs, and the letters that might
-- be nowhere in a tenant. Few enough that a row costs little. It only reads its argument. Its cost is that of the loop,
-- so that the planner asks the index rather than compute it user by user.
create function search_grams(searched text) returns text[]
  language plpgsql immutable strict parallel safe cost 5000 as $$
declare
  grams text[] := '{}';
  this text;
  before text := ' ';
begin
  foreach this in array string_to_array(regexp_replace(searched, '[[:space:]a-ik-pr-uy0-9]+', ' ', 'g'), null) loop
    if this <> ' ' then
      grams := grams || this;
      if before <> ' ' then grams := grams || (before || this); end if;
    end if;
    before := this;
  end loop;
  return grams;
end $$;

-- One index for both, so that it answers a search for several fragments by itself.
create index users_by_fragments on users
  using gin (tenant_id, search_text gin_trgm_ops, search_grams(search_text));

-- ── The orders ───────────────────────────────────────────────────────────────────────────────────────────────────
-- Each holds all that going along it needs, so that skipping thousands of users does not visit them. By time of
-- creation the primary key serves: its uuids grow with time (RFC 9562 version 7).
alter table users
  drop constraint "duplicated_params_userId",
  add constraint "duplicated_params_userId" unique (tenant_id, user_id_key) include (uuid);
create index users_by_name on users (tenant_id, name_key, uuid);
create index users_by_department on users (tenant_id, department_key, uuid);
create index users_by_location on users (tenant_id, location_key, uuid);
create index users_by_status on users (tenant_id, status, uuid);
create index users_by_login_order on users (tenant_id, coalesce(login_mail_address_key, ''), uuid)
  include (login_mail_address_key);
create index users_by_logined_at on users (tenant_id, coalesce(logined_at, '-infinity'), uuid) include (logined_at);
-- Filters that most users do not meet.
create index users_with_power on users (tenant_id, uuid) where 'PowerUser' = any (roles);
create index users_from_elsewhere on users (tenant_id, source, uuid) where source <> 'local';

-- The users of the declared tenant, for searching. Behind the wall itself no index can look for a fragment: operators
-- that are not leakproof wait until row-level security has been asked about the row. This view asks the same question,
-- and nothing else is seen through it.
create view searchable_users as select * from users where tenant_id = current_tenant();
grant create on schema public to portico_across;
alter view searchable_users owner to portico_across;
revoke create on schema public from portico_across;
revoke all on searchable_users from public;
grant select on searchable_users to portico_app;

-- ── The last administrator ───────────────────────────────────────────────────────────────────────────────────────
-- By no path of the application does a tenant lose its last active administrator: one who loses the role or the account
-- must leave another behind. Losses of one tenant come one after the other; each sees what the one before left. A lock
-- by wrong passwords takes nobody's role.
create function is_administrator(status text, roles text[]) returns boolean
  language sql immutable parallel safe
  as $$ select status in ('active', 'locked') and 'PowerUser' = any (roles) $$;

create function keep_last_administrator() returns trigger language plpgsql as $$
begin
  -- Who is above the wall rescues and restores.
  if current_user <> 'portico_app' then return null; end if;
  perform pg_advisory_xact_lock(hashtextextended('administrators of ' || old.tenant_id, 0));
  if not exists (
    select from users u where u.tenant_id = old.tenant_id and u.status = 'active' and 'PowerUser' = any (u.roles)
  ) then
    raise unique_violation using message = 'the last active administrator stays', constraint = 'last_administrator';
  end if;
  return null;
end $$;
create trigger keep_last_administrator_changed after update of status, roles on users for each row
  when (is_administrator(old.status, old.roles) and not is_administrator(new.status, new.roles))
  execute function keep_last_administrator();
create trigger keep_last_administrator_deleted after delete on users for each row
  when (is_administrator(old.status, old.roles))
  execute function keep_last_administrator();
