-- A grant in the whole tenant goes unless the column names its role. An element that is null left it there: to be another
-- than null is not known of any role.
create or replace function grant_roles() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from role_grants
    where tenant_id = new.tenant_id and user_uuid = new.uuid and scope = 'all' and role = any (new.roles) is not true;
  end if;
  insert into role_grants (tenant_id, user_uuid, role, scope)
  select new.tenant_id, new.uuid, r.role, 'all' from unnest(new.roles) r (role) where r.role <> 'User'
  on conflict do nothing;
  return null;
end $$;
