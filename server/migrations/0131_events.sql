-- Rows of the logs are events (contract/src/events.ts). A row of the operation log says its type; the type of a row of the
-- login log follows from its columns. Rows from before, and of the version before, have none.
alter table system_operation_log add column type text;

create or replace view searchable_system_operation_log as
  select tenant_id, at, id, operation, action, status, operator_uuid, operator_user_id, target_type, target_id, changes,
    address, request_id, error_id, reason, client_request_id,
    coalesce(actor_type, actor_type_of(operator_uuid, operator_user_id)) as actor_type,
    case when actor_type is null then actor_id_of(operator_uuid, operator_user_id) else actor_id end as actor_id,
    coalesce(actor_name, operator_user_id) as actor_name, type
  from system_operation_log where tenant_id = current_tenant();
