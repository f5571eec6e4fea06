import type {
  LoginAnswer,
  loginMfa,
  loginNewPassword,
  loginSelect,
  loginType,
  loginUser,
} from '#contract/authentication/login.ts';
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

export function giveSecondFactor(loginId: string, factor: SecondFactor): Promise<LoginAnswer> {
  const body = { loginId, withMyInfo, ...factor };
  return call<typeof loginMfa>({ method: 'POST', path: '/api/auth/login/user/mfa', noAuth: true, body });
}

export function giveNewPassword(loginId: string, newPassword: string): Promise<LoginAnswer> {
  const body = { loginId, newPassword, withMyInfo };
  return call<typeof loginNewPassword>({ method: 'POST', path: '/api/auth/login/user/password', noAuth: true, body });
}

export function chooseAccount(loginId: string, tenantId: string): Promise<LoginAnswer> {
  const body = { loginId, tenantId, withMyInfo };
  return call<typeof loginSelect>({ method: 'POST', path: '/api/auth/login/user/account', noAuth: true, body });
}

/** The ways of signing in a tenant offers. */
export async function findWays(tenantId: string, signal: AbortSignal): Promise<readonly LoginWay[]> {
  const request = {
    method: 'POST',
    path: '/api/auth/loginType/site',
    noAuth: true,
    signal,
    body: { tenantId },
  } as const;
  return (await call<typeof loginType>(request)).loginTypes;
}
