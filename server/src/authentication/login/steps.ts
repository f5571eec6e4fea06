import { fail } from '#contract/errors.ts';
import type { ProvenAccount } from '../../db/schema.ts';
import { PROVIDER, type Tx } from '../../db/transaction.ts';
import type { ClientInfo } from '../../http/client-info.ts';
import type { Tools } from '../../tools.ts';
import { queueNotice } from '../notices/notices.ts';
import { consumeCode } from '../one-time-codes/one-time-codes.ts';
import { prepareNewPassword, storePassword } from '../passwords/passwords.ts';
import { acceptSecondFactor, type SecondFactor } from '../second-factor/second-factor.ts';
import { isStillProven } from '../sessions/proven.ts';
import { splitTenantSecret } from '../sessions/sessions.ts';
import { type Account, mayBeChosen, refusal, toAccount, writeRefusal } from './account.ts';
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

const resumed = (pending: Pending, input: StepInput, client: ClientInfo, now: Date): SignIn => ({
  loginType: pending.login_type,
  proofs: pending.proofs,
  provenAccounts: pending.candidates,
  withMyInfo: input.withMyInfo,
  client,
  now,
});

/**
 * The account a pending sign-in or ticket is for, held until the transaction ends, still admitted, and its proof still
 * good: a password changed meanwhile ends what was begun with the old one. Throws `login_expired` or `mismatch`.
 */
async function admittedAccount(
  tx: Tx,
  uuid: string | null,
  proven: readonly ProvenAccount[],
  now: Date,
): Promise<Account> {
  if (uuid) await queries.lockCounters(tx, uuid);
  const account = uuid ? toAccount(await queries.findAccount(tx, uuid)) : null;
  const proof = proven.find((candidate) => candidate.uuid === uuid);
  if (!account || !isStillProven(account, proof)) throw fail('login_expired');
  if (refusal(account, true, null, now)) throw fail('mismatch');
  return account;
}

/** The same for an account that is chosen among several: its tenant may have stopped that meanwhile. */
async function chosenAccount(
  tx: Tx,
  uuid: string | null,
  proven: readonly ProvenAccount[],
  now: Date,
): Promise<Account> {
  const account = await admittedAccount(tx, uuid, proven, now);
  if (!mayBeChosen(account)) throw fail('mismatch');
  return account;
}

/** The person chose among the accounts whose password matched. Throws `login_expired`, `mismatch`. */
export async function chooseAccount(
  tools: Tools,
  input: StepInput & { tenantId: string },
  client: ClientInfo,
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
      await chosenAccount(tx, chosen.uuid, pending.candidates, now),
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
  client: ClientInfo,
  now: Date,
): Promise<Progress> {
  const { tenantId, secretHash } = split(input.loginId, false);
  const outcome = await tools.db.inTenant(tenantId, async (tx) => {
    const pending = await queries.findPending(tx, secretHash, now);
    if (pending?.step !== 'mfa' || !(await queries.countWrong(tx, secretHash, MOST_WRONG_SECOND_FACTORS)))
      throw fail('login_expired');
    const account = await admittedAccount(tx, pending.user_uuid, pending.candidates, now);
    const proof = await acceptSecondFactor(tx, tools.sealer, { tenantId, userUuid: account.uuid }, input, now);
    // Returned, not thrown: the count of tries must be kept. Written here, while the account is held: of any number of
    // parallel tries none is made before those before it have been counted.
    if (!proof) {
      await writeRefusal(tx, account, { reason: 'wrong_otp', loginType: pending.login_type, client, now });
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
  client: ClientInfo,
  now: Date,
): Promise<Progress> {
  const { tenantId, secretHash } = split(input.loginId, false);
  const pending = await tools.db.inTenant(tenantId, (tx) => queries.findPending(tx, secretHash, now));
  if (pending?.step !== 'password' || !pending.user_uuid) throw fail('login_expired');
  const userUuid = pending.user_uuid;
  const hash = await prepareNewPassword(tools, { tenantId, userUuid }, input.newPassword);
  return tools.db.inTenant(tenantId, async (tx) => {
    if (!(await queries.consumePending(tx, secretHash, now))) throw fail('login_expired');
    await admittedAccount(tx, userUuid, pending.candidates, now);
    await storePassword(tx, { tenantId, userUuid, hash, now });
    await queueNotice(tools, tx, { tenantId, userUuid, kind: 'passwordChanged', client, now });
    const signIn = resumed(pending, input, client, now);
    // The new password is known here too.
    const provenAccounts = signIn.provenAccounts.map((proven) =>
      proven.uuid === userUuid ? { ...proven, provenAt: now.toISOString() } : proven,
    );
    return proceed(tools, tx, await admittedAccount(tx, userUuid, provenAccounts, now), { ...signIn, provenAccounts });
  });
}

/** A ticket (decisions.md): 60 s, once. The second factor of the opened account is still asked. */
export async function signInWithTicket(
  tools: Tools,
  input: { ticket: string; withMyInfo: boolean },
  client: ClientInfo,
  now: Date,
): Promise<Progress> {
  const { tenantId, secretHash } = split(input.ticket, false);
  return tools.db.inTenant(tenantId, async (tx) => {
    const ticket = await consumeCode(tx, secretHash, 'ticket', 'openAccount', now);
    if (!ticket) throw fail('login_expired');
    const provenAccounts = ticket.data.provenAccounts as SignIn['provenAccounts'];
    const account = await chosenAccount(tx, ticket.user_uuid, provenAccounts, now);
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
