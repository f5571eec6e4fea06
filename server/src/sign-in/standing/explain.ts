import { isMfaSetupRequired } from '#contract/mfa.ts';
import { isPasswordOpen } from '#contract/sign-in/login-ways.ts';
import {
  type SignInObstacle,
  type SignInRemedy,
  signInChecks,
  type UserSignIn,
} from '#contract/sign-in/user-sign-in.ts';
import { type Account, doorFacts, isWayOffered, passwordFacts, type Way } from '../account.ts';
import { type CheckName, refusalsOf } from '../may.ts';
import { isPasswordExpired } from '../steps/new-password.ts';

/** An account with everything that can keep its user out. */
export type Standing = Account & {
  login_mail_address: string | null;
  next_login_mail_address: string | null;
  device_until: Date | number | null;
  device_streak: number | null;
  /** Whether MFA is set up, and offered. */
  hasMfa: boolean;
  /** Whether a linked identity provider signs them in under the policy. */
  hasProvider: boolean;
};

/** The obstacle of a check, apart from its place. */
interface Found {
  check: SignInObstacle['check'];
  until?: Date | number | null;
  failures?: number | null;
  remedy?: SignInRemedy | null;
}

/** The user ID always; the address once it is confirmed. */
const waysOf = (account: Standing): Way[] =>
  account.login_mail_address === null ? ['userId'] : ['loginMailAddress', 'userId'];

/** Not `still_proven` and others, which are about an attempt, not about a user. */
const isOfUser = (check: CheckName): check is CheckName & SignInObstacle['check'] =>
  (signInChecks as readonly string[]).includes(check);

/** Why a user cannot sign in, by the rules of the sign-in (`may.ts`), with what can be done about it. */
export function explain(account: Standing, now: Date): UserSignIn {
  const ways = waysOf(account);
  const { hasProvider } = account;
  const passwordOpen = isPasswordOpen(account.policy.loginPolicy, account.roles);
  const isUnregistered = account.password_hash === null && ['registering', 'inactive'].includes(account.status);
  const byPassword = {
    ...passwordFacts(account, { door: 'known', ways, now }),
    // Users without a password get one by registering.
    proofMatches: account.password_hash !== null || isUnregistered,
  };
  // A provider proves who it is, and who registers where passwords are closed gets one: no password is in the way then.
  const elseProven = { proofMatches: true, oneTimeUntil: null, wayOffered: hasProvider || isUnregistered };
  const facts = passwordOpen && !hasProvider ? byPassword : { ...byPassword, ...elseProven };
  const refused = refusalsOf(facts, 'signIn').map(({ check }) => check);
  const everywhere = refused
    .filter(isOfUser)
    // A hundred failures lock the account as well: one unlock lifts both.
    .filter((check) => check !== 'not_stopped' || !refused.includes('not_locked'))
    .map((check) => (check === 'way_offered' && !passwordOpen ? 'password_open' : check))
    .map((check) => at('everywhere', obstacleOf(check, account)));
  const usesPassword = !hasProvider || !refusalsOf(byPassword, 'signIn').some(({ check }) => isOfPassword(check));
  return {
    maySignIn: everywhere.length === 0,
    loginTypes: usesPassword ? ways.filter((way) => isWayOffered(account, way)) : [],
    ...{ byProvider: hasProvider, passwordOpen },
    obstacles: [...everywhere, ...elsewhere(account, now), ...(usesPassword && passwordOpen ? byEmail(account) : [])],
    demands: demandsOf(account, { usesPassword: usesPassword && passwordOpen, now }),
  };
}

const isOfPassword = (check: CheckName) => ['proof_matches', 'one_time_in_time', 'way_offered'].includes(check);

function obstacleOf(check: SignInObstacle['check'], account: Standing): Found {
  switch (check) {
    case 'proof_matches':
    case 'one_time_in_time':
      return { check, remedy: account.source === 'local' || account.password_hash ? 'oneTimePassword' : null };
    case 'registered':
      return { check, remedy: account.next_login_mail_address === null ? 'addAddress' : 'sendInvitation' };
    case 'active':
      return { check, remedy: 'activate' };
    case 'not_locked':
      return { check, until: account.locked_until, failures: account.failed_streak, remedy: 'unlock' };
    case 'not_stopped':
      return { check, failures: account.failed_streak, remedy: 'unlock' };
    case 'way_offered':
      return { check, remedy: account.next_login_mail_address === null ? 'changePolicy' : confirming(account) };
    case 'password_open':
      return { check, remedy: 'changePolicy' };
    default:
      return { check };
  }
}

/** Only registered users can be sent the link again: others confirm the address by registering. */
const confirming = ({ status }: Standing): SignInRemedy | null =>
  status === 'active' || status === 'locked' ? 'sendConfirmation' : null;

/** Blocks that strangers caused: the user still signs in where the account knows the browser. */
function elsewhere(account: Standing, now: Date): SignInObstacle[] {
  const doors = [
    { place: 'newBrowsers', door: 'unknown', failures: account.unknown_streak, until: account.unknown_until },
    { place: 'devices', door: 'device', failures: account.device_streak, until: account.device_until },
  ] as const;
  return doors.flatMap(({ place, door, failures, until }) => {
    const facts = { ...doorFacts(account, door, now), proofMatches: true, wayOffered: true, passwordExpired: false };
    const isClosed = refusalsOf(facts, 'device').some(({ check }) => check === 'door_open');
    return isClosed ? [at(place, { check: 'door_open', until, failures, remedy: 'unlock' })] : [];
  });
}

/** An address that is not confirmed yet identifies nobody. Where only addresses do, `way_offered` refuses already. */
function byEmail(account: Standing): SignInObstacle[] {
  const isWaiting = account.login_mail_address === null && account.next_login_mail_address !== null;
  const remedy = confirming(account);
  if (!isWaiting || !remedy || account.policy.loginPolicy.siteLoginType !== 'all') return [];
  return [at('byEmail', { check: 'address_confirmed', remedy })];
}

function demandsOf(account: Standing, by: { usesPassword: boolean; now: Date }): UserSignIn['demands'] {
  const changedAt = account.password_changed_at;
  const password = by.usesPassword && changedAt && { changedAt, mustChange: account.must_change === true };
  const subject = { ...account, totpEnabled: account.hasMfa, passwordAssigned: account.password_hash !== null };
  return [
    ...(password && isPasswordExpired(password, account.policy.passwordPolicy, by.now)
      ? (['newPassword'] as const)
      : []),
    ...(isMfaSetupRequired(subject, account.policy.loginPolicy.mfa) ? (['mfaSetup'] as const) : []),
  ];
}

/** An infinite end is none. */
const at = (place: SignInObstacle['at'], { check, until, failures, remedy }: Found): SignInObstacle => ({
  check,
  at: place,
  until: until && Number.isFinite(Number(until)) ? new Date(until).toISOString() : null,
  failures: failures || null,
  remedy: remedy ?? null,
});
