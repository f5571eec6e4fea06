-- Whether roles make an administrator: of the database, the one place that compares the names of roles. What asked by
-- itself asks this. It is inlined, so the index users_with_power goes on serving.
create function is_administrator(roles text[]) returns boolean
  language sql immutable parallel safe
  as $$ select 'PowerUser' = any (roles) $$;
-- The same of roles as JSON; null of none.
create function is_administrator(roles jsonb) returns boolean
  language sql immutable parallel safe
  as $$ select roles ? 'PowerUser' $$;

create or replace function is_administrator(status text, roles text[]) returns boolean
  language sql immutable parallel safe
  as $$ select status in ('active', 'locked') and public.is_administrator(roles) $$;
create or replace function is_acting_administrator(user_id_key text, status text, roles text[]) returns boolean
  language sql immutable parallel safe
  as $$ select status = 'active' and public.is_administrator(roles) and user_id_key not like 'agent:%' $$;
