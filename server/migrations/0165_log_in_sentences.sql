-- The operation log as its page shows it: an import, or an operation on many users, is one row that opens, and rows are
-- found by what happened (docs/decisions/0165-log-in-sentences.md).

-- Whether a row tells what a job did to one of many: the job's own rows tell it of all.
create function operation_is_part(action text, target_type text) returns boolean
  language sql immutable parallel safe
  as $$ select coalesce(target_type in ('user', 'group'), false) and action in (
    'POST /api/auth/tenants/{tenantId}/userImports/{importId}/confirm', 'job user-bulk') $$;

-- What they leave out costs an import nothing: the million rows of one are in neither.
create index system_operation_log_whole on system_operation_log (tenant_id, at, id)
  where not operation_is_part(action, target_type);
create index system_operation_log_by_event on system_operation_log (tenant_id, log_key(coalesce(type, action)), at, id)
  where not operation_is_part(action, target_type);
