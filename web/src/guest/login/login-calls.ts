import type {
  LoginAnswer,
  loginMfa,
  loginNewPassword,
  loginSelect,
  loginType,
  loginUser,
} from '#contract/sign-in/login.ts';
import type { SignInStep } from '#contract/sign-in/steps.ts';
import { call } from '../../api/call.ts';
import type { LoginWay } from '../../session/accounts.ts';

/** Every step of a sign-in asks for who it is, so that the account can be remembered with its name. */
const withMyInfo = true;

export type Identity = { way: LoginWay; tenantId: string; credentials: string; password: string };

/** By mail address alone the server finds the tenant; with a tenant given it looks there only. */
export function signInWithPassword({ way, tenantId, credentials, password }: Identity): Promise<LoginAnswer> {
  const byAddressAlone = way === 'loginMailAddress' && tenantId === '';
  const type: 'loginMailAddressAutoSelect' | LoginWay = byAddressAlone ? 'loginMailAddressAutoSelect' : way;
  const body = { type, credentials, password, withMyInfo, ...(tenantId ? { tenantId } : {}) };
  return call<typeof loginUser>({ method: 'POST', path: '/api/auth/login/user', noAuth: true, body });
}

export type SecondFactor = { otp: string } | { recoveryCode: string };

/** What each step is answered with. */
interface GivenAt {
  /** The tenant of the chosen account. */
  selectAccounts: string;
  mfa: SecondFactor;
  password: string;
}

/** Answers the step that is asked for. */
export type AnswerStep = <Step extends SignInStep>(step: Step, given: GivenAt[Step]) => Promise<void>;

const post = { method: 'POST', noAuth: true } as const;

const calls: { [Step in SignInStep]: (loginId: string, given: GivenAt[Step]) => Promise<LoginAnswer> } = {
  selectAccounts: (loginId, tenantId) =>
    call<typeof loginSelect>({
      ...post,
      path: '/api/auth/login/user/account',
      body: { loginId, tenantId, withMyInfo },
    }),
  mfa: (loginId, factor) =>
    call<typeof loginMfa>({ ...post, path: '/api/auth/login/user/mfa', body: { loginId, withMyInfo, ...factor } }),
  password: (loginId, newPassword) =>
    call<typeof loginNewPassword>({
      ...post,
      path: '/api/auth/login/user/password',
      body: { loginId, newPassword, withMyInfo },
    }),
};

/** Goes on with a sign-in that waits for a step. */
export const answerStep = <Step extends SignInStep>(
  step: Step,
  loginId: string,
  given: GivenAt[Step],
): Promise<LoginAnswer> => calls[step](loginId, given);

/** The ways of signing in that a tenant offers, or the tenant of a domain (`@example.com`). */
export const findWays = (asked: string, signal: AbortSignal) =>
  call<typeof loginType>({
    ...post,
    path: '/api/auth/loginType/site',
    signal,
    body: { [asked.includes('@') ? 'loginMailAddress' : 'tenantId']: asked },
  });
