-- A registration is completed with an account at another identity provider instead of a password (docs/decisions/0208).
-- `registration`: the hash of its code, the page it was opened on, and what was typed there.
alter table federated_requests add column registration jsonb;
alter table federated_requests drop constraint federated_requests_purpose_check;
alter table federated_requests add constraint federated_requests_purpose_check
  check (purpose in ('signIn', 'connect', 'test', 'register')) not valid;
alter table federated_requests drop constraint federated_requests_check;
alter table federated_requests add constraint federated_requests_check
  check ((purpose in ('signIn', 'register')) = (user_uuid is null)) not valid;
alter table federated_requests add constraint federated_requests_registration_check
  check ((purpose = 'register') = (registration is not null)) not valid;
alter table federation_traces drop constraint federation_traces_purpose_check;
alter table federation_traces add constraint federation_traces_purpose_check
  check (purpose in ('signIn', 'connect', 'test', 'register', 'unasked', 'signOut')) not valid;
