import type { LoginAnswer } from '#contract/sign-in/login.ts';
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

/** A sign-in between two steps. */
export interface Situation {
  /** The accounts whose proof matched and who may in: one, once it is settled who it is. */
  accounts: readonly Account[];
  /** The second factors that are asked of that one. */
  methods: readonly SecondFactorMethod[];
  signIn: SignIn;
}

/** What brings a sign-in back, whatever it waits for. */
export interface StepInput {
  loginId: string;
  withMyInfo: boolean;
}

/** A browser that goes on with its sign-in. */
export interface Resuming {
  tools: Tools;
  browser: Browser;
  now: Date;
  /** Takes the account, which is held, to what is due then. */
  proceed(tx: Tx, account: Account, signIn: SignIn): Promise<Progress>;
}

/** One step of signing in. */
export interface Step<Given> {
  /** Whether it has to be done before the sign-in is complete. */
  due(situation: Situation): boolean;
  /** Puts the sign-in to wait for it, and asks for it. */
  begin(tx: Tx, situation: Situation): Promise<LoginAnswer>;
  /** Takes the sign-in that waits, and what was asked for; goes on, or throws why not. */
  accept(resuming: Resuming, given: Given & StepInput): Promise<Progress>;
}

/** Where a login id leads: to a tenant, or to the provider's space while an account is to be chosen. */
export function readLoginId(loginId: string): { tenantId: string; loginHash: Buffer } {
  const parts = splitTenantSecret(loginId);
  if (!parts) throw fail('login_expired');
  return { tenantId: parts.tenantId, loginHash: parts.secretHash };
}

/** A sign-in that was taken, as it goes on in a browser. */
export const resumed = (taken: Taken, { withMyInfo }: StepInput, { browser, now }: Resuming): SignIn => ({
  loginType: taken.loginType,
  proofs: taken.proofs,
  provenAccounts: taken.provenAccounts,
  withMyInfo,
  client: browser,
  now,
});

/** The account that goes on, held, or why it may not: given back, so that its row of the log is kept. */
type Admitted = { account: Account; refused?: never } | { account?: never; refused: PorticoError };

/**
 * The account of a sign-in that was taken or of a ticket, held until the transaction ends, still admitted, and its proof
 * still good: a password changed meanwhile ends what was begun with the old one. What refuses is in the login log;
 * whoever asks hears `login_expired` of a proof that is worth nothing any more, else `mismatch`.
 */
export async function admit(
  { tools, browser, now }: Pick<Resuming, 'tools' | 'browser' | 'now'>,
  tx: Tx,
  taken: Pick<Taken, 'userUuid' | 'provenAccounts' | 'loginType'>,
  /** Chosen among several: its tenant may have stopped that meanwhile. */
  chosen?: 'chosen',
): Promise<Admitted> {
  const account = taken.userUuid ? await holdAccount(tx, taken.userUuid) : null;
  if (!account) return { refused: fail('login_expired') };
  const door = doorOf(tools, browser, account, now);
  const facts = {
    ...doorFacts(account, door, now),
    oneTimeUntil: account.one_time_until,
    stillProven: isTakenProven(account, taken),
    mayBeChosen: chosen === undefined || account.policy.loginPolicy.userSelect,
  };
  const refusal = refusalOf(facts, 'step');
  if (!refusal) return { account };
  const { loginType } = taken;
  await writeRefusal(tools, tx, account, { reason: refusal.reason, loginType, door, client: browser, now });
  return { refused: fail(toldOf(refusal.reason)) };
}

const toldOf = (reason: ErrorId): ErrorId => (reason === 'login_expired' ? reason : 'mismatch');

/** What a transaction came to. A refusal is returned by it, for what it wrote must be kept, and thrown here, after it. */
export async function settled<T>(outcome: Promise<T | PorticoError>): Promise<T> {
  const value = await outcome;
  if (isFailure(value)) throw value;
  return value as T;
}
