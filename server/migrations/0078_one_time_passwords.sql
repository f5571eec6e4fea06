-- Until when a password that was generated for somebody lets them in to choose their own; null: as long as it is theirs
-- (docs/decisions/0074). Administrators may mail links to set a new password, to many too.
alter table user_passwords add column one_time_until timestamptz;
alter table mail_runs drop constraint mail_runs_send_type_check;
alter table mail_runs add constraint mail_runs_send_type_check
  check (send_type in ('registration', 'loginMailAddressConfirmation', 'loginGuide', 'mfaGuide', 'userCode', 'passwordReset'))
  not valid;
