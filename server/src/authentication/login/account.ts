import type { ErrorId } from '#contract/errors.ts';
import { type SecurityPolicy, securityPolicy } from '#contract/security-policy.ts';
import { writeLogin } from '../../audit/login-log.ts';
import { PROVIDER, type Tx } from '../../db/transaction.ts';
import type { ClientInfo } from '../../http/client-info.ts';
import type { Tools } from '../../tools.ts';
import { countFailure, refusalOf } from './decide.ts';
import { writeLock } from './lock-log.ts';
import * as queries from './queries.ts';

/** An account at the door, as the decision needs it. */
export interface Account extends Omit<queries.AccountRow, 'security_policy'> {
  policy: SecurityPolicy;
}

export type Way = 'loginMailAddress' | 'userId';

export function toAccount(row: queries.AccountRow | null): Account | null {
  if (!row) return null;
  const { security_policy, ...rest } = row;
  return { ...rest, policy: securityPolicy.parse(security_policy) };
}

type AtTheDoor = Pick<Account, 'policy' | 'tenant_status' | 'status' | 'user_id' | 'locked_until' | 'failed_streak'>;

/** Why this account may not in now, given whether the proof matched; null where it may. */
export function refusal(account: AtTheDoor, proofMatches: boolean, way: Way | null, now: Date): ErrorId | null {
  const offered = account.policy.loginPolicy.siteLoginType;
  return refusalOf(
    {
      tenantActive: account.tenant_status === 'active',
      status: account.status,
      agent: account.user_id.startsWith('agent:'),
      wayOffered: way === null || offered === 'all' || offered === way,
      lockedUntil: account.locked_until,
      failedStreak: account.failed_streak,
      proofMatches,
    },
    now,
  );
}

/**
 * Records a refused try: the failure counters (and the lock they may bring) when the proof was wrong, and the login
 * log with the true reason. Commits by itself; what is said to the caller comes after.
 */
export async function recordRefusal(
  tools: Tools,
  account: Account,
  refused: { reason: ErrorId; loginType: string; client: ClientInfo; now: Date },
): Promise<void> {
  await tools.db.inTenant(account.tenant_id, (tx) => writeRefusal(tx, account, refused));
}

/** Whether the account may be offered among several, and be switched to (`userSelect`). */
export const mayBeChosen = (account: Account): boolean => account.policy.loginPolicy.userSelect;

/** Stands for an account that is not there. */
export const NOBODY = '00000000-0000-0000-0000-000000000000';

/** What `recordRefusal` costs, where there is no account: else time would tell. Changes nothing. */
export async function recordNobody(tools: Tools, now: Date): Promise<void> {
  await tools.db.inTenant(PROVIDER, async (tx) => {
    await queries.lockCounters(tx, NOBODY);
    await queries.storeFailure(tx, NOBODY, { failedCount: 0, failedSince: now, failedStreak: 0, lock: null });
    await queries.findAccount(tx, NOBODY);
  });
}

/** The same in a transaction under way, for a caller that commits it whatever it answers. */
export async function writeRefusal(
  tx: Tx,
  account: Pick<Account, 'tenant_id' | 'uuid' | 'user_id' | 'policy'>,
  refused: { reason: ErrorId; loginType: string; client: ClientInfo; now: Date; deviceId?: string },
): Promise<void> {
  const held = await queries.lockCounters(tx, account.uuid);
  const wrongProof = refused.reason === 'mismatch' || refused.reason === 'wrong_otp';
  const stopped = held?.status === 'locked' && (held.locked_until === null || held.locked_until > refused.now);
  if (held && wrongProof && !stopped) await countWrongProof(tx, account, held, refused);
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

/** One more failure, and the lock it may bring, which is told in the user's history. */
async function countWrongProof(
  tx: Tx,
  account: Pick<Account, 'tenant_id' | 'uuid' | 'policy'>,
  held: NonNullable<Awaited<ReturnType<typeof queries.lockCounters>>>,
  { client, now }: { client: ClientInfo; now: Date },
): Promise<void> {
  const { status, locked_until: lockedUntil, failed_streak: failures } = held;
  const counted = countFailure(
    { failedCount: held.failed_count, failedSince: held.failed_since, failedStreak: failures },
    account.policy.accountLockPolicy,
    now,
  );
  // Whoever may not in anyway is not locked: once its time is over, a lock leaves an account active behind it.
  const lock = status === 'active' || status === 'locked' ? counted.lock : null;
  await queries.storeFailure(tx, account.uuid, { ...counted, lock });
  if (!lock) return;
  const before = { status, lockedUntil, failures };
  const after = { status: 'locked', lockedUntil: lock.until, failures: counted.failedStreak };
  await writeLock(tx, account, { before, after, client, now });
}

/**
 * Records a wrong proof given inside a session (a password asked for once more) like one at the door: it counts for the
 * account lock and is written to the login log.
 */
export async function recordWrongProof(
  tools: Tools,
  key: { tenantId: string; uuid: string },
  refused: { reason: 'mismatch' | 'wrong_otp'; loginType: string; client: ClientInfo; now: Date },
): Promise<void> {
  const account = toAccount(await tools.db.inTenant(key.tenantId, (tx) => queries.findAccount(tx, key.uuid)));
  if (account) await recordRefusal(tools, account, refused);
}
