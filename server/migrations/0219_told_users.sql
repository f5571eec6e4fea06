-- Changes of users are told as in 0096, but by a trigger that is not called where nothing of the kind changed: most
-- changes are of names and departments, and looking for changed rows took a third of such an update. Equal notices of a
-- transaction are sent once, so that a change of many users stays one notice.
create function tell_user() returns trigger language plpgsql as $$
begin
  perform pg_notify('portico_changes', 'users ' || new.tenant_id);
  return null;
end $$;
drop trigger tell_changed on users;
create trigger tell_changed after update of user_id, status, roles, source, locked_until, signed_out_at on users for each row
  when ((old.user_id, old.status, old.roles, old.source, old.locked_until, old.signed_out_at)
    is distinct from (new.user_id, new.status, new.roles, new.source, new.locked_until, new.signed_out_at))
  execute function tell_user();
