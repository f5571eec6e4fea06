import type { loginMfa, LoginAnswer, loginType, loginUser } from '#contract/sign-in/login.ts';
import type { Me } from '#contract/sign-in/me.ts';
import { call } from '../../api/call.ts';
import { takeTokens } from '../../session/sign-in.ts';

type Person = Pick<Me, 'tenantId' | 'uuid' | 'userId' | 'loginMailAddress'>;

/** What comes after a proof; `elsewhere`: only the pages of the sign-in can go on. */
export type Next = 'done' | 'elsewhere' | { loginId: string; hasRecoveryCodes: boolean };

async function nextOf(answer: LoginAnswer, uuid: string): Promise<Next> {
  if (answer.status === 'mfaRequired')
    return { loginId: answer.loginId, hasRecoveryCodes: answer.methods.includes('recoveryCode') };
  // The form belongs to this user: as another it could not be saved.
  if (answer.status !== 'completed' || answer.uuid !== uuid) return 'elsewhere';
  return (await takeTokens()) ? 'done' : 'elsewhere';
}

/** The first step of a sign-in, for one user alone. Throws what the server does: `mismatch` and others. */
export async function givePassword(
  { tenantId, uuid, userId, loginMailAddress }: Person,
  password: string,
): Promise<Next> {
  const { loginTypes } = await call<typeof loginType>({
    method: 'POST',
    path: '/api/auth/loginType/site',
    body: { tenantId },
    noAuth: true,
  });
  const byId = loginTypes.includes('userId') || loginMailAddress === null;
  const answer = await call<typeof loginUser>({
    method: 'POST',
    path: '/api/auth/login/user',
    body: {
      tenantId,
      password,
      type: byId ? 'userId' : 'loginMailAddress',
      credentials: byId ? userId : (loginMailAddress ?? userId),
    },
    noAuth: true,
  });
  return nextOf(answer, uuid);
}

/** The second step. Throws `wrong_otp`, `login_expired` and others. */
export async function giveSecondFactor(
  { uuid }: Person,
  body: { loginId: string; otp: string } | { loginId: string; recoveryCode: string },
): Promise<Next> {
  const path = '/api/auth/login/user/mfa';
  return nextOf(await call<typeof loginMfa>({ method: 'POST', path, body, noAuth: true }), uuid);
}
