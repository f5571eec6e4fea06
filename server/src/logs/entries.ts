import type { LoginLogEntry, OperationLogEntry } from '#contract/logs/logs-fields.ts';
import { oldType } from './old-types.ts';
import type { LoginRow, OperationRow } from './sources.ts';

export const toLoginEntry = (row: LoginRow): LoginLogEntry => ({
  id: row.id,
  at: row.at.toISOString(),
  userId: row.user_id,
  uuid: row.user_uuid,
  status: row.status === 'success' ? 'success' : 'error',
  reason: row.reason,
  loginType: row.login_type,
  deviceId: row.device_id,
  clientId: row.client_id,
  clientName: row.client_name,
  address: row.address,
  userAgent: row.user_agent,
  sessionId: row.session_id,
  requestId: row.request_id,
  clientRequestId: row.client_request_id,
});

export const toOperationEntry = (row: OperationRow): OperationLogEntry => ({
  id: row.id,
  at: row.at.toISOString(),
  type: row.type ?? oldType(row),
  operation: row.operation,
  action: row.action,
  status: row.status,
  operatorUserId: row.operator_user_id,
  operatorUuid: row.operator_uuid,
  actor: { type: row.actor_type, id: row.actor_id, name: row.actor_name },
  targetType: row.target_type,
  targetId: row.target_id,
  // Filled by `withNames`.
  actorNamed: null,
  targetNamed: null,
  changes: row.changes as OperationLogEntry['changes'],
  address: row.address,
  requestId: row.request_id,
  errorId: row.error_id,
  reason: row.reason,
  clientRequestId: row.client_request_id,
});
