import type { ErrorId } from '#contract/errors.ts';
import type { LoginType } from '#contract/sign-in/login-types.ts';
import { writeLogin, writeUnknownLogin } from '../platform/audit/login-log.ts';
import { PROVIDER, type Tx } from '../platform/db/transaction.ts';
import type { ClientInfo } from '../platform/http/client-info.ts';
import type { Tools } from '../platform/tools.ts';
import { type Account, findAccount, NOBODY } from './account.ts';
import { countFailure, type Door, type HeldCounters, sparing } from './failures.ts';
import { holdCounters, storeFailure, storeFailureAt } from './guards.ts';
import { isLastAdministrator } from './last-administrator.ts';
import { writeLock } from './lock-log.ts';
import { tellOfLock } from './lock-notice.ts';
import { isLocked } from '#contract/locked.ts';
import { isClosed } from './may.ts';

/** A refused try: why, and where it was made. */
export interface Refused {
  reason: ErrorId;
  loginType: LoginType;
  door: Door;
  client: ClientInfo;
  now: Date;
  deviceId?: string | undefined;
}

/** Of an account, what counting a failure needs. */
type Counted = Pick<Account, 'tenant_id' | 'uuid' | 'policy'> & { roles?: readonly string[] };

/**
 * Records a refused try: the failure counters (and the lock they may bring) when the proof was wrong, and the login
 * log with the true reason. Commits by itself; what is said to the caller comes after.
 */
export async function recordRefusal(tools: Tools, account: Account, refused: Refused): Promise<void> {
  await tools.db.inTenant(account.tenant_id, (tx) => writeRefusal(tools, tx, account, refused));
}

/** A try at a name that no account has. */
export interface UnknownTry {
  /** The tenant it was tried in, whose log shows it; null where none is named, or its share of the log is used up. */
  tenantId: string | null;
  typed: string;
  loginType: LoginType;
  client: ClientInfo;
  now: Date;
}

/**
 * Records a try at an unknown name in the login log of the tenant that was named, by the same work that `recordRefusal`
 * does for a known one: else time would tell.
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

/** The same in a transaction under way, for a caller that commits it whatever it answers. */
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
 * One more failure, and what it may bring: in a known browser the lock of the account, elsewhere an end to signing in
 * there. Both are told in the user's history, and to the user by mail.
 */
async function countWrongProof(
  tools: Tools,
  tx: Tx,
  account: Counted,
  held: HeldCounters,
  { door, client, now }: Refused,
): Promise<void> {
  let counted = countFailure(held, account.policy.accountLockPolicy, now);
  // Whoever may not in anyway is not locked: once its time is over, a lock leaves an account active behind it.
  const isLockable = held.status === 'active' || held.status === 'locked';
  if (!isLockable) counted = { ...counted, lock: null };
  if (counted.lock && (await isLastAdministrator(tx, account, now))) counted = sparing(counted, now);
  if (door === 'known') await storeFailure(tx, account.uuid, counted);
  else await storeFailureAt(tx, account.uuid, door, counted);
  if (!counted.lock) return;
  await writeLock(tx, account, { held, counted: { ...counted, lock: counted.lock }, door, client, now });
  await tellOfLock(tools, tx, account, { door, held, client, now });
}

/**
 * Records a wrong proof given inside a session (a password asked for once more) like one at the door: it counts for the
 * account lock and is written to the login log.
 */
export async function recordWrongProof(
  tools: Tools,
  key: { tenantId: string; uuid: string },
  refused: { reason: 'mismatch' | 'wrong_otp'; loginType: LoginType; client: ClientInfo; now: Date },
): Promise<void> {
  const account = await tools.db.inTenant(key.tenantId, (tx) => findAccount(tx, 'uuid', key.uuid));
  // In an open session the browser is one that the account let in.
  if (account) await recordRefusal(tools, account, { ...refused, door: 'known' });
}
