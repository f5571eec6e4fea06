-- Evidence: refused and failed acts, who the operator was, and the caller's own request id (docs/decisions/0065).

-- The error id of a refused or failed act, the operator's reason for one on people or policies, and what the caller
-- sent as X-Request-Id: a claim, beside `request_id`, which is the server's.
alter table system_operation_log
  add column error_id text,
  add column reason text,
  add column client_request_id text;
alter table login_log add column client_request_id text;

create or replace view searchable_login_log as select * from login_log where tenant_id = current_tenant();
create or replace view searchable_system_operation_log as
  select * from system_operation_log where tenant_id = current_tenant();

-- What an operator token may do. Tokens made before could do everything there was, and keep it until they expire.
alter table operator_tokens add column scopes text[] not null default '{portal:operator,portal:operator:credentials}';
