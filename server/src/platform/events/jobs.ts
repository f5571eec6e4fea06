import { personActor } from '#contract/principals.ts';
import type { OperationStatus } from '#contract/logs/log-statuses.ts';
import { type ErrorId, errorCatalogue } from '#contract/errors.ts';
import type { OperationEvent } from '#contract/events.ts';
import type { Tx } from '../db/transaction.ts';
import { type Changes, FROM_NO_CALL, writeOperation } from './write.ts';

/** A job, as the row of its beginning names it: that one has the status `processing`. */
export interface LoggedJob {
  tenantId: string;
  /** The name of the job (`user-import`). */
  job: string;
  operation: 'create' | 'update' | 'delete';
  /** What its end is. */
  type: OperationEvent;
  targetId: string;
  /** What it came to, as far as it is known. */
  changes?: Changes;
  /** Who began it. */
  operatorUuid: string | null;
  operatorUserId: string;
  address?: string | null;
  requestId?: string;
}

/** How many things a job did something to, by what it did; what happened to none is not told. */
export const numbersOf = (numbers: Readonly<Record<string, number>>): Changes =>
  Object.fromEntries(Object.entries(numbers).flatMap(([what, after]) => (after > 0 ? [[what, { after }]] : [])));

/**
 * Writes the row with which a job ends (spec section 3, "Log entry"), in the transaction that ends it; the caller makes
 * sure that it ends there once.
 * @param errorId why it was given up
 */
export async function writeJobEnd(
  tx: Tx,
  { job, tenantId, operatorUuid, operatorUserId, ...act }: LoggedJob,
  end: { status: OperationStatus; errorId?: string | null; now: Date },
): Promise<void> {
  const { errorId, status, now: at } = end;
  const known = errorId && errorId in errorCatalogue ? { errorId: errorId as ErrorId } : {};
  await writeOperation(tx, {
    ...FROM_NO_CALL,
    ...act,
    tenantId,
    at,
    action: `job ${job}`,
    actor: personActor(operatorUuid ?? '', operatorUserId),
    status,
    ...known,
  });
}
