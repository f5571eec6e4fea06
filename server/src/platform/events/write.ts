import { type OperationEvent, targetOf } from '#contract/events.ts';
import type { Actor } from '#contract/principals.ts';
import { type RawBuilder, sql } from 'kysely';
import type { OperationStatus } from '#contract/logs/log-statuses.ts';
import type { ErrorId } from '#contract/errors.ts';
import { named, send } from '../db/ask.ts';
import type { Tx } from '../db/transaction.ts';
import { newUuid } from '../crypto/uuid.ts';
import type { CallOrigin } from './origin.ts';

/** What was changed: before and after of each changed field. Never a secret: those say only that they changed. */
export type Changes = Record<string, { before?: unknown; after?: unknown }>;

export interface OperationEntry {
  tenantId: string;
  at: Date;
  operation: 'create' | 'update' | 'delete';
  /** What happened. */
  type: OperationEvent;
  /** The contract's route, e.g. `PUT /api/auth/me`, the command line's words, or what the portal did by itself. */
  action: string;
  actor: Actor;
  /** What it was done to, of the kind that the type names. */
  targetId?: string | undefined;
  changes?: Changes;
  address: string | null;
  requestId: string;
  /** Spec section 3, "Log entry"; `success` unless stated. */
  status?: OperationStatus;
  /** Why it was refused or failed. */
  errorId?: ErrorId;
  /** In place of it, of what was refused: what the call named, of whatever kind. Null: nothing is known of it. */
  target?: { type: string; id: string } | null;
  /** Why the operator did it, in the operator's words. */
  reason?: string;
  /** What the caller sent as `X-Request-Id`; null for what a job or the portal itself does. */
  clientRequestId: string | null;
}

/** The columns of who did it. The spec's own (`operatorUuid`, `operatorUserId`) are what the version before reads too. */
const actorColumns = ({ type, id, name }: Actor) => ({
  operator_uuid: type === 'person' && id !== '' ? id : null,
  operator_user_id: name,
  actor_type: type,
  actor_id: id === '' ? null : id,
  actor_name: name,
});

/** What a row says of the call that did it. */
export const fromCall = ({ address, requestId, clientRequestId }: Omit<CallOrigin, 'userAgent'>) => ({
  address,
  requestId,
  clientRequestId,
});

/** Of what no call did. */
export const FROM_NO_CALL = { address: null, requestId: '', clientRequestId: null } as const;

/** Writes one row of the system-operation log, in the transaction of the change itself. */
export async function writeOperation(tx: Tx, entry: OperationEntry): Promise<void> {
  const { target = { type: targetOf(entry.type), id: entry.targetId } } = entry;
  const row = {
    tenant_id: entry.tenantId,
    at: entry.at,
    id: newUuid(),
    operation: entry.operation,
    action: entry.action,
    status: entry.status ?? 'success',
    ...actorColumns(entry.actor),
    type: entry.type,
    target_type: target?.type ?? null,
    target_id: target?.id ?? null,
    changes: JSON.stringify(entry.changes ?? {}),
    address: entry.address,
    request_id: entry.requestId,
    error_id: entry.errorId ?? null,
    reason: entry.reason ?? null,
    client_request_id: entry.clientRequestId,
  };
  await send(tx, named('write_operation', tx.insertInto('system_operation_log').values(row)));
}

/** What happened to one of the things that an act changed. */
export type EventEntry = Pick<OperationEntry, 'type' | 'targetId' | 'changes' | 'status'>;
/** What all rows of an act say. */
export type ActEntry = Omit<OperationEntry, keyof EventEntry> & Pick<OperationEntry, 'status'>;

/** Writes a row for each of many targets of one act, at once, in the transaction of the change itself. */
export async function writeOperations(tx: Tx, act: ActEntry, targets: readonly EventEntry[]): Promise<void> {
  const [first] = targets;
  if (!first) return;
  if (targets.length === 1) return writeOperation(tx, { ...act, ...first });
  const ids = targets.map(newUuid);
  const types = targets.map(({ type }) => type);
  const things = targets.map(({ targetId }) => targetId ?? null);
  const changes = targets.map((target) => JSON.stringify(target.changes ?? {}));
  const rows = sql`
    select id, ${act.operation} as operation, type, target_id, changes
    from unnest(${ids}::uuid[], ${types}::text[], ${things}::text[], ${changes}::jsonb[]) done (id, type, target_id, changes)`;
  await writeOperationsOf(tx, act, rows);
}

/**
 * The same of what a query tells: the rows of an import. In the transaction of the change, before anything is changed.
 * @param rows id, operation, type, target_id, changes
 */
export async function writeOperationsOf(
  tx: Tx,
  act: Omit<ActEntry, 'operation'>,
  rows: RawBuilder<unknown>,
): Promise<void> {
  const who = actorColumns(act.actor);
  const written = sql`
    insert into system_operation_log (tenant_id, at, id, operation, type, action, status, operator_uuid, operator_user_id,
      actor_type, actor_id, actor_name, target_type, target_id, changes, address, request_id, reason, client_request_id)
    select ${act.tenantId}, ${act.at}, r.id, r.operation, r.type, ${act.action}, ${act.status ?? 'success'},
      ${who.operator_uuid}::uuid, ${who.operator_user_id}, ${who.actor_type}, ${who.actor_id}, ${who.actor_name},
      split_part(r.type, '.', 1), r.target_id, r.changes,
      ${act.address}::inet, ${act.requestId}, ${act.reason ?? null}, ${act.clientRequestId}
    from (${rows}) r`;
  await send(tx, written);
}

/** A type in a query: one that the catalogue does not have does not compile. */
export const typeInSql = (type: OperationEvent) => sql.lit(type);

/** The entry of a change to a user; where nothing changed, none. */
export const userEntries = (targetId: string, changes: Changes) =>
  Object.keys(changes).length === 0 ? [] : [{ targetId, changes }];

/** The changed fields between two versions of a thing; equal fields are left out. */
export function changedFields(before: Record<string, unknown>, after: Record<string, unknown>): Changes {
  const changes: Changes = {};
  for (const key of Object.keys(after)) {
    if (JSON.stringify(before[key]) !== JSON.stringify(after[key]))
      changes[key] = { before: before[key], after: after[key] };
  }
  return changes;
}
