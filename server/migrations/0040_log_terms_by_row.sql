-- Values of the logs are noted row by row, and only those that are new (bench/NOTES.md). The
-- triggers of 0023 collected, sorted and tried to insert them at every statement, which cost more than the row itself.

create function note_login_terms_of_row() returns trigger language plpgsql as $$
begin
  -- `offset 0`: each value is looked up by the key, however few there were when this was planned.
  insert into log_terms (tenant_id, log, field, term)
  select new.tenant_id, 'login', t.field, t.term from (values
    ('address', host(new.address)), ('outcome', login_outcome(new.status, new.login_type, new.reason)),
    ('userAgent', new.user_agent), ('userId', new.user_id)) t (field, term)
  where t.term <> '' and not exists (
    select from log_terms k
    where k.tenant_id = new.tenant_id and k.log = 'login' and k.field = t.field and k.term = t.term offset 0)
  on conflict do nothing;
  return new;
end $$;

-- One administrator does many things alike: what this connection has noted last it does not look up again within the
-- hour. The setting goes back with a transaction that fails, as the values do.
create function note_operation_terms_of_row() returns trigger language plpgsql as $$
declare
  outcome text := operation_outcome(new.status, new.operation, new.target_type, new.action);
  address text := host(new.address);
  noted text := concat_ws(chr(10), new.tenant_id, new.operator_user_id, address, outcome, date_trunc('hour', now()));
begin
  if noted is distinct from current_setting('app.noted_operation_terms', true) then
    insert into log_terms (tenant_id, log, field, term)
    select new.tenant_id, 'systemOperation', t.field, t.term from (values
      ('address', address), ('operator', new.operator_user_id), ('outcome', outcome)) t (field, term)
    where t.term <> '' and not exists (
      select from log_terms k
      where k.tenant_id = new.tenant_id and k.log = 'systemOperation' and k.field = t.field and k.term = t.term offset 0)
    on conflict do nothing;
    perform set_config('app.noted_operation_terms', noted, false);
  end if;
  return new;
end $$;

drop trigger note_login_terms on login_log;
drop trigger note_operation_terms on system_operation_log;
drop function note_login_terms, note_operation_terms;
create trigger note_login_terms before insert on login_log
  for each row execute function note_login_terms_of_row();
create trigger note_operation_terms before insert on system_operation_log
  for each row execute function note_operation_terms_of_row();
