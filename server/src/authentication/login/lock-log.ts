import { changedFields, writeOperations } from '../../audit/operation-log.ts';
import type { Tx } from '../../db/transaction.ts';
import type { ClientInfo } from '../../http/client-info.ts';

/** What nobody asked for: the portal itself did it. */
const BY_ITSELF = { operation: 'update', operatorUuid: null, operatorUserId: 'system' } as const;

/** What a lock is told by. */
export interface LockState {
  status: string;
  lockedUntil: Date | null;
  /** Failures in a row. */
  failures: number;
}

/**
 * Tells a user's history that the account was locked: after how many failures, until when, and from where the one came
 * that locked it (spec section 8, docs/decisions/0031-logs.md). In the transaction of the lock.
 */
export async function writeLock(
  tx: Tx,
  account: { tenant_id: string; uuid: string },
  lock: { before: LockState; after: LockState; client: ClientInfo; now: Date },
): Promise<void> {
  const { client, now } = lock;
  const { address, requestId } = client;
  await writeOperations(
    tx,
    { ...BY_ITSELF, tenantId: account.tenant_id, at: now, action: 'system user lock', address, requestId },
    [{ targetType: 'user', targetId: account.uuid, changes: changedFields({ ...lock.before }, { ...lock.after }) }],
  );
}

/** Tells users' histories that the time of their locks is over. In the transaction that ends them. */
export async function writeEndedLocks(
  tx: Tx,
  tenantId: string,
  ended: readonly { uuid: string; locked_until: Date | null }[],
  now: Date,
): Promise<void> {
  await writeOperations(
    tx,
    { ...BY_ITSELF, tenantId, at: now, action: 'system user unlock', address: null, requestId: '' },
    ended.map(({ uuid, locked_until: before }) => ({
      targetType: 'user',
      targetId: uuid,
      changes: { status: { before: 'locked', after: 'active' }, lockedUntil: { before, after: null } },
    })),
  );
}
