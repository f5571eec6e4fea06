-- The keyring: signing keys by tenant and purpose (docs/decisions/0121-keyring.md). The provider's own keys for tokens stay
-- as they are, and the version before, which knows no others, goes on reading and rotating them.
alter table signing_keys
  add column purpose text not null default 'oauth' check (purpose in ('oauth', 'samlSigning', 'samlEncryption')),
  -- Until when a retired key is shown. Null: the version before retired it, or it is not retired.
  add column shown_until timestamptz;
create index signing_keys_of_purpose on signing_keys (tenant_id, purpose);

drop trigger tell_changed on signing_keys;
create trigger tell_changed after update on signing_keys referencing old table as before new table as now_there
  for each statement execute function tell_change('tenant_id', 'kid', 'state', 'retired_at', 'shown_until');
