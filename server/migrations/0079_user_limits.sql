-- How many users a tenant may have; null: any number (specification, section 8; docs/decisions/0077-user-limit.md).
alter table tenants add column user_limit integer check (user_limit > 0);

-- How many more users the tenant of the transaction may have; null: any number. With a limit the tenant is held until
-- the transaction ends, so that those who come at once take the places one transaction at a time. Without one nothing is.
create function take_user_room() returns bigint language plpgsql volatile as $$
declare
  most integer;
  room bigint;
begin
  select t.user_limit into most from tenants t
  where t.tenant_id = current_tenant() and t.user_limit is not null for no key update;
  if not found then return null; end if;
  -- A statement of its own: it sees what was committed while this one waited.
  select greatest(most - coalesce(sum(c.users), 0), 0) into room from user_counts c where c.tenant_id = current_tenant();
  return room;
end $$;

-- That of 0026, and the limit. The tenant is held before its counters are, by all who make users alike.
create or replace function count_changed_users() returns trigger language plpgsql as $$
declare
  limited boolean := false;
begin
  if tg_op = 'INSERT' then
    perform from tenants t
    where t.user_limit is not null and t.tenant_id in (select tenant_id from changed) order by t.tenant_id for no key update;
    limited := found;
  end if;
  insert into user_counts as c (tenant_id, slot, roles, users)
  select tenant_id, pg_backend_pid() % 64, sorted_roles(roles), case tg_op when 'INSERT' then count(*) else -count(*) end
  from changed group by 1, 3 order by 1, 3
  on conflict (tenant_id, slot, roles) do update set users = c.users + excluded.users;
  if limited and exists (
    select from tenants t where t.tenant_id in (select tenant_id from changed)
      and t.user_limit < (select sum(c.users) from user_counts c where c.tenant_id = t.tenant_id)) then
    raise unique_violation using message = 'the tenant has as many users as it may', constraint = 'over_user_limit';
  end if;
  return null;
end $$;
