import { type ErrorId, fail } from '#contract/errors.ts';
import type { loginUser } from '#contract/sign-in/login.ts';
import type { BodyOf } from '#contract/route.ts';
import { isTenantId } from '#contract/rules.ts';
import { proofOf } from '#contract/sign-in/proofs.ts';
import { replaceHash } from '../../credentials/passwords/passwords.ts';
import { countTry, findUsedUp, type Limit } from '../../platform/limits/throttle.ts';
import { findAccountsOfAddress } from '../../platform/db/across-tenants.ts';
import { PROVIDER, type Tx } from '../../platform/db/transaction.ts';
import type { Tools } from '../../platform/tools.ts';
import { type Account, findAccount, holdAccount, NOBODY, passwordFacts, type Way } from '../account.ts';
import { type Browser, doorOf } from '../browser.ts';
import type { Progress, SignIn } from '../complete.ts';
import type { Door } from '../failures.ts';
import { refusalOf } from '../may.ts';
import { recordRefusal, recordUnknown } from '../refusals.ts';
import { findKnownEntry, type KnownEntry } from '../sessions/known-browsers.ts';
import { proceed } from '../steps/steps.ts';

export type PasswordLogin = Pick<
  BodyOf<typeof loginUser>,
  'type' | 'tenantId' | 'credentials' | 'password' | 'withMyInfo'
>;

/** Maximum accounts checked per address or name, so that one request cannot cause unbounded hashing. */
const MOST_CANDIDATES = 10;

/**
 * Decides a sign-in with a password. Unknown, wrong, inactive and locked cost the same work and give the same answer,
 * `mismatch` (standards 5); the tenant's login log has the reason. Also throws `too_many_requests`, `service_busy`.
 */
export async function signInWithPassword(
  tools: Tools,
  login: PasswordLogin,
  client: Browser,
  now: Date,
): Promise<Progress> {
  const typed = login.credentials.trim().normalize('NFC').toLowerCase();
  const way: Way = login.type === 'userId' ? 'userId' : 'loginMailAddress';
  const limits = loginLimits(login, way, typed, client);
  const usedUp = await findUsedUp(tools.db, [...limits, ...client.known.map(browserLimit)], now);
  const tired = usedUp.slice(0, limits.length).find((refused) => refused !== null);
  if (tired && client.known.length === 0) throw tired;
  const found = await findCandidates(tools, login, way, typed);
  const entries = new Map(found.map((account) => [account, findKnownEntry(tools, client.known, account, now)]));
  const doorTo = (account: Account): Door => (entries.get(account) ? 'known' : 'unknown');
  const refusedTo = (account: Account) => {
    const entry = entries.get(account);
    return entry ? usedUp[limits.length + client.known.indexOf(entry)] : tired;
  };
  // A limit exhausted by strangers does not apply to browsers that the account knows.
  const candidates = found.filter((account) => !refusedTo(account));
  if (candidates.length === 0) {
    const refused = tired ?? found.map(refusedTo).find(Boolean);
    if (refused) throw refused;
  }
  const proved = await verifyAll(tools, candidates, login.password, client.network);
  const judged = judge(
    candidates.map((account, index) => ({
      account,
      proofMatches: proved[index] === true,
      door: doorTo(account),
    })),
    way,
    now,
  );
  const admitted = judged.filter(({ reason }) => reason === null).map(({ account }) => account);
  const signIn: SignIn = {
    loginType: login.type,
    proofs: [proofOf('password', now)],
    provenAccounts: admitted.map((account) => ({
      tenantId: account.tenant_id,
      uuid: account.uuid,
      provenAt: now.toISOString(),
    })),
    withMyInfo: login.withMyInfo,
    client,
    now,
  };
  const chosen = admitted.find((account) => account.default_login) ?? admitted[0];
  if (!chosen) {
    await makeUpWork(tools, candidates.length, login, client.network);
    const tried = triedLimits(limits, candidates, entries);
    const isKnown = judged.length > 0;
    const isLogged = await countRefused(tools, login, { limits: tried, isKnown }, now);
    const refusals = judged.map(({ account, reason, door }) =>
      reason ? recordRefusal(tools, account, { reason, loginType: login.type, door, client, now }) : null,
    );
    const unknown = { typed: login.credentials, loginType: login.type, client, now };
    const tenantId = isLogged ? (login.tenantId ?? null) : null;
    await Promise.all(isKnown ? refusals : [recordUnknown(tools, { tenantId, ...unknown })]);
    throw fail('mismatch');
  }
  await renewHash(tools, chosen, login.password);
  if (admitted.length > 1 && !chosen.default_login)
    return tools.db.inTenant(PROVIDER, (tx) => proceed(tools, tx, admitted, signIn));
  const progress = await tools.db.inTenant(chosen.tenant_id, async (tx) => {
    const { account, reason } = await recheck(tools, tx, chosen, { way, browser: client, now });
    return account ? proceed(tools, tx, [account], signIn) : reason;
  });
  if (typeof progress !== 'string') return progress;
  const reason = progress;
  await recordRefusal(tools, chosen, { reason, loginType: login.type, door: doorTo(chosen), client, now });
  throw fail('mismatch');
}

/**
 * The refusal of each account; null if it may sign in. If several may, those of tenants that do not allow selection
 * (`userSelect`) are refused, unless the user's default: they must be requested by tenant ID.
 */
function judge(candidates: { account: Account; proofMatches: boolean; door: Door }[], way: Way, now: Date) {
  const judged = (isChoice: boolean) =>
    candidates.map(({ account, proofMatches, door }) => {
      const mayBeChosen = !isChoice || account.default_login || account.policy.loginPolicy.userSelect;
      const facts = { ...passwordFacts(account, { door, ways: [way], now }), proofMatches, mayBeChosen };
      return { account, door, reason: refusalOf(facts, 'signIn')?.reason ?? null };
    });
  const alone = judged(false);
  return alone.filter(({ reason }) => reason === null).length < 2 ? alone : judged(true);
}

/**
 * Locks the account and rereads it: while the password was verified, concurrent failures may have blocked the account.
 * Otherwise parallel guesses would bypass the lock. A password that was replaced meanwhile does not match any more.
 */
async function recheck(
  tools: Tools,
  tx: Tx,
  chosen: Account,
  { way, browser, now }: { way: Way; browser: Browser; now: Date },
): Promise<{ account: Account; reason?: never } | { account: null; reason: ErrorId }> {
  const account = await holdAccount(tx, chosen.uuid);
  if (!account) return { account: null, reason: 'account_not_exist' };
  const door = doorOf(tools, browser, account, now);
  const proofMatches = account.password_changed_at?.getTime() === chosen.password_changed_at?.getTime();
  const refused = refusalOf({ ...passwordFacts(account, { door, ways: [way], now }), proofMatches }, 'signIn');
  return refused ? { account: null, reason: refused.reason } : { account };
}

/**
 * Rate limits: per (identifier, network), so that neither other accounts nor other networks suffer, and per network.
 */
function loginLimits(login: PasswordLogin, way: Way, typed: string, client: Browser): Limit[] {
  const account = `${login.tenantId ?? ''}/${way}/${typed}`;
  return [
    { name: 'loginAccount', key: `${account}/${client.network}`, most: 30, withinSeconds: 900 },
    { name: 'loginAddress', key: client.network, most: 1000, withinSeconds: 900 },
  ];
}

/** Attempts at unknown names in a tenant's login log: maximum per network, and in total per hour. */
const MOST_UNKNOWN_OF_NETWORK = 200;
const MOST_UNKNOWN_AN_HOUR = 1000;

/**
 * Counts a failed attempt. Returns whether an attempt at an unknown name is still written to the login log of the named
 * tenant, which strangers must not be able to fill. Attempts at known names are counted alike, so that timing reveals
 * nothing.
 */
async function countRefused(
  tools: Tools,
  { tenantId }: PasswordLogin,
  { limits, isKnown }: { limits: Limit[]; isKnown: boolean },
  now: Date,
): Promise<boolean> {
  const isNamed = tenantId !== undefined && isTenantId(tenantId);
  const ofTenant: Limit = {
    ...{ name: 'loginRefused', key: `${tenantId}/${isKnown}` },
    ...{ most: MOST_UNKNOWN_AN_HOUR, withinSeconds: 3600 },
  };
  const counts = await countTry(tools.db, isNamed ? [...limits, ofTenant] : limits, now);
  const count = (name: string) => counts.find(({ limit }) => limit.name === name)?.count ?? 0;
  return isNamed && count('loginRefused') <= ofTenant.most && count('loginAddress') <= MOST_UNKNOWN_OF_NETWORK;
}

/** Per browser that an account knows, independent of other callers from its network. */
const browserLimit = ({ mark }: KnownEntry): Limit => ({
  name: 'loginKnownBrowser',
  key: mark,
  most: 30,
  withinSeconds: 900,
});

/**
 * The limits a failed sign-in counts against: the browser's own if the account knows it, otherwise those for unknown
 * browsers.
 */
function triedLimits(
  limits: Limit[],
  candidates: readonly Account[],
  entries: ReadonlyMap<Account, KnownEntry | null>,
): Limit[] {
  const known = candidates.flatMap((account) => entries.get(account) ?? []);
  const isStranger = known.length === 0 || known.length < candidates.length;
  return [...(isStranger ? limits : []), ...known.map(browserLimit)];
}

async function findCandidates(tools: Tools, { tenantId }: PasswordLogin, way: Way, typed: string): Promise<Account[]> {
  if (tenantId !== undefined || way === 'userId') {
    if (tenantId === undefined || !isTenantId(tenantId)) return [];
    const account = await tools.db.reading(tenantId, (tx) => findAccount(tx, way, typed));
    return account ? [account] : [];
  }
  const keys = (await findAccountsOfAddress(tools.db.pool, typed)).slice(0, MOST_CANDIDATES);
  // An unknown address is looked up like a known one.
  const asked = keys.length > 0 ? keys : [{ tenant_id: PROVIDER, uuid: NOBODY }];
  const found = await Promise.all(
    asked.map((key) => tools.db.reading(key.tenant_id, (tx) => findAccount(tx, 'uuid', key.uuid))),
  );
  return found.filter((account) => account !== null);
}

/** Verifies the password against every candidate sequentially, as `makeUpWork` does. */
async function verifyAll({ hasher }: Tools, candidates: Account[], password: string, from: string): Promise<boolean[]> {
  const proved: boolean[] = [];
  for (const { password_hash } of candidates) {
    const matches = await hasher.verify(password_hash ?? hasher.dummyHash, password, from);
    proved.push(password_hash !== null && matches);
  }
  return proved;
}

/**
 * Makes a failed sign-in cost as much as the most expensive ordinary case (one account in a tenant, two accounts of an
 * address), so that timing reveals neither which accounts exist nor that the password of a locked one matched.
 */
async function makeUpWork({ hasher }: Tools, done: number, login: PasswordLogin, from: string): Promise<void> {
  const due = login.tenantId === undefined ? 2 : 1;
  for (let count = done; count < due; count += 1) await hasher.verify(hasher.dummyHash, login.password, from);
}

/** Replaces a hash with outdated parameters while the password is at hand. */
async function renewHash(tools: Tools, account: Account, password: string): Promise<void> {
  if (!account.password_hash || !tools.hasher.needsRehash(account.password_hash)) return;
  const hash = await tools.hasher.hash(password);
  await tools.db.inTenant(account.tenant_id, (tx) => replaceHash(tx, account.uuid, hash));
}
