-- How many users of a tenant have which status (docs/decisions/0078-exact-figures.md).

-- Kept by triggers and in slots, as `user_counts` (0010) is; a table of its own, for statuses and roles change apart.
create table user_status_counts (
  tenant_id text not null references tenants,
  slot integer not null,
  status text not null,
  users bigint not null,
  primary key (tenant_id, slot, status)
);
call raise_wall('user_status_counts');

-- The difference that a statement makes, whatever it does and to however many users: one row for each status.
create function count_statuses() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into user_status_counts as c (tenant_id, slot, status, users)
    select tenant_id, pg_backend_pid() % 64, status, count(*) from now_there group by 1, 3 order by 1, 3
    on conflict (tenant_id, slot, status) do update set users = c.users + excluded.users;
  elsif tg_op = 'DELETE' then
    insert into user_status_counts as c (tenant_id, slot, status, users)
    select tenant_id, pg_backend_pid() % 64, status, -count(*) from before group by 1, 3 order by 1, 3
    on conflict (tenant_id, slot, status) do update set users = c.users + excluded.users;
  else
    insert into user_status_counts as c (tenant_id, slot, status, users)
    select tenant_id, pg_backend_pid() % 64, status, sum(change) from (
      select tenant_id, status, 1 as change from now_there union all select tenant_id, status, -1 from before) d
    group by 1, 3 having sum(change) <> 0 order by 1, 3
    on conflict (tenant_id, slot, status) do update set users = c.users + excluded.users;
  end if;
  return null;
end $$;

-- The triggers hold the writers of users from here to the end: as long as it takes to count along the index of statuses.
create trigger count_statuses_of_new after insert on users
  referencing new table as now_there for each statement execute function count_statuses();
create trigger count_statuses_of_deleted after delete on users
  referencing old table as before for each statement execute function count_statuses();
create trigger count_statuses_of_changed after update on users
  referencing old table as before new table as now_there for each statement execute function count_statuses();

-- Counted as the role that sees all tenants: to lift the wall from `users` would make all its readers wait, too.
create policy across_tenants on user_status_counts to portico_across using (true);
grant select, insert on user_status_counts to portico_across;
set local role portico_across;
insert into user_status_counts (tenant_id, slot, status, users)
select tenant_id, 0, status, count(*) from users group by 1, 3;
reset role;
revoke insert on user_status_counts from portico_across;
