import { fail } from '#contract/errors.ts';
import type { ProvenAccount } from '../db/schema.ts';
import { PROVIDER, type Tx } from '../db/transaction.ts';
import type { Tools } from '../tools.ts';
import { queueNotice } from '../authentication/notices/notices.ts';
import { consumeCode } from '../authentication/one-time-codes/one-time-codes.ts';
import { prepareNewPassword, storePassword, unlessSpent } from '../authentication/passwords/passwords.ts';
import { acceptSecondFactor, type SecondFactor } from './second-factor/second-factor.ts';
import { isStillProven } from './sessions/proven.ts';
import { splitTenantSecret } from './sessions/sessions.ts';
import { type Account, mayBeChosen, refusal, toAccount, writeRefusal } from './account.ts';
import { type Browser, doorOf } from './browser.ts';
import { tellOfRecoveryCode } from './recovery-code-notice.ts';
import { type Progress, proceed, type SignIn } from './proceed.ts';
import * as queries from './queries.ts';

export const MOST_WRONG_SECOND_FACTORS = 10;

interface StepInput {
  loginId: string;
  withMyInfo: boolean;
}

type Pending = NonNullable<Awaited<ReturnType<typeof queries.findPending>>>;

function split(loginId: string, provider: boolean) {
  const parts = splitTenantSecret(loginId);
  if (!parts || (parts.tenantId === PROVIDER) !== provider) throw fail('login_expired');
  return parts;
}

const resumed = (pending: Pending, input: StepInput, client: Browser, now: Date): SignIn => ({
  loginType: pending.login_type,
  proofs: pending.proofs,
  provenAccounts: pending.candidates,
  withMyInfo: input.withMyInfo,
  client,
  now,
});

/** A sign-in that waits or a ticket, in the browser that goes on with it. */
interface Resumed {
  proven: readonly ProvenAccount[];
  browser: Browser;
  now: Date;
}

/**
 * The account a pending sign-in or ticket is for, held until the transaction ends, still admitted, and its proof still
 * good: a password changed meanwhile ends what was begun with the old one. Throws `login_expired` or `mismatch`.
 */
async function admittedAccount(
  tools: Tools,
  tx: Tx,
  uuid: string | null,
  { proven, browser, now }: Resumed,
): Promise<Account> {
  const account = uuid ? toAccount(await queries.holdAccount(tx, uuid)) : null;
  const proof = proven.find((candidate) => candidate.uuid === uuid);
  if (!account || !isStillProven(account, proof)) throw fail('login_expired');
  const door = doorOf(tools, browser, account, now);
  if (refusal(account, true, { way: null, door, now })) throw fail('mismatch');
  return account;
}

/** The same for an account that is chosen among several: its tenant may have stopped that meanwhile. */
async function chosenAccount(tools: Tools, tx: Tx, uuid: string | null, resumed: Resumed): Promise<Account> {
  const account = await admittedAccount(tools, tx, uuid, resumed);
  if (!mayBeChosen(account)) throw fail('mismatch');
  return account;
}

/** The person chose among the accounts whose password matched. Throws `login_expired`, `mismatch`. */
export async function chooseAccount(
  tools: Tools,
  input: StepInput & { tenantId: string },
  client: Browser,
  now: Date,
): Promise<Progress> {
  const { secretHash } = split(input.loginId, true);
  const pending = await tools.db.inTenant(PROVIDER, async (tx) => {
    const found = await queries.findPending(tx, secretHash, now);
    const offered = found?.candidates.some((candidate) => candidate.tenantId === input.tenantId);
    return offered && (await queries.consumePending(tx, secretHash, now)) ? found : null;
  });
  const chosen = pending?.candidates.find((candidate) => candidate.tenantId === input.tenantId);
  if (!pending || !chosen) throw fail('login_expired');
  return tools.db.inTenant(chosen.tenantId, async (tx) =>
    proceed(
      tools,
      tx,
      await chosenAccount(tools, tx, chosen.uuid, { proven: pending.candidates, browser: client, now }),
      resumed(pending, input, client, now),
    ),
  );
}

/**
 * The second factor of a sign-in. Throws `wrong_otp` (at most ten times a sign-in; each counts as a failure of the
 * account), `login_expired`, `mismatch`.
 */
export async function giveSecondFactor(
  tools: Tools,
  input: StepInput & SecondFactor,
  client: Browser,
  now: Date,
): Promise<Progress> {
  const { tenantId, secretHash } = split(input.loginId, false);
  const outcome = await tools.db.inTenant(tenantId, async (tx) => {
    const pending = await queries.findPending(tx, secretHash, now);
    if (pending?.step !== 'mfa' || !(await queries.countWrong(tx, secretHash, MOST_WRONG_SECOND_FACTORS)))
      throw fail('login_expired');
    const account = await admittedAccount(tools, tx, pending.user_uuid, {
      proven: pending.candidates,
      browser: client,
      now,
    });
    const proof = await acceptSecondFactor(tx, tools, { tenantId, userUuid: account.uuid }, input, now);
    // Returned, not thrown: the count of tries must be kept. Written here, while the account is held: of any number of
    // parallel tries none is made before those before it have been counted.
    if (!proof) {
      const door = doorOf(tools, client, account, now);
      const refused = { reason: 'wrong_otp', loginType: pending.login_type, door, client, now } as const;
      await writeRefusal(tools, tx, account, refused);
      return null;
    }
    if (!(await queries.consumePending(tx, secretHash, now))) throw fail('login_expired');
    if (proof === 'recoveryCode') await tellOfRecoveryCode(tools, tx, account, client, now);
    const signIn = resumed(pending, input, client, now);
    return proceed(tools, tx, account, { ...signIn, proofs: [...signIn.proofs, proof] });
  });
  if (outcome) return outcome;
  throw fail('wrong_otp', { field: input.otp === undefined ? 'recoveryCode' : 'otp' });
}

/** A new password in place of an expired one. Throws what `prepareNewPassword` does, `login_expired`, `mismatch`. */
export async function giveNewPassword(
  tools: Tools,
  input: StepInput & { newPassword: string },
  client: Browser,
  now: Date,
): Promise<Progress> {
  const { tenantId, secretHash } = split(input.loginId, false);
  const find = async () => {
    const pending = await tools.db.inTenant(tenantId, (tx) => queries.findPending(tx, secretHash, now));
    if (pending?.step !== 'password' || !pending.user_uuid) throw fail('login_expired');
    return { pending, userUuid: pending.user_uuid };
  };
  const { pending, userUuid } = await find();
  const account = { tenantId, userUuid };
  const hash = await prepareNewPassword(tools, account, input.newPassword).catch(unlessSpent(find));
  return tools.db.inTenant(tenantId, async (tx) => {
    if (!(await queries.consumePending(tx, secretHash, now))) throw fail('login_expired');
    const before = await admittedAccount(tools, tx, userUuid, { proven: pending.candidates, browser: client, now });
    // A browser that knew the account before its password was replaced is no stranger to it.
    const door = doorOf(tools, client, before, now);
    await storePassword(tx, { ...account, hash, now });
    await queueNotice(tools, tx, { ...account, kind: 'passwordChanged', client, now });
    const signIn = resumed(pending, input, client, now);
    // The new password is known here too.
    const provenAccounts = signIn.provenAccounts.map((proven) =>
      proven.uuid === userUuid ? { ...proven, provenAt: now.toISOString() } : proven,
    );
    const admitted = await admittedAccount(tools, tx, userUuid, { proven: provenAccounts, browser: client, now });
    return proceed(tools, tx, admitted, { ...signIn, provenAccounts, door });
  });
}

/** A ticket (decisions.md): 60 s, once. The second factor of the opened account is still asked. */
export async function signInWithTicket(
  tools: Tools,
  input: { ticket: string; withMyInfo: boolean },
  client: Browser,
  now: Date,
): Promise<Progress> {
  const { tenantId, secretHash } = split(input.ticket, false);
  return tools.db.inTenant(tenantId, async (tx) => {
    const ticket = await consumeCode(tx, secretHash, 'ticket', 'openAccount', now);
    if (!ticket) throw fail('login_expired');
    const provenAccounts = ticket.data.provenAccounts as SignIn['provenAccounts'];
    const account = await chosenAccount(tools, tx, ticket.user_uuid, { proven: provenAccounts, browser: client, now });
    return proceed(tools, tx, account, {
      loginType: 'selectAccounts',
      proofs: ['ticket'],
      provenAccounts,
      withMyInfo: input.withMyInfo,
      client,
      now,
    });
  });
}
