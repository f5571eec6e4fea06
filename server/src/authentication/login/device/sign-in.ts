import type { AskedAtDevice, DeviceLoginAnswer, deviceLogin } from '#contract/authentication/device-sign-in.ts';
import { type ErrorId, fail } from '#contract/errors.ts';
import type { BodyOf } from '#contract/route.ts';
import { writeLogin } from '../../../audit/login-log.ts';
import type { KnownDevice } from '../../../device-management/credentials/known-devices.ts';
import type { Tx } from '../../../db/transaction.ts';
import type { ClientInfo } from '../../../http/client-info.ts';
import type { Tools } from '../../../tools.ts';
import { atOnce } from '../../throttle/at-once.ts';
import { countTry, giveBack, type Limit, refuseThrottled, spendTry } from '../../throttle/throttle.ts';
import { writeRefusal } from '../account.ts';
import { isPasswordExpired, refusalOf } from '../decide.ts';
import { complete, type SignInAtDevice, waitForSecondFactor } from './complete.ts';
import { asksOf, loginTypeOf, misfitOf } from './decide.ts';
import { failureLimits, MOST_AT_ONCE, pinLimits } from './limits.ts';
import * as queries from './queries.ts';
import { offeredWays } from './ways.ts';

type Given = BodyOf<typeof deviceLogin>;

/** What was given, read: who it says it is, and what proves it. */
interface Proof {
  sought: queries.SoughtBy;
  asks: AskedAtDevice[];
  /** Beside a card. */
  userCodeHashes: Buffer[] | null;
  password: string | null;
  isOffered: boolean;
}

/** Throws `invalid_params` for what the way does not ask for, and for what is missing. */
function readProof(tools: Tools, device: KnownDevice, given: Given): Proof {
  const asks = asksOf(given.way, device.policy.loginPolicy);
  const misfit = misfitOf(given, asks);
  if (misfit) throw fail('invalid_params', { field: misfit });
  const [by] = asks as [queries.SoughtBy['by'] & keyof queries.Sought];
  const value = String(given[by]);
  const hashed = by === 'card' || by === 'userCode';
  const sought = {
    by,
    value: hashed ? tools.keyedHashes(by, device.tenantId, value) : value.trim().normalize('NFC').toLowerCase(),
  } as queries.SoughtBy;
  const isBesideCard = by === 'card' && given.userCode !== undefined;
  return {
    sought,
    asks,
    userCodeHashes: isBesideCard ? tools.keyedHashes('userCode', device.tenantId, String(given.userCode)) : null,
    password: given.password ?? null,
    isOffered: offeredWays(tools, device).ways.some(({ way }) => way === given.way),
  };
}

/**
 * Decides a sign-in of somebody at a device. Whatever is wrong is `mismatch` to whoever stands there; the login log
 * knows why. Throws `invalid_params`, `too_many_requests`, `service_busy`, and, after the right password,
 * `password_expired`.
 */
export async function signInAtDevice(
  tools: Tools,
  device: KnownDevice,
  given: Given,
  client: ClientInfo,
  now: Date,
): Promise<DeviceLoginAnswer> {
  const proof = readProof(tools, device, given);
  const [limits, guesses] = [failureLimits(device, proof.sought, proof.asks), pinLimits(device, proof.sought)];
  await refuseStopped(tools, device, [...limits, ...guesses], now);
  // A guessed PIN is counted before it is looked at: of any number at once, no more than the limit are.
  if (guesses.length > 0) await spendTry(tools.db, guesses, now);
  const signIn = { device, loginType: loginTypeOf(given.way, proof.asks), proofs: proofsOf(proof), client, now };
  const outcome = await atOnce(tools, `device/${device.uuid}`, () => decide(tools, signIn, proof), MOST_AT_ONCE);
  if (typeof outcome === 'object') {
    await giveBack(tools.db, guesses);
    return outcome;
  }
  if (outcome === 'password_expired') throw fail(outcome);
  unstopped.delete(device);
  await countTry(tools.db, limits, now);
  throw fail('mismatch');
}

/** Devices that were asked about alone and are not stopped: known as long as the device itself, half a second. */
const unstopped = new WeakSet<KnownDevice>();

async function refuseStopped(tools: Tools, device: KnownDevice, limits: Limit[], now: Date): Promise<void> {
  const isOfDevice = limits.length === 1;
  if (isOfDevice && unstopped.has(device)) return;
  await refuseThrottled(tools.db, limits, now);
  if (isOfDevice) unstopped.add(device);
}

const proofsOf = ({ asks }: Proof): string[] =>
  asks.filter((asked) => asked === 'card' || asked === 'userCode' || asked === 'password');

/** The answer, or why not. */
async function decide(tools: Tools, signIn: SignInAtDevice, proof: Proof): Promise<DeviceLoginAnswer | ErrorId> {
  const checked = await checkPassword(tools, signIn.device, proof);
  return tools.db.inTenant(signIn.device.tenantId, async (tx) => {
    const account = await queries.holdAccount(tx, proof.sought, signIn.device);
    const reason = account ? refusalAt(signIn, account, proof, checked) : 'account_not_exist';
    if (!account || reason) {
      await recordRefusal(tx, signIn, account, reason ?? 'account_not_exist');
      return reason ?? 'account_not_exist';
    }
    const methods = await waitForSecondFactor(tx, signIn, account);
    return methods ?? complete(tools, tx, signIn, account);
  });
}

function refusalAt(
  { device, now }: SignInAtDevice,
  account: queries.FoundAccount,
  proof: Proof,
  checked: CheckedPassword | null,
): ErrorId | null {
  const { policy } = device;
  const pinMatches = proof.userCodeHashes?.some((hash) => account.user_code_hash?.equals(hash)) ?? true;
  // The password that was checked must be the one that is there now.
  const passwordMatches = !checked || (checked.matches && checked.hash === account.password_hash);
  const reason = refusalOf(
    {
      tenantActive: account.tenant_status === 'active',
      status: account.status,
      agent: account.user_id.startsWith('agent:'),
      wayOffered: proof.isOffered,
      lockedUntil: account.locked_until,
      failedStreak: account.failed_streak,
      proofMatches: pinMatches && passwordMatches,
    },
    now,
  );
  if (reason || !checked || !account.password_changed_at) return reason;
  const password = { changedAt: account.password_changed_at, mustChange: account.must_change === true };
  return isPasswordExpired(password, policy.passwordPolicy, now) ? 'password_expired' : null;
}

interface CheckedPassword {
  hash: string | null;
  matches: boolean;
}

/** Before anything is held, for it takes its time; as long where there is no such account. Null: none is asked for. */
async function checkPassword(
  { db, hasher }: Tools,
  device: KnownDevice,
  { sought, password }: Proof,
): Promise<CheckedPassword | null> {
  if (password === null) return null;
  const account = await db.inTenant(device.tenantId, (tx) => queries.findAccount(tx, sought, device.deviceType));
  const hash = account?.password_hash ?? null;
  const matches = await hasher.verify(hash ?? hasher.dummyHash, password, device.uuid);
  return { hash, matches: hash !== null && matches };
}

/** In the transaction of the decision. Of a card or PIN that is nobody's, the log knows the device alone. */
async function recordRefusal(
  tx: Tx,
  { device, loginType, client, now }: SignInAtDevice,
  account: queries.FoundAccount | null,
  reason: ErrorId,
): Promise<void> {
  const entry = { loginType, reason, client, now, deviceId: device.deviceId };
  if (account) return writeRefusal(tx, { ...account, policy: device.policy }, entry);
  await writeLogin(tx, {
    ...entry,
    tenantId: device.tenantId,
    at: now,
    uuid: null,
    userId: '',
    status: 'error',
  });
}
