-- How many users of a source may leave within a day; more are held back until an administrator decides
-- (docs/decisions/0238-quarantine.md). Null: no limit of that kind.
alter table provisioning_sources
  add column max_leaving integer check (max_leaving between 0 and 1000000),
  add column max_leaving_percent integer default 20 check (max_leaving_percent between 1 and 100),
  -- When administrators were last told that users are held back.
  add column leaving_told_at timestamptz;

-- What the source wants to become of a user who is held back.
alter table source_users add column held text check (held in ('deactivate', 'delete'));
create index source_users_held on source_users (tenant_id, source_uuid) where held is not null;

-- `done`: left within the last day; `held`: held back. What was decided is in the log, and gone from here. Without a foreign key to the user, who may be gone.
create table source_departures (
  tenant_id text not null references tenants,
  uuid uuid not null default gen_random_uuid(),
  source_uuid uuid not null,
  user_uuid uuid not null,
  kind text not null check (kind in ('deactivate', 'delete')),
  state text not null check (state in ('done', 'held')),
  at timestamptz not null,
  primary key (tenant_id, uuid),
  foreign key (tenant_id, source_uuid) references provisioning_sources on delete cascade
);
call raise_wall('source_departures');
create index source_departures_by_state on source_departures (tenant_id, source_uuid, state, at, uuid);
create unique index source_departures_held on source_departures (tenant_id, user_uuid) where state = 'held';

-- How many users a source provides, in slots like the members of a group (0012).
create table source_user_counts (
  tenant_id text not null references tenants,
  source_uuid uuid not null,
  slot integer not null,
  users bigint not null,
  primary key (tenant_id, source_uuid, slot)
);
call raise_wall('source_user_counts');

create function count_changed_source_users() returns trigger language plpgsql as $$
begin
  insert into source_user_counts as c (tenant_id, source_uuid, slot, users)
  select s.tenant_id, s.source_uuid, pg_backend_pid() % 16, case tg_op when 'INSERT' then count(*) else -count(*) end
  from changed s where s.gone_at is null
  group by s.tenant_id, s.source_uuid order by s.tenant_id, s.source_uuid
  on conflict (tenant_id, source_uuid, slot) do update set users = c.users + excluded.users;
  return null;
end $$;
create trigger count_new_source_users after insert on source_users
  referencing new table as changed for each statement execute function count_changed_source_users();
create trigger count_deleted_source_users after delete on source_users
  referencing old table as changed for each statement execute function count_changed_source_users();

create function count_gone_source_user() returns trigger language plpgsql as $$
begin
  insert into source_user_counts as c (tenant_id, source_uuid, slot, users)
  values (new.tenant_id, new.source_uuid, pg_backend_pid() % 16, case when new.gone_at is null then 1 else -1 end)
  on conflict (tenant_id, source_uuid, slot) do update set users = c.users + excluded.users;
  return null;
end $$;
create trigger count_gone_source_user after update of gone_at on source_users for each row
  when ((old.gone_at is null) <> (new.gone_at is null)) execute function count_gone_source_user();

create function forget_source_count() returns trigger language plpgsql as $$
begin
  delete from source_user_counts where tenant_id = old.tenant_id and source_uuid = old.uuid;
  return null;
end $$;
create trigger forget_source_count after delete on provisioning_sources for each row execute function forget_source_count();

alter table source_users no force row level security;
alter table source_user_counts no force row level security;
insert into source_user_counts (tenant_id, source_uuid, slot, users)
select tenant_id, source_uuid, 0, count(*) from source_users where gone_at is null group by tenant_id, source_uuid;
alter table source_user_counts force row level security;
alter table source_users force row level security;
