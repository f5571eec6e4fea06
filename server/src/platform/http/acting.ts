import type { Actor } from '#contract/principals.ts';
import type { OperationEvent } from '#contract/events.ts';
import { type Facts, tellAll } from '../events/consumers.ts';
import { type EventEntry, type OperationEntry, writeOperations } from '../events/write.ts';
import type { Tx } from '../db/transaction.ts';
import type { ClientInfo } from './client-info.ts';
import type { Principal } from './principal.ts';
import type { Tools } from '../tools.ts';

export type ChangeOperation = OperationEntry['operation'];

/** One audited change of one target. */
export interface AuditEntry extends Pick<EventEntry, 'targetId' | 'changes'> {
  /** What happened to it; the event of the route unless stated. */
  type?: OperationEvent;
  /** Null: nothing is known of what it was done to. */
  target?: null;
  /** `processing` if the call only starts a job; otherwise the call succeeded. */
  status?: 'processing';
  /** For the consumers of the event alone. */
  facts?: Facts;
}

/** The same where no route says what happens. */
export type TypedEntry = AuditEntry & { type: OperationEvent };

/** Overrides of what a log row takes from its caller and route. */
export interface AuditedAs {
  /** Tenant of the event if it is not the caller's. */
  tenantId?: string;
  operation?: ChangeOperation;
  /** The actor if it is not the caller itself: a user at a device. */
  actor?: Actor;
}

/**
 * The context of an act: who, when and why, and the only way to write its log rows. An API call is one, and so is a
 * command of the command line.
 */
export interface Acting {
  caller: Principal;
  now: Date;
  /** The operator's reason: required for acts on credentials and for reading personal data. */
  reason?: string | undefined;
  /**
   * Writes the operation log in a transaction of the event's tenant: one row, one per target, or none if nothing
   * changed.
   */
  audit(tx: Tx, entry: TypedEntry | readonly TypedEntry[], as?: AuditedAs): Promise<void>;
  /** Declares that no log row is due: nothing changed, or the rows are written elsewhere. */
  owesNoEvent(): void;
}

/** Origin of an act; `address` is null for a command. */
type Origin = Pick<ClientInfo, 'requestId' | 'clientRequestId'> & { address: string | null };

/** Common to all rows of an act. */
export interface ActFacts extends Pick<Acting, 'caller' | 'now' | 'reason'> {
  /** The contract's route (`POST /api/operator/tenants`) or the command (`portico tenant create`). */
  action: string;
  operation: ChangeOperation;
  origin: Origin;
  /** As `Happened.client`. */
  client: ClientInfo | null;
}

/** Writes log rows in the transaction of the change, and tells the consumers; without `tools` nobody is told. */
export async function writeEntries(
  tools: Tools | null,
  tx: Tx,
  { caller, now, reason, action, operation, origin, client }: ActFacts,
  entries: readonly TypedEntry[],
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
  if (!tools) return;
  const { tenantId } = act;
  const happened = entries.map(({ type, targetId, changes = {}, facts = {} }) => ({
    ...{ type, tenantId, targetId, actor, changes, facts, at: now, client },
  }));
  await tellAll(tools, tx, happened);
}
