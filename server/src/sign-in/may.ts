import type { ErrorId } from '#contract/errors.ts';
import { isLocked } from '#contract/locked.ts';

/**
 * When an account is checked: with the first proof of a sign-in at the pages, at each later step, with every proof at a
 * device, at each call in an open session, and when a forgotten password is reset.
 */
export type Moment = 'signIn' | 'step' | 'device' | 'session' | 'reset';

/** Facts needed at every moment. */
export interface AccountFacts {
  now: Date;
  tenantActive: boolean;
  status: 'registering' | 'active' | 'inactive' | 'locked';
  /** End of a lock; null: until an administrator unlocks it. */
  lockedUntil: Date | null;
}

/** Facts needed at sign-in. */
export interface DoorFacts extends AccountFacts {
  agent: boolean;
  /** Failures since the last success. */
  failedStreak: number;
  /** Until when this door is blocked for the account; infinite: until an administrator unlocks it. */
  closedUntil: Date | number | null;
}

export interface SignInFacts extends DoorFacts {
  proofMatches: boolean;
  /** Until when a generated one-time password is valid. */
  oneTimeUntil: Date | null;
  /** Whether the tenant offers this sign-in method. */
  wayOffered: boolean;
  /** If several accounts match: whether this one may be selected. */
  mayBeChosen: boolean;
}

export interface StepFacts extends DoorFacts {
  /** Whether earlier proofs are still valid (`sessions/proven.ts`). */
  stillProven: boolean;
  oneTimeUntil: Date | null;
  wayOffered: boolean;
  mayBeChosen: boolean;
}

export interface DeviceFacts extends DoorFacts {
  proofMatches: boolean;
  wayOffered: boolean;
  /** Passwords cannot be changed at devices: an expired one must be changed at the pages first. */
  passwordExpired: boolean;
}

export interface SessionFacts extends AccountFacts {
  /** Signed in at a device. */
  atDevice: boolean;
  /** Whether the grant behind the token matches it in account, client and session. */
  ofItsGrant: boolean;
  /** Whether the user was signed out everywhere since the token was issued. */
  signedOutSince: boolean;
  /** Null: a grant that outlives its session. */
  session: {
    open: boolean;
    expiresAt: Date | null;
    seenAt: Date | null;
    /** Idle timeout. */
    idleMinutes: number;
  } | null;
}

export interface ResetFacts extends AccountFacts {
  agent: boolean;
  /**
   * Whether they may have a password: manually managed accounts, or those that already have one, where the policy signs
   * them in with it (0225). Directory users sign in at their directory.
   */
  mayHavePassword: boolean;
}

export interface FactsAt {
  signIn: SignInFacts;
  step: StepFacts;
  device: DeviceFacts;
  session: SessionFacts;
  reset: ResetFacts;
}

/** Regardless of policy, this many consecutive failures block an account until it is unlocked (standards 5). */
export const MOST_FAILURES_IN_A_ROW = 100;

export const isClosed = (until: Date | number | null, now: Date): boolean =>
  until !== null && Number(until) > now.getTime();

const proved = (facts: { proofMatches: boolean }) => facts.proofMatches;
const stillProven = (facts: StepFacts) => facts.stillProven;
const oneTimeInTime = ({ oneTimeUntil, now }: SignInFacts | StepFacts) => oneTimeUntil === null || oneTimeUntil > now;
const tenantActive = (facts: AccountFacts) => facts.tenantActive;
const registered = (facts: AccountFacts) => facts.status !== 'registering';
const active = (facts: AccountFacts) => facts.status !== 'inactive';
const notLocked = (facts: AccountFacts) => !isLocked(facts);
const notLockedAtDevice = (facts: SessionFacts) => !facts.atDevice || !isLocked(facts);
const notStopped = (facts: DoorFacts) => facts.failedStreak < MOST_FAILURES_IN_A_ROW;
const doorOpen = (facts: DoorFacts) => !isClosed(facts.closedUntil, facts.now);
const person = (facts: { agent: boolean }) => !facts.agent;
const wayOffered = (facts: { wayOffered: boolean }) => facts.wayOffered;
const mayBeChosen = (facts: { mayBeChosen: boolean }) => facts.mayBeChosen;
const passwordFresh = (facts: DeviceFacts) => !facts.passwordExpired;
const mayHavePassword = (facts: ResetFacts) => facts.mayHavePassword;
const ofItsGrant = (facts: SessionFacts) => facts.ofItsGrant;
// A session's token ends with the session; only a token that outlives sessions is checked by its time.
const notSignedOut = (facts: SessionFacts) => facts.session !== null || !facts.signedOutSince;
const sessionOpen = ({ session }: SessionFacts) => session === null || session.open;
const sessionYoung = ({ session, now }: SessionFacts) =>
  session === null || (session.expiresAt !== null && session.expiresAt > now);
const sessionNotIdle = ({ session, now }: SessionFacts) =>
  session === null ||
  (session.seenAt !== null && now.getTime() - session.seenAt.getTime() < session.idleMinutes * 60_000);

type Asked = { readonly [M in Moment]?: (facts: FactsAt[M]) => boolean };
const all = <Check>(check: Check) => ({ signIn: check, step: check, device: check, session: check, reset: check });
const doors = <Check>(check: Check) => ({ signIn: check, step: check, device: check });

/**
 * The one decision matrix: rows are the checks in order, each with the moments at which it applies and the reason for
 * the login log. Unauthenticated callers always see `mismatch`.
 */
const matrix = [
  { name: 'proof_matches', refuses: 'mismatch', asked: { signIn: proved, device: proved } },
  { name: 'still_proven', refuses: 'login_expired', asked: { step: stillProven } },
  { name: 'one_time_in_time', refuses: 'password_expired', asked: { signIn: oneTimeInTime, step: oneTimeInTime } },
  { name: 'tenant_active', refuses: 'tenant_not_exist', asked: all(tenantActive) },
  { name: 'registered', refuses: 'revoked_or_expired', asked: all(registered) },
  { name: 'active', refuses: 'account_inactive', asked: all(active) },
  // A lock refuses new sign-ins but keeps sessions: a password guesser must not be able to end the owner's. At a device
  // it ends them: cards and PINs get lost and seen, and signing in there again takes a second. A reset lifts the lock.
  { name: 'not_locked', refuses: 'account_locked', asked: { ...doors(notLocked), session: notLockedAtDevice } },
  { name: 'not_stopped', refuses: 'account_locked', asked: doors(notStopped) },
  { name: 'door_open', refuses: 'sign_in_stopped', asked: doors(doorOpen) },
  { name: 'person', refuses: 'not_login_user_role', asked: { ...doors(person), reset: person } },
  { name: 'way_offered', refuses: 'not_login_user_role', asked: doors(wayOffered) },
  { name: 'may_be_chosen', refuses: 'not_login_user_role', asked: { signIn: mayBeChosen, step: mayBeChosen } },
  { name: 'password_fresh', refuses: 'password_expired', asked: { device: passwordFresh } },
  { name: 'may_have_password', refuses: 'not_login_user_role', asked: { reset: mayHavePassword } },
  { name: 'of_its_grant', refuses: 'invalid_token', asked: { session: ofItsGrant } },
  { name: 'not_signed_out_everywhere', refuses: 'invalid_token', asked: { session: notSignedOut } },
  { name: 'session_open', refuses: 'invalid_token', asked: { session: sessionOpen } },
  { name: 'session_young', refuses: 'invalid_token', asked: { session: sessionYoung } },
  { name: 'session_not_idle', refuses: 'invalid_token', asked: { session: sessionNotIdle } },
] as const satisfies readonly { name: string; refuses: ErrorId; asked: Asked }[];

export type CheckName = (typeof matrix)[number]['name'];

/** The row that refuses. */
export interface Refusal {
  check: CheckName;
  reason: ErrorId;
}

/** Every check that refuses, in order. */
export function refusalsOf<M extends Moment>(facts: FactsAt[M], moment: M): Refusal[] {
  return matrix
    .filter(({ asked }) => (asked as Asked)[moment]?.(facts) === false)
    .map(({ name, refuses }) => ({ check: name, reason: refuses }));
}

/** The first check that refuses; null: allowed. */
export function refusalOf<M extends Moment>(facts: FactsAt[M], moment: M): Refusal | null {
  return refusalsOf(facts, moment)[0] ?? null;
}

/** Whether all checks pass. */
export const may = <M extends Moment>(facts: FactsAt[M], moment: M): boolean => refusalOf(facts, moment) === null;
