import { fail } from '#contract/errors.ts';
import { CREDENTIALS_SCOPE, type OperatorScope } from '#contract/operator/tokens.ts';
import { type Changes, type OperationEntry, writeOperation, writeOperations } from '../audit/operation-log.ts';
import type { Tx } from '../db/transaction.ts';

/** One thing the operator does: when, by which command or route, and from where. */
export interface Act {
  now: Date;
  /** The contract's route (`POST /api/operator/tenants`) or the command's words (`portico tenant create`). */
  action: string;
  /** Who of the operators: `operator:<name of the token>` or `cli:<user of the operating system>`. */
  by: string;
  /** What the operator may do by this token; the command line may do everything. */
  scopes: readonly OperatorScope[];
  /** Why, in the operator's words: acts on credentials, and reading what is personal, need it. */
  reason?: string;
  address: string | null;
  requestId: string;
  clientRequestId?: string | null;
  /** Hears that a row is written, which a call of the operator API owes, or that none is owed. */
  settle?: () => void;
}

interface Target {
  targetType: string;
  targetId?: string | undefined;
  changes?: Changes;
}

type Operation = 'create' | 'update' | 'delete';

/**
 * Lets an act on credentials pass (of users, devices and clients; administrators, keys), or a look at what is personal.
 * Throws `forbidden` where the token has not the scope for it, `invalid_params` where no reason is given.
 */
export function requireCredentials({ scopes, reason }: Act): void {
  if (!scopes.includes(CREDENTIALS_SCOPE)) throw fail('forbidden');
  if (reason === undefined) throw fail('invalid_params', { field: 'reason' });
}

function entryOf(tenantId: string, act: Act, operation: Operation): OperationEntry {
  act.settle?.();
  const { now, action, by, reason, address, requestId, clientRequestId = null } = act;
  return {
    ...{ tenantId, at: now, operation, action, address, requestId, clientRequestId },
    ...{ operatorUuid: null, operatorUserId: by },
    ...(reason !== undefined && { reason }),
  };
}

/** States that an act owes no row: it has changed nothing after all. */
export const owesNoEvent = ({ settle }: Act): void => settle?.();

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
