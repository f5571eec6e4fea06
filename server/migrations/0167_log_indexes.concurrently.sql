-- Indexes of the logs, built while they are written (server/src/platform/db/indexes-beside-writers.ts).

-- Who follows events (0132).
create index login_log_by_writer on login_log (tenant_id, written_by) where written_by is not null;
create index system_operation_log_by_writer on system_operation_log (tenant_id, written_by) where written_by is not null;

-- The page of the log (0165). What they leave out costs an import nothing: the million rows of one are in neither.
create index system_operation_log_whole on system_operation_log (tenant_id, at, id)
  where not operation_is_part(action, target_type);
create index system_operation_log_by_event on system_operation_log (tenant_id, log_key(coalesce(type, action)), at, id)
  where not operation_is_part(action, target_type);
