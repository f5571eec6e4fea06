import type { AskedAtDevice, DeviceLoginAnswer, deviceLogin } from '#contract/sign-in/device-sign-in.ts';
import { fail } from '#contract/errors.ts';
import type { BodyOf } from '#contract/route.ts';
import { type Proof, proofOf } from '#contract/sign-in/proofs.ts';
import { forgetKnownDevice, type KnownDevice } from '../../devices/credentials/known-devices.ts';
import type { ClientInfo } from '../../platform/http/client-info.ts';
import type { Tools } from '../../platform/tools.ts';
import { atOnce } from '../../platform/limits/at-once.ts';
import {
  countTry,
  giveBack,
  type Limit,
  refuseThrottled,
  refuseUsedUp,
  spendTry,
} from '../../platform/limits/throttle.ts';
import { type CheckedPassword, decide } from './attempt.ts';
import { asksOf, loginTypeOf, misfitOf } from './decide.ts';
import { failureLimits, MOST_AT_ONCE, pinLimits } from './limits.ts';
import * as queries from './queries.ts';
import { offeredWays } from './ways.ts';

type Body = BodyOf<typeof deviceLogin>;

/** What was given, read: who it says it is, and what proves it. */
interface Given {
  sought: queries.SoughtBy;
  asks: AskedAtDevice[];
  /** Beside a card. */
  userCodeHashes: Buffer[] | null;
  password: string | null;
  isOffered: boolean;
}

/** Throws `invalid_params` for what the way does not ask for, and for what is missing. */
function readGiven(tools: Tools, device: KnownDevice, given: Body): Given {
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
  given: Body,
  client: ClientInfo,
  now: Date,
): Promise<DeviceLoginAnswer> {
  const proof = readGiven(tools, device, given);
  const [limits, guesses] = [failureLimits(device, proof.sought, proof.asks), pinLimits(device, proof.sought)];
  await refuseStopped(tools, device, [...limits, ...guesses], now);
  // A guessed PIN is counted before it is looked at: of any number at once, no more than the limit are.
  if (guesses.length > 0) await spendTry(tools.db, guesses, now);
  const signIn = { device, loginType: loginTypeOf(given.way, proof.asks), proofs: proofsOf(proof, now), client, now };
  const attempt = async () => decide(tools, { ...proof, signIn, checked: await checkPassword(tools, device, proof) });
  const outcome = await atOnce(tools, `device/${device.uuid}`, attempt, MOST_AT_ONCE).catch(async (error) => {
    // Nothing was decided, so nothing was guessed.
    await giveBack(tools.db, guesses).catch(() => undefined);
    throw error;
  });
  // Whatever is answered as a mismatch counts as one: else a right PIN of somebody who may not in could be told apart.
  const isRight = typeof outcome === 'object' || outcome === 'password_expired';
  if (isRight) await giveBack(tools.db, guesses);
  if (typeof outcome === 'object') return outcome;
  if (outcome === 'password_expired') throw fail(outcome);
  refusedAt.add(device);
  await countTry(tools.db, limits, now).finally(() => forgetKnownDevice(tools, device));
  throw fail('mismatch');
}

/** Devices at which somebody was refused since they were read. */
const refusedAt = new WeakSet<KnownDevice>();
/** Of a call whose body comes long after its head the device is no longer what it was. */
const RECENT_MS = 1000;

/** What is counted at the device alone was read with it, and holds until somebody is refused there. */
async function refuseStopped(tools: Tools, device: KnownDevice, limits: Limit[], now: Date): Promise<void> {
  const [atDevice] = limits as [Limit];
  const isKnown = !refusedAt.has(device) && performance.now() - device.readAt < RECENT_MS;
  if (limits.length === 1 && isKnown) refuseUsedUp(atDevice, device.failures, now);
  else await refuseThrottled(tools.db, limits, now);
}

/** A name proves nothing; the card, the PIN and the password do. */
const proofsOf = ({ asks }: Given, now: Date): Proof[] =>
  asks.flatMap((asked) =>
    asked === 'card' || asked === 'userCode' || asked === 'password' ? [proofOf(asked, now)] : [],
  );

/** Before anything is held, for it takes its time; as long where there is no such account. Null: none is asked for. */
async function checkPassword(
  { db, hasher }: Tools,
  device: KnownDevice,
  { sought, password }: Given,
): Promise<CheckedPassword | null> {
  if (password === null) return null;
  const account = await db.reading(device.tenantId, (tx) => queries.findAccount(tx, sought, device.deviceType));
  const hash = account?.password_hash ?? null;
  const matches = await hasher.verify(hash ?? hasher.dummyHash, password, device.uuid);
  return { hash, matches: hash !== null && matches };
}
