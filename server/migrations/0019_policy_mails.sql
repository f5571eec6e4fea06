-- For which expiry of the password its owner was mailed a notice: each expiry is told of once, whatever dies meanwhile
-- (docs/decisions/0028-policies.md). A new password, or another policy, makes another expiry.
alter table user_passwords add column noticed_expiry timestamptz;

-- The mails that told administrators of a saved version of the security policy. What became of a mail is known of the
-- outbox for as long as that keeps it.
create table policy_change_mails (
  tenant_id text not null,
  mail_id uuid not null,
  version integer not null,
  receiver_uuid uuid not null,
  receiver_user_id text not null,
  mail_address text not null,
  queued_at timestamptz not null,
  primary key (tenant_id, mail_id),
  foreign key (tenant_id, version) references security_policy_versions
);
call raise_wall('policy_change_mails');
revoke update, delete on policy_change_mails from portico_app;
