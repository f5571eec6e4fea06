-- Whoever confirms an import can wish that the users it makes are invited: its last step starts the mailing.
alter table user_imports
  add column invites boolean not null default false,
  -- The mailing; null: none was started.
  add column invited_by uuid;
