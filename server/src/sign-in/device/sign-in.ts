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

/** The parsed input: claimed identity and proofs. */
interface Given {
  sought: queries.SoughtBy;
  asks: AskedAtDevice[];
  /** In addition to a card. */
  userCodeHashes: Buffer[] | null;
  password: string | null;
  isOffered: boolean;
}

/** Throws `invalid_params` for fields that the method does not ask for and for missing ones. */
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
 * Decides a sign-in at a device. Every refusal is `mismatch` to the user; the login log has the reason. Throws
 * `invalid_params`, `too_many_requests`, `service_busy`, and, after the right password, `password_expired`.
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
  // A guessed PIN is counted before it is checked: of any number of parallel attempts, no more than the limit get
  // through.
  if (guesses.length > 0) await spendTry(tools.db, guesses, now);
  const signIn = { device, loginType: loginTypeOf(given.way, proof.asks), proofs: proofsOf(proof, now), client, now };
  const attempt = async () => decide(tools, { ...proof, signIn, checked: await checkPassword(tools, device, proof) });
  const outcome = await atOnce(tools, `device/${device.uuid}`, attempt, MOST_AT_ONCE).catch(async (error) => {
    // Nothing was decided, so nothing was guessed.
    await giveBack(tools.db, guesses).catch(() => undefined);
    throw error;
  });
  // Everything answered as a mismatch counts as one: otherwise the right PIN of a refused user could be told apart.
  const isRight = typeof outcome === 'object' || outcome === 'password_expired';
  if (isRight) await giveBack(tools.db, guesses);
  if (typeof outcome === 'object') return outcome;
  if (outcome === 'password_expired') throw fail(outcome);
  refusedAt.add(device);
  await countTry(tools.db, limits, now).finally(() => forgetKnownDevice(tools, device));
  throw fail('mismatch');
}

/** Devices that were refused an attempt since they were read. */
const refusedAt = new WeakSet<KnownDevice>();
/** If the body arrives long after the headers, the cached device is out of date. */
const RECENT_MS = 1000;

/** The device's own failure count was read with it and is valid until the next refusal there. */
async function refuseStopped(tools: Tools, device: KnownDevice, limits: Limit[], now: Date): Promise<void> {
  const [atDevice] = limits as [Limit];
  const isKnown = !refusedAt.has(device) && performance.now() - device.readAt < RECENT_MS;
  if (limits.length === 1 && isKnown) refuseUsedUp(atDevice, device.failures, now);
  else await refuseThrottled(tools.db, limits, now);
}

/** A name proves nothing; a card, a PIN and a password do. */
const proofsOf = ({ asks }: Given, now: Date): Proof[] =>
  asks.flatMap((asked) =>
    asked === 'card' || asked === 'userCode' || asked === 'password' ? [proofOf(asked, now)] : [],
  );

/**
 * Before any row is locked, because hashing is slow; takes as long if the account does not exist. Null: no password
 * required.
 */
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
