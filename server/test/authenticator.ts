import { Secret, TOTP, URI } from 'otpauth';
import type { TestApp } from './app.ts';

/** The code an authenticator app shows for a secret, `steps` of 30 s after the server's time. */
export function otpOf(app: TestApp, secret: string, steps = 0): string {
  const timestamp = app.tools.clock().getTime() + steps * 30_000;
  return new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 }).generate({
    timestamp,
  });
}

/** A code that is not valid at any step near now. */
export function wrongOtpOf(app: TestApp, secret: string): string {
  const near = [-2, -1, 0, 1, 2].map((steps) => otpOf(app, secret, steps));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((otp) => !near.includes(otp)) ?? '666666';
}

export const TOTP_REQUEST = { type: 'totp', algorithm: 'SHA1', digits: 6, period: 30 };

/** Creates a secret, as the set-up page does. */
export async function createTotp(app: TestApp, token: string): Promise<{ uuid: string; secret: string; uri: string }> {
  const { status, body } = await app.call('POST', '/api/auth/me/mfa/totp', { token, body: TOTP_REQUEST });
  if (status !== 200) throw new Error(`no TOTP: ${JSON.stringify(body)}`);
  const parsed = URI.parse(body.otpauthUri);
  return { uuid: body.uuid, secret: parsed.secret.base32, uri: body.otpauthUri };
}

/** Creates a secret and activates it. That consumes `otp`: sign in with `otpOf(…, 1)`. */
export async function setUpTotp(
  app: TestApp,
  token: string,
): Promise<{ uuid: string; secret: string; otp: string; recoveryCodes: string[] }> {
  const { uuid, secret } = await createTotp(app, token);
  const otp = otpOf(app, secret);
  const answer = await app.call('PUT', `/api/auth/me/mfa/totp/${uuid}/activate`, { token, body: { uuid, otp } });
  if (answer.status !== 200) throw new Error(`not activated: ${JSON.stringify(answer.body)}`);
  return { uuid, secret, otp, recoveryCodes: answer.body.recoveryCodes };
}
