-- Names of what was deleted (0215).
create index system_operation_log_by_deleted_name on system_operation_log
  using gin (tenant_id, deleted_name(changes) gin_trgm_ops, search_grams(deleted_name(changes)))
  where type in ('user.deleted', 'user.purged', 'group.deleted', 'tag.deleted', 'device.deleted', 'oauthClient.deleted');

-- The rows of an actor are counted for the chart from this index alone, without visiting them. Replaces
-- system_operation_log_by_operator (0217).
create index system_operation_log_of_operator on system_operation_log
  (tenant_id, log_key(operator_user_id), at, id) include (operator_user_id, status);
