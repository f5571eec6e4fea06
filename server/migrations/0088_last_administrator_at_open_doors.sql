-- Who stays as the last administrator must be able to get in: not only have a way in (0054), but no endless stop in front
-- of it that strangers have brought about (docs/decisions/0070-locks-and-known-browsers.md). Else whoever made an
-- administrator's stop endless while there were two would have the tenant once the other one left.
create function is_stopped_for_good(asked users) returns boolean
  language sql stable
  as $$ select exists (
    select from sign_in_guards g
    where g.tenant_id = asked.tenant_id and g.uuid = asked.uuid and g.unknown_until = 'infinity') $$;

create or replace function has_administrator_beside(lost users) returns boolean
  language sql stable
  as $$ select exists (
    select from users u
    where u.tenant_id = lost.tenant_id and u.uuid <> lost.uuid
      and is_acting_administrator(u.user_id_key, u.status, u.roles)
      and (can_sign_in(u) and not is_stopped_for_good(u) or not can_sign_in(lost) or is_stopped_for_good(lost))) $$;

-- A stop and a lock are each mailed of once a day: else a stranger's stop would keep the mail of a lock back.
alter table sign_in_guards add column told_of_stop_at timestamptz;
