import { type Changes, writeOperation } from '../audit/operation-log.ts';
import type { Tx } from '../db/transaction.ts';

/** One thing the operator does: when, by which command or route, and from where. */
export interface Act {
  now: Date;
  /** The contract's route (`POST /api/operator/tenants`) or the command's words (`portico tenant create`). */
  action: string;
  address: string | null;
  requestId: string;
}

/** Writes the system-operation log row of an act, in the transaction of the change and the space it belongs to. */
export async function recordAct(
  tx: Tx,
  tenantId: string,
  act: Act,
  entry: { operation: 'create' | 'update' | 'delete'; targetType: string; targetId: string; changes?: Changes },
): Promise<void> {
  await writeOperation(tx, {
    tenantId,
    at: act.now,
    action: act.action,
    operatorUuid: null,
    operatorUserId: 'operator',
    address: act.address,
    requestId: act.requestId,
    ...entry,
  });
}
