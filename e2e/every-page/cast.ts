import type { Page } from 'playwright-core';
import { paths } from '../../web/src/base/paths.ts';
import { setUpApp } from '../support/authenticator.ts';
import { closeVisitor, newVisitor, type StorageState } from '../support/browser.ts';
import { admin, makePerson, NEW_PASSWORD, type Person } from '../support/people.ts';
import type { Portico } from '../support/portico.ts';
import { button, signIn, signInToTop } from '../support/sign-in.ts';
import { say } from '../support/words.ts';

/** The users of the walk, and users that some pages are about. */
export interface Cast {
  /** Cookies and storage of a user with MFA, and of an administrator of two tenants. */
  signedIn: Record<'user' | 'admin', StorageState>;
  /** Has MFA. */
  user: Person;
  /** Must change the password. */
  expired: Person;
  /** Has an account in both tenants, with the same address and password. */
  twofold: Person;
  /** A registration URL of the demo tenant. */
  registerUrl: string;
}

async function stateAfter(
  portico: Portico,
  person: Person,
  more: (page: Page) => Promise<void>,
): Promise<StorageState> {
  const visitor = await newVisitor(portico.url);
  await signInToTop(visitor.page, person);
  await more(visitor.page);
  const state = await visitor.context.storageState();
  await closeVisitor(visitor);
  return state;
}

/** Creates the users, and something to show on the sign-in page and in the sign-in history. */
export async function makeCast(portico: Portico): Promise<Cast> {
  const [user, twofold] = [await makePerson(portico), await makePerson(portico)];
  // An operator cannot set the current password again.
  const expired = { ...(await makePerson(portico)), password: NEW_PASSWORD };
  const twin = ['--mail', twofold.mailAddress, '--password', twofold.password, '--keep-password'];
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const titles = ['--title', 'en=Update of the database', '--title', 'ja=データベースの更新'];
  await Promise.all([
    portico.cli('user', 'create', 'annex', twofold.userId, ...twin),
    portico.cli(
      'user',
      'reset-password',
      expired.tenantId,
      expired.userId,
      '--password',
      expired.password,
      '--reason',
      'a walk needs it',
    ),
    portico.cli('maintenance', 'add', ...titles, '--starts', day(0.5), '--ends', day(1)),
    portico.cli('status', 'set', 'sign-in', 'major_outage', '--name', 'Sign-in'),
  ]);
  const ofUser = await stateAfter(portico, user, async (page) => {
    await page.goto(`${paths.mfaAuthenticatorSetting}?url=${encodeURIComponent(paths.top)}`);
    await setUpApp(page);
    await page.waitForURL(`**${paths.top}`);
  });
  let registerUrl = '';
  const ofAdmin = await stateAfter(portico, admin, async (page) => {
    registerUrl = await makeRegisterUrl(page);
  });
  const stranger = await newVisitor(portico.url);
  await signIn(stranger.page, { ...user, password: 'wrong' });
  await stranger.page.getByRole('alert').waitFor();
  await closeVisitor(stranger);
  return { signedIn: { user: ofUser, admin: ofAdmin }, user, expired, twofold, registerUrl };
}

async function makeRegisterUrl(page: Page): Promise<string> {
  await page.goto(paths.registration('urls'));
  await button(page, 'onboarding.urls.make').first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: say('onboarding.urls.make') }).click();
  return dialog.getByRole('textbox', { name: say('onboarding.urls.url') }).inputValue();
}
