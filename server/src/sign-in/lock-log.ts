import { SYSTEM } from '#contract/principals.ts';
import { happen } from '../platform/events/consumers.ts';
import { FROM_NO_CALL, writeOperations } from '../platform/events/write.ts';
import type { Tx } from '../platform/db/transaction.ts';
import type { ClientInfo } from '../platform/http/client-info.ts';
import type { Tools } from '../platform/tools.ts';
import type { Door, FailureCount, HeldCounters } from './failures.ts';

/** Changes made by the system itself. */
const BY_ITSELF = { operation: 'update', actor: SYSTEM } as const;

/**
 * Writes to a user's history that the account was locked, or that sign-in is blocked in unknown browsers or at devices:
 * after how many failures, until when, and the origin of the last one (spec section 8, docs/decisions/0070). In the
 * transaction of the lock.
 */
export async function writeLock(
  tools: Tools,
  tx: Tx,
  account: { tenant_id: string; uuid: string },
  {
    held,
    counted,
    door,
    isDue,
    client,
    now,
  }: {
    held: HeldCounters;
    counted: FailureCount & { lock: { until: Date | null } };
    door: Door;
    /** Whether the user is to be mailed. */
    isDue: boolean;
    client: ClientInfo;
    now: Date;
  },
): Promise<void> {
  const isLock = door === 'known';
  const before = isLock ? held.lockedUntil : dateOf(held.closedUntil);
  const changes = {
    ...(isLock && { status: { before: held.status, after: 'locked' } }),
    lockedUntil: { before, after: counted.lock.until },
    failures: { before: held.failedStreak, after: counted.failedStreak },
  };
  const { tenant_id: tenantId, uuid: targetId } = account;
  const event = { tenantId, at: now, action: ACTIONS[door], type: EVENTS[door], targetId, changes };
  await happen(tools, tx, { ...BY_ITSELF, ...event, facts: { isDue }, client });
}

const ONCE_IN_HOURS = 24;

/** Each mail about a lock or a stop at most once a day: a persistent guesser must not fill the mailbox. */
export const isLockMailDue = ({ toldAt }: HeldCounters, now: Date): boolean =>
  toldAt === null || toldAt.getTime() <= now.getTime() - ONCE_IN_HOURS * 3_600_000;

const ACTIONS: Record<Door, string> = {
  known: 'system user lock',
  unknown: 'system unknown browser stop',
  device: 'system device stop',
};

const EVENTS = {
  known: 'user.locked',
  unknown: 'user.unknownBrowsersStopped',
  device: 'user.devicesStopped',
} as const satisfies Record<Door, string>;

const dateOf = (until: Date | number | null) => (until instanceof Date ? until : null);

/** Writes to users' histories that their locks have expired. In the transaction that ends them. */
export async function writeEndedLocks(
  tx: Tx,
  tenantId: string,
  ended: readonly { uuid: string; locked_until: Date | null }[],
  now: Date,
): Promise<void> {
  await writeOperations(
    tx,
    { ...BY_ITSELF, tenantId, at: now, action: 'system user unlock', ...FROM_NO_CALL },
    ended.map(({ uuid, locked_until: before }) => ({
      type: 'user.lockEnded' as const,
      targetId: uuid,
      changes: { status: { before: 'locked', after: 'active' }, lockedUntil: { before, after: null } },
    })),
  );
}
