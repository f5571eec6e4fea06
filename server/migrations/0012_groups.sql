-- Groups and tags: the tree (a group may have several parents), its members in their order, and how many there are
-- (docs/decisions/0021-groups.md).
alter table groups no force row level security;
alter table group_users no force row level security;
alter table users no force row level security;

alter table groups
  add column name_key text not null generated always as (lower(name)) stored,
  add column azure_ad_status text,
  -- Kept by the edges below.
  add column child_count integer not null default 0,
  add column parent_count integer not null default 0;
create index groups_by_name on groups (tenant_id, name_key, group_id_key);
create index groups_at_top on groups (tenant_id, name_key, group_id_key) where parent_count = 0;

-- ── The tree ─────────────────────────────────────────────────────────────────────────────────────────────────────
create table group_groups (
  tenant_id text not null,
  parent_uuid uuid not null,
  child_uuid uuid not null,
  primary key (tenant_id, parent_uuid, child_uuid),
  foreign key (tenant_id, parent_uuid) references groups on delete cascade,
  foreign key (tenant_id, child_uuid) references groups on delete cascade
);
create index group_groups_by_child on group_groups (tenant_id, child_uuid, parent_uuid);

-- Which group is in which, at whatever depth, and by how many ways: whoever is left without a way is in it no more. No
-- foreign keys: when a group goes its edges go, and each takes with it just the ways that led over it.
create table group_ancestry (
  tenant_id text not null references tenants,
  ancestor_uuid uuid not null,
  descendant_uuid uuid not null,
  ways numeric not null check (ways > 0),
  primary key (tenant_id, ancestor_uuid, descendant_uuid)
);
create index group_ancestry_by_descendant on group_ancestry (tenant_id, descendant_uuid, ancestor_uuid) include (ways);
call raise_wall('group_groups');
call raise_wall('group_ancestry');

-- Edges of one tenant change one after the other, so that two administrators cannot close a circle between them.
create function lock_group_edges() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('group edges of ' || coalesce(current_tenant(), ''), 0));
end $$;
create function lock_group_edges_first() returns trigger language plpgsql as $$
begin
  perform lock_group_edges();
  return null;
end $$;
create trigger lock_group_edges_first before insert or delete on group_groups
  for each statement execute function lock_group_edges_first();

-- The ways that lead over an edge: from above its parent to below its child.
create function ways_over_edge(asked_tenant text, parent uuid, child uuid)
  returns table (ancestor_uuid uuid, descendant_uuid uuid, ways numeric)
  language sql stable as $$
  select above.uuid, below.uuid, above.ways * below.ways
  from (select parent as uuid, 1::numeric as ways
      union all
      select a.ancestor_uuid, a.ways from group_ancestry a
      where a.tenant_id = asked_tenant and a.descendant_uuid = parent) above,
    (select child as uuid, 1::numeric as ways
      union all
      select a.descendant_uuid, a.ways from group_ancestry a
      where a.tenant_id = asked_tenant and a.ancestor_uuid = child) below
$$;

create function add_group_edge() returns trigger language plpgsql as $$
begin
  if new.parent_uuid = new.child_uuid or exists (
    select from group_ancestry a where a.tenant_id = new.tenant_id
      and a.ancestor_uuid = new.child_uuid and a.descendant_uuid = new.parent_uuid) then
    raise unique_violation using message = 'a group cannot contain itself', constraint = 'cycle_detected';
  end if;
  insert into group_ancestry as a (tenant_id, ancestor_uuid, descendant_uuid, ways)
  select new.tenant_id, o.ancestor_uuid, o.descendant_uuid, o.ways
  from ways_over_edge(new.tenant_id, new.parent_uuid, new.child_uuid) o
  on conflict (tenant_id, ancestor_uuid, descendant_uuid) do update set ways = a.ways + excluded.ways;
  update groups set child_count = child_count + 1 where tenant_id = new.tenant_id and uuid = new.parent_uuid;
  update groups set parent_count = parent_count + 1 where tenant_id = new.tenant_id and uuid = new.child_uuid;
  return null;
end $$;
create trigger add_group_edge after insert on group_groups for each row execute function add_group_edge();

create function remove_group_edge() returns trigger language plpgsql as $$
begin
  with over_edge as materialized (
    select * from ways_over_edge(old.tenant_id, old.parent_uuid, old.child_uuid)),
  gone as (
    delete from group_ancestry a using over_edge o
    where a.tenant_id = old.tenant_id and a.ancestor_uuid = o.ancestor_uuid and a.descendant_uuid = o.descendant_uuid
      and a.ways <= o.ways)
  update group_ancestry a set ways = a.ways - o.ways from over_edge o
  where a.tenant_id = old.tenant_id and a.ancestor_uuid = o.ancestor_uuid and a.descendant_uuid = o.descendant_uuid
    and a.ways > o.ways;
  update groups set child_count = child_count - 1 where tenant_id = old.tenant_id and uuid = old.parent_uuid;
  update groups set parent_count = parent_count - 1 where tenant_id = old.tenant_id and uuid = old.child_uuid;
  return null;
end $$;
create trigger remove_group_edge after delete on group_groups for each row execute function remove_group_edge();

-- ── Members in the order of their ids ────────────────────────────────────────────────────────────────────────────
alter table group_users add column user_id_key text not null default '';
update group_users m set user_id_key = u.user_id_key from users u where u.tenant_id = m.tenant_id and u.uuid = m.user_uuid;
create index group_users_in_order on group_users (tenant_id, group_uuid, user_id_key) include (user_uuid);
-- It answers by itself in which groups somebody is.
drop index group_users_by_user;
create index group_users_by_user on group_users (tenant_id, user_uuid, group_uuid);

-- For whoever does not state it.
create function fill_member_key() returns trigger language plpgsql as $$
begin
  select u.user_id_key into new.user_id_key from users u where u.tenant_id = new.tenant_id and u.uuid = new.user_uuid;
  return new;
end $$;
create trigger fill_member_key before insert on group_users for each row
  when (new.user_id_key = '') execute function fill_member_key();
create function follow_user_id() returns trigger language plpgsql as $$
begin
  update group_users set user_id_key = new.user_id_key where tenant_id = new.tenant_id and user_uuid = new.uuid;
  return null;
end $$;
create trigger follow_user_id after update of user_id on users for each row
  when (old.user_id_key <> new.user_id_key) execute function follow_user_id();

-- ── How many members a group has ─────────────────────────────────────────────────────────────────────────────────
-- In slots like the users of a tenant (0010). Without a foreign key, or who leaves a group would wait for whoever
-- deletes it; a row that is left behind by that is asked for by nobody.
create table group_user_counts (
  tenant_id text not null references tenants,
  group_uuid uuid not null,
  slot integer not null,
  users bigint not null,
  primary key (tenant_id, group_uuid, slot)
);
call raise_wall('group_user_counts');

create function count_changed_group_users() returns trigger language plpgsql as $$
begin
  insert into group_user_counts as c (tenant_id, group_uuid, slot, users)
  select m.tenant_id, m.group_uuid, pg_backend_pid() % 16, case tg_op when 'INSERT' then count(*) else -count(*) end
  from changed m
  where exists (select from groups g where g.tenant_id = m.tenant_id and g.uuid = m.group_uuid)
  group by m.tenant_id, m.group_uuid order by m.tenant_id, m.group_uuid
  on conflict (tenant_id, group_uuid, slot) do update set users = c.users + excluded.users;
  return null;
end $$;
create trigger count_new_group_users after insert on group_users
  referencing new table as changed for each statement execute function count_changed_group_users();
create trigger count_deleted_group_users after delete on group_users
  referencing old table as changed for each statement execute function count_changed_group_users();
create function forget_group_count() returns trigger language plpgsql as $$
begin
  delete from group_user_counts where tenant_id = old.tenant_id and group_uuid = old.uuid;
  return null;
end $$;
create trigger forget_group_count after delete on groups for each row execute function forget_group_count();

alter table group_user_counts no force row level security;
insert into group_user_counts (tenant_id, group_uuid, slot, users)
select tenant_id, group_uuid, 0, count(*) from group_users group by tenant_id, group_uuid;
alter table group_user_counts force row level security;
alter table groups force row level security;
alter table group_users force row level security;
alter table users force row level security;

-- ── Tags ─────────────────────────────────────────────────────────────────────────────────────────────────────────
create table tags (
  tenant_id text not null references tenants,
  uuid uuid not null,
  name text not null,
  name_key text not null generated always as (lower(name)) stored,
  description text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, uuid),
  constraint duplicated_params_name unique (tenant_id, name_key)
);
create table group_tags (
  tenant_id text not null,
  group_uuid uuid not null,
  tag_uuid uuid not null,
  primary key (tenant_id, group_uuid, tag_uuid),
  foreign key (tenant_id, group_uuid) references groups on delete cascade,
  foreign key (tenant_id, tag_uuid) references tags on delete cascade
);
create index group_tags_by_tag on group_tags (tenant_id, tag_uuid, group_uuid);
call raise_wall('tags');
call raise_wall('group_tags');
