import type { ErrorId } from '#contract/errors.ts';
import type { LoginType } from '#contract/sign-in/login-types.ts';
import { writeLogin, writeUnknownLogin } from '../platform/events/sign-ins.ts';
import { PROVIDER, type Tx } from '../platform/db/transaction.ts';
import type { ClientInfo } from '../platform/http/client-info.ts';
import type { Tools } from '../platform/tools.ts';
import { type Account, findAccount, NOBODY } from './account.ts';
import { countFailure, type Door, type HeldCounters, sparing } from './failures.ts';
import { holdCounters, noteLockMail, storeFailure, storeFailureAt } from './guards.ts';
import { isLastAdministrator } from './last-administrator.ts';
import { isLockMailDue, writeLock } from './lock-log.ts';
import { isLocked } from '#contract/locked.ts';
import { isClosed } from './may.ts';

/** A failed attempt: reason and origin. */
export interface Refused {
  reason: ErrorId;
  loginType: LoginType;
  door: Door;
  client: ClientInfo;
  now: Date;
  deviceId?: string | undefined;
}

/** The account fields needed to count a failure. */
type Counted = Pick<Account, 'tenant_id' | 'uuid' | 'policy'> & { roles?: readonly string[] };

/**
 * Records a failed sign-in: increments the failure counters if the proof was wrong (which may lock the account) and
 * writes the true reason to the login log. Commits in its own transaction; the caller is answered afterwards.
 */
export async function recordRefusal(tools: Tools, account: Account, refused: Refused): Promise<void> {
  await tools.db.inTenant(account.tenant_id, (tx) => writeRefusal(tools, tx, account, refused));
}

/** An attempt at a name without an account. */
export interface UnknownTry {
  /**
   * The tenant named in the attempt, whose log shows it; null if none was named, or its share of the log is exhausted.
   */
  tenantId: string | null;
  typed: string;
  loginType: LoginType;
  client: ClientInfo;
  now: Date;
}

/**
 * Records an attempt at an unknown name in the login log of the named tenant, with the same work that `recordRefusal`
 * does for a known one, so that timing reveals nothing.
 */
export async function recordUnknown(tools: Tools, { tenantId, ...tried }: UnknownTry): Promise<void> {
  await tools.db.inTenant(tenantId ?? PROVIDER, async (tx) => {
    const none = { failedCount: 0, failedSince: tried.now, failedStreak: 0, lock: null };
    await holdCounters(tx, NOBODY, 'unknown');
    await storeFailureAt(tx, NOBODY, 'unknown', none);
    if (tenantId === null) await findAccount(tx, 'uuid', NOBODY);
    else await writeUnknownLogin(tx, { tenantId, ...tried });
  });
}

/** Like `recordRefusal`, inside the caller's transaction, which must commit even if the request fails. */
export async function writeRefusal(
  tools: Tools,
  tx: Tx,
  account: Counted & Pick<Account, 'user_id'>,
  refused: Refused,
): Promise<void> {
  const held = await holdCounters(tx, account.uuid, refused.door);
  const wrongProof = refused.reason === 'mismatch' || refused.reason === 'wrong_otp';
  if (held && wrongProof && !isStopped(held, refused.now)) await countWrongProof(tools, tx, account, held, refused);
  await writeLogin(tx, {
    tenantId: account.tenant_id,
    at: refused.now,
    uuid: account.uuid,
    userId: account.user_id,
    loginType: refused.loginType,
    status: 'error',
    reason: refused.reason,
    client: refused.client,
    ...(refused.deviceId !== undefined && { deviceId: refused.deviceId }),
  });
}

const isStopped = ({ status, lockedUntil, closedUntil }: HeldCounters, now: Date) =>
  isLocked({ status, lockedUntil, now }) || isClosed(closedUntil, now);

/**
 * Counts a failure and applies its consequence: in a known browser the account is locked, elsewhere sign-in is blocked
 * there. Both are written to the user's history and emailed.
 */
async function countWrongProof(
  tools: Tools,
  tx: Tx,
  account: Counted,
  held: HeldCounters,
  { door, client, now }: Refused,
): Promise<void> {
  let counted = countFailure(held, account.policy.accountLockPolicy, now);
  // Accounts that may not sign in anyway are not locked: an expired lock would leave them active.
  const isLockable = held.status === 'active' || held.status === 'locked';
  if (!isLockable) counted = { ...counted, lock: null };
  if (counted.lock && (await isLastAdministrator(tx, account, now))) counted = sparing(counted, now);
  if (door === 'known') await storeFailure(tx, account.uuid, counted);
  else await storeFailureAt(tx, account.uuid, door, counted);
  if (!counted.lock) return;
  const isDue = isLockMailDue(held, now);
  await writeLock(tools, tx, account, { held, counted: { ...counted, lock: counted.lock }, door, isDue, client, now });
  if (isDue) await noteLockMail(tx, account, door, now);
}

/**
 * Records a wrong proof given inside a session (such as a password asked for again) like a failed sign-in: it counts
 * for the account lock and is written to the login log.
 */
export async function recordWrongProof(
  tools: Tools,
  key: { tenantId: string; uuid: string },
  refused: { reason: 'mismatch' | 'wrong_otp'; loginType: LoginType; client: ClientInfo; now: Date },
): Promise<void> {
  const account = await tools.db.inTenant(key.tenantId, (tx) => findAccount(tx, 'uuid', key.uuid));
  // An open session implies that the account knows the browser.
  if (account) await recordRefusal(tools, account, { ...refused, door: 'known' });
}
