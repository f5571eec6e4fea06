-- A new secret may leave the one before good for a while, so that an app can be given the new one without an outage.
alter table oauth_clients
  add column previous_secret_hash bytea,
  add column previous_secret_until timestamptz,
  add check ((previous_secret_hash is null) = (previous_secret_until is null));

-- Processes keep it with the client: taken back, it must be forgotten.
drop trigger tell_changed on oauth_clients;
create trigger tell_changed after update on oauth_clients referencing old table as before new table as now_there
  for each statement execute function tell_change('tenant_id', 'client_id', 'name', 'metadata', 'secret_hash',
    'previous_secret_hash', 'disabled_at', 'service_class', 'first_party');
