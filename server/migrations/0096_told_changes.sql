-- What a process keeps of the database for a moment (db/fresh-cache.ts) is forgotten when it changes: the channel
-- `portico_changes` tells the table and the tenant. Once a statement, and PostgreSQL sends equal notices of a transaction
-- once, so that a change of 100,000 users is one notice.
--
-- Transactions with a notice take turns at their commit (docs/decisions/0086). So nothing that happens all day sends one:
-- no sign-in, no refresh, no user that is made.

-- The arguments are the key and the columns that are kept: a row in which none of them changed tells nothing.
create function tell_change() returns trigger language plpgsql as $$
declare
  tenant text;
  changed text := case tg_op
    when 'INSERT' then 'select tenant_id from now_there'
    when 'DELETE' then 'select tenant_id from before'
    else format('select %1$s from before except select %1$s from now_there', array_to_string(tg_argv, ', '))
  end;
begin
  for tenant in execute 'select distinct tenant_id from (' || changed || ') c' loop
    perform pg_notify('portico_changes', tg_table_name || ' ' || tenant);
  end loop;
  return null;
end $$;

do $$
declare
  told record;
begin
  for told in select * from (values
    ('tenants', '{tenant_id, status, security_policy}', false),
    ('users', '{tenant_id, uuid, user_id, status, roles, source, locked_until, signed_out_at}', false),
    ('devices', '{tenant_id, uuid, device_id, device_type, credential_status}', false),
    ('oauth_clients', '{tenant_id, client_id, name, metadata, secret_hash, disabled_at, service_class, first_party}', false),
    ('feature_toggles', '{tenant_id, name, active}', true),
    ('signing_keys', '{tenant_id, kid, state, retired_at}', true),
    ('custom_scripts', '{tenant_id, url, integrity}', true)
  ) as t (name, columns, made)
  loop
    execute format(
      'create trigger tell_changed after update on %I referencing old table as before new table as now_there
       for each statement execute function tell_change(%s)',
      told.name, (select string_agg(quote_literal(c), ', ') from unnest(told.columns::text[]) c));
    execute format(
      'create trigger tell_deleted after delete on %I referencing old table as before
       for each statement execute function tell_change()', told.name);
    if told.made then
      execute format(
        'create trigger tell_made after insert on %I referencing new table as now_there
         for each statement execute function tell_change()', told.name);
    end if;
  end loop;
end $$;
