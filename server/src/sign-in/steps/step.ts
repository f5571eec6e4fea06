import { isPasswordOpen } from '#contract/sign-in/login-ways.ts';
import type { LoginAnswer } from '#contract/sign-in/login.ts';
import { isFederated } from '#contract/sign-in/login-types.ts';
import { type ErrorId, fail, isFailure, type PorticoError } from '#contract/errors.ts';
import type { SecondFactorMethod } from '#contract/sign-in/proofs.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Tools } from '../../platform/tools.ts';
import { type Account, doorFacts, holdAccount } from '../account.ts';
import { type Browser, doorOf } from '../browser.ts';
import type { Progress, SignIn } from '../complete.ts';
import { refusalOf } from '../may.ts';
import { isTakenProven, type Taken } from '../pending.ts';
import { writeRefusal } from '../refusals.ts';
import { splitTenantSecret } from '../sessions/sessions.ts';
import { judgeProvider } from '../vouching.ts';

/** A sign-in between two steps. */
export interface Situation {
  /** The accounts whose proof matched and who may sign in; one, once the account is settled. */
  accounts: readonly Account[];
  /** The MFA methods of that account. */
  methods: readonly SecondFactorMethod[];
  signIn: SignIn;
}

/** Input common to all steps: resumes a pending sign-in. */
export interface StepInput {
  loginId: string;
  withMyInfo: boolean;
}

/** Context in which a browser continues its sign-in. */
export interface Resuming {
  tools: Tools;
  browser: Browser;
  now: Date;
  /** Continues a locked account's sign-in with the next step due. */
  proceed(tx: Tx, account: Account, signIn: SignIn): Promise<Progress>;
}

/** One step of a sign-in. */
export interface Step<Given> {
  /** Whether it has to be done before the sign-in is complete. */
  due(situation: Situation): boolean;
  /** Makes the sign-in pending this step and asks for its input. */
  begin(tx: Tx, situation: Situation): Promise<LoginAnswer>;
  /** Consumes the pending sign-in and checks the input; continues, or throws the reason. */
  accept(resuming: Resuming, given: Given & StepInput): Promise<Progress>;
}

/** Parses a login ID: its tenant, or `PROVIDER` while an account is to be selected. */
export function readLoginId(loginId: string): { tenantId: string; loginHash: Buffer } {
  const parts = splitTenantSecret(loginId);
  if (!parts) throw fail('login_expired');
  return { tenantId: parts.tenantId, loginHash: parts.secretHash };
}

/** A consumed sign-in, as it continues in a browser. */
export const resumed = (taken: Taken, { withMyInfo }: StepInput, { browser, now }: Resuming): SignIn => ({
  loginType: taken.loginType,
  proofs: taken.proofs,
  provenAccounts: taken.provenAccounts,
  withMyInfo,
  client: browser,
  now,
});

/** The locked account, or its refusal: returned, not thrown, so that the log row is committed. */
type Admitted = { account: Account; refused?: never } | { account?: never; refused: PorticoError };

/**
 * Locks the account of a consumed sign-in or a ticket and checks it again, including its earlier proof: a password
 * change in the meantime ends what was begun with the old one. The reason goes to the login log; the caller gets
 * `login_expired` for an invalid proof, else `mismatch`.
 */
export async function admit(
  { tools, browser, now }: Pick<Resuming, 'tools' | 'browser' | 'now'>,
  tx: Tx,
  taken: Pick<Taken, 'userUuid' | 'provenAccounts' | 'loginType'>,
  /** Selected among several: its tenant may have disallowed that in the meantime. */
  chosen?: 'chosen',
): Promise<Admitted> {
  const account = taken.userUuid ? await holdAccount(tx, taken.userUuid) : null;
  if (!account) return { refused: fail('login_expired') };
  const door = doorOf(tools, browser, account, now);
  const facts = {
    ...doorFacts(account, door, now),
    oneTimeUntil: isFederated(taken.loginType) ? null : account.one_time_until,
    stillProven: isTakenProven(account, taken),
    wayOffered: await isWayOpen(tx, account, taken),
    mayBeChosen: chosen === undefined || account.policy.loginPolicy.userSelect,
  };
  const refusal = refusalOf(facts, 'step');
  if (!refusal) return { account };
  const { loginType } = taken;
  await writeRefusal(tools, tx, account, { reason: refusal.reason, loginType, door, client: browser, now });
  return { refused: fail(toldOf(refusal.reason)) };
}

/**
 * Whether the way by which the account was proven is still open to it: in this sign-in, or in the one that a ticket comes
 * from. A proof by a provider names its connection, which an administrator may have switched off since.
 */
async function isWayOpen(tx: Tx, account: Account, { provenAccounts }: Pick<Taken, 'provenAccounts'>) {
  const connection = provenAccounts.find(({ uuid }) => uuid === account.uuid)?.connection;
  if (connection === undefined) return isPasswordOpen(account.policy.loginPolicy, account.roles);
  return (await judgeProvider(tx, account, connection)) === 'open';
}

const toldOf = (reason: ErrorId): ErrorId => (reason === 'login_expired' ? reason : 'mismatch');

/** Throws the refusal that a transaction returned. It is returned there so that its writes are committed. */
export async function settled<T>(outcome: Promise<T | PorticoError>): Promise<T> {
  const value = await outcome;
  if (isFailure(value)) throw value;
  return value as T;
}
