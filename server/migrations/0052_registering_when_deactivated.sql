-- Who had not registered when deactivated is registering again when activated. That was inferred from what they lack,
-- which also held for a person made active without a password, and not for one invited without an address.
alter table users add column was_registering boolean not null default false;
