-- Who did something, whatever kind of caller: person, device, client, operator, token, source, job, the portal itself.
-- operator_uuid and operator_user_id stay, and are written: they are the specification's, and what the version before
-- reads, writes and searches by. Columns without a default rewrite nothing.
alter table system_operation_log
  add column actor_type text,
  add column actor_id text,
  add column actor_name text;

-- The same of a row that has no actor: from before, or by the version before.
create function actor_type_of(operator_uuid uuid, operator_user_id text) returns text
  language sql immutable parallel safe
  as $$ select case
    when operator_uuid is not null then 'person'
    when operator_user_id ~ '^(operator|cli):' then 'operator'
    when operator_user_id like 'device:%' then 'device'
    when operator_user_id = 'system' then 'system'
    else 'person' end $$;
create function actor_id_of(operator_uuid uuid, operator_user_id text) returns text
  language sql immutable parallel safe
  as $$ select case
    when operator_uuid is not null then operator_uuid::text
    when operator_user_id like 'operator:%' then substr(operator_user_id, 10)
    when operator_user_id like 'cli:%' or operator_user_id = 'system' then operator_user_id end $$;

create or replace view searchable_system_operation_log as
  select tenant_id, at, id, operation, action, status, operator_uuid, operator_user_id, target_type, target_id, changes,
    address, request_id, error_id, reason, client_request_id,
    coalesce(actor_type, actor_type_of(operator_uuid, operator_user_id)) as actor_type,
    case when actor_type is null then actor_id_of(operator_uuid, operator_user_id) else actor_id end as actor_id,
    coalesce(actor_name, operator_user_id) as actor_name
  from system_operation_log where tenant_id = current_tenant();
