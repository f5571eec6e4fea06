import type { reauthenticate } from '#contract/sign-in/me-reauthentication.ts';
import type { activateTotp, createTotp } from '#contract/credentials/me-totp.ts';
import type { BodyOf } from '#contract/route.ts';
import { call } from '../../api/call.ts';

export type TotpSecret = { uuid: string; otpauthUri: string; secret: string };

/** Asks for a new secret; it is the `secret` parameter of the otpauth URI (spec section 3, TOTP). */
export async function makeTotp(): Promise<TotpSecret> {
  const body = { type: 'totp', algorithm: 'SHA1', digits: 6, period: 30 } as const;
  const { uuid, otpauthUri } = await call<typeof createTotp>({ method: 'POST', path: '/api/auth/me/mfa/totp', body });
  return { uuid, otpauthUri, secret: new URL(otpauthUri).searchParams.get('secret') ?? '' };
}

/** Activates the app with a code it shows; gives the ten recovery codes. */
export async function confirmTotp(uuid: string, otp: string): Promise<readonly string[]> {
  const request = {
    method: 'PUT',
    path: '/api/auth/me/mfa/totp/{uuid}/activate',
    params: { uuid },
    body: { uuid, otp },
  } as const;
  return (await call<typeof activateTotp>(request)).recoveryCodes;
}

/** Proves anew who sits here. */
export const proveAgain = (password: string): Promise<void> => proveByMfa({ password });

/** The same with MFA; without a password, of whoever has none. */
export async function proveByMfa(body: BodyOf<typeof reauthenticate>): Promise<void> {
  await call<typeof reauthenticate>({ method: 'POST', path: '/api/auth/me/reauthenticate', body });
}
