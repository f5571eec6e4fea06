-- The operation log as its page shows it: an import, or an operation on many users, is one row that opens, and rows are
-- found by what happened (docs/decisions/0165-log-in-sentences.md).

-- Whether a row tells what a job did to one of many: the job's own rows tell it of all. Indexes (0167) leave these out.
create function operation_is_part(action text, target_type text) returns boolean
  language sql immutable parallel safe
  as $$ select coalesce(target_type in ('user', 'group'), false) and action in (
    'POST /api/auth/tenants/{tenantId}/userImports/{importId}/confirm', 'job user-bulk') $$;
