import type { Locator, Page } from 'playwright-core';
import type { Person } from './people.ts';
import { say } from './words.ts';

export const button = (page: Page | Locator, key: string) => page.getByRole('button', { name: say(key), exact: true });
export const link = (page: Page, key: string) => page.getByRole('link', { name: say(key), exact: true });
export const heading = (page: Page, key: string, params = {}) =>
  page.getByRole('heading', { level: 1, name: say(key, params), exact: true });
/** The field with a label, which may end with the mark of optional fields. */
export const box = (page: Page, key: string) => page.getByLabel(say(key), { exact: true });

/** Fills in and sends the form for email addresses, which must be open. */
export async function enterMailAddress(
  page: Page,
  { mailAddress, password }: Pick<Person, 'mailAddress' | 'password'>,
): Promise<void> {
  await box(page, 'guest.mailAddress').fill(mailAddress);
  await box(page, 'guest.password').fill(password);
  await button(page, 'login.signIn').click();
}

/** Opens the sign-in page and signs in by email address; ends where that leads, perhaps at MFA. */
export async function signIn(
  page: Page,
  person: Pick<Person, 'mailAddress' | 'password'>,
  address = '/login.html',
): Promise<void> {
  await page.goto(address);
  await enterMailAddress(page, person);
}

/** Waits for the top page of a signed-in user: the frame names the account. */
export async function arriveAtTop(page: Page): Promise<void> {
  await page.waitForURL('**/portal/top.html');
  await accountMenu(page).waitFor();
}

/** The button in the header with the name of the user. */
export const accountMenu = (page: Page) =>
  page.getByRole('button', { name: new RegExp(`^${say('ui.accountMenu', { name: '' })}`) });

/** Signs in by email address and waits for the top page. */
export async function signInToTop(page: Page, person: Pick<Person, 'mailAddress' | 'password'>): Promise<void> {
  await signIn(page, person);
  await arriveAtTop(page);
}

/** Signs out with the menu in the header. */
export async function signOut(page: Page): Promise<void> {
  await accountMenu(page).click();
  await page.getByRole('button', { name: say('common.signOut'), exact: true }).click();
  await heading(page, 'login.signedOutTitle').waitFor();
}
