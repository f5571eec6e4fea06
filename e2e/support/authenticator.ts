import type { Page } from 'playwright-core';
import { Secret, TOTP } from 'otpauth';
import { box, button, heading } from './sign-in.ts';
import { say } from './words.ts';

/** The code of an authenticator app, a number of 30-second steps from now. */
export function codeOf(secret: string, steps = 0): string {
  const app = new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 });
  return app.generate({ timestamp: Date.now() + steps * 30_000 });
}

/** Shows the secret key on the page, as a user would who cannot scan, and reads it. */
export async function readSecret(page: Page): Promise<string> {
  await button(page, 'device.showSecret').click();
  const shown = await box(page, 'device.secretKey').innerText();
  return shown.replace(/\s/g, '');
}

/**
 * Sets up an authenticator app on its page, which must be open; ends where that page leads. This uses up the current
 * code: sign in with `codeOf(secret, 1)`, which is accepted one step early.
 */
export async function setUpApp(page: Page): Promise<{ secret: string; recoveryCodes: string[] }> {
  await heading(page, 'device.authenticatorTitle').waitFor();
  const secret = await readSecret(page);
  await box(page, 'device.confirmCode').fill(codeOf(secret));
  await button(page, 'guest.ok').click();
  await heading(page, 'device.recoveryTitle').waitFor();
  const recoveryCodes = await page
    .getByRole('list', { name: say('device.recoveryTitle') })
    .getByRole('listitem')
    .allInnerTexts();
  await page.getByRole('checkbox', { name: say('device.codesKept') }).check();
  await button(page, 'guest.continue').click();
  return { secret, recoveryCodes: recoveryCodes.map((code) => code.trim()) };
}
