import { type Changes, writeOperation, writeOperations } from '../audit/operation-log.ts';
import type { Tx } from '../db/transaction.ts';

/** One thing the operator does: when, by which command or route, and from where. */
export interface Act {
  now: Date;
  /** The contract's route (`POST /api/operator/tenants`) or the command's words (`portico tenant create`). */
  action: string;
  address: string | null;
  requestId: string;
}

interface Target {
  targetType: string;
  targetId: string;
  changes?: Changes;
}

type Operation = 'create' | 'update' | 'delete';

const entryOf = (tenantId: string, { now, action, address, requestId }: Act, operation: Operation) => ({
  ...{ tenantId, at: now, operation, action, address, requestId },
  ...{ operatorUuid: null, operatorUserId: 'operator' },
});

/** Writes the system-operation log row of an act, in the transaction of the change and the space it belongs to. */
export async function recordAct(
  tx: Tx,
  tenantId: string,
  act: Act,
  { operation, ...target }: Target & { operation: Operation },
): Promise<void> {
  await writeOperation(tx, { ...entryOf(tenantId, act, operation), ...target });
}

/** The same for an act on many things: a row for each, all at once. */
export async function recordActOnMany(
  tx: Tx,
  tenantId: string,
  act: Act,
  operation: Operation,
  targets: readonly Target[],
): Promise<void> {
  await writeOperations(tx, entryOf(tenantId, act, operation), targets);
}
