import type { Actor } from '#contract/principals.ts';
import type { Changes } from '../audit/operation-log.ts';
import { type OperationEntry, writeOperations } from '../audit/operation-log.ts';
import type { Tx } from '../db/transaction.ts';
import type { ClientInfo } from './client-info.ts';
import type { Principal } from './principal.ts';

export type ChangeOperation = OperationEntry['operation'];

/** What was done to one thing. */
export interface AuditEntry {
  targetType?: string;
  targetId?: string | undefined;
  changes?: Changes;
  /** `processing` where the call only begins what a job then does; else it was a success. */
  status?: 'processing';
}

/** What the rows of an act can say otherwise than its caller and its route. */
export interface AuditedAs {
  /** The space it happened in, where the caller does not belong to it. */
  tenantId?: string;
  operation?: ChangeOperation;
  /** Who did it through the caller: somebody at a device. */
  actor?: Actor;
}

/**
 * Something that is being done: by whom, when and why, and the one way to write down what was done. A call of the API is
 * one, and so is a command of the command line.
 */
export interface Acting {
  caller: Principal;
  now: Date;
  /** Why, in the operator's words: acts on credentials, and reading what is personal, need it. */
  reason?: string | undefined;
  /**
   * Writes the row of the system-operation log into a transaction of the space it happened in; or one for each target,
   * none where nothing was changed.
   */
  audit(tx: Tx, entry: AuditEntry | readonly AuditEntry[], as?: AuditedAs): Promise<void>;
  /** States that no row is owed: nothing was changed after all, or the rows are written elsewhere. */
  owesNoEvent(): void;
}

/** Where an act came from; `address` is null of a command. */
type Origin = Pick<ClientInfo, 'requestId' | 'clientRequestId'> & { address: string | null };

/** What all rows of an act say. */
export interface ActFacts extends Pick<Acting, 'caller' | 'now' | 'reason'> {
  /** The contract's route (`POST /api/operator/tenants`) or the command's words (`portico tenant create`). */
  action: string;
  operation: ChangeOperation;
  origin: Origin;
}

/** Writes the rows of what was done, in the transaction of the change. */
export async function writeEntries(
  tx: Tx,
  { caller, now, reason, action, operation, origin }: ActFacts,
  entries: readonly AuditEntry[],
  as: AuditedAs = {},
): Promise<void> {
  const { address, requestId, clientRequestId } = origin;
  const actor = as.actor ?? caller.actor;
  const act = {
    tenantId: as.tenantId ?? caller.tenantId,
    at: now,
    operation: as.operation ?? operation,
    action,
    actor,
    address,
    requestId,
    clientRequestId,
    ...(reason !== undefined && { reason }),
  };
  await writeOperations(tx, act, entries);
}
