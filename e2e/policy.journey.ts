import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { paths } from '../web/src/base/paths.ts';
import { makeCompany, openSection, saved, told } from './support/company.ts';
import { NEW_PASSWORD, type Person } from './support/people.ts';
import { agePasswords, leaveIdle } from './support/policy.ts';
import { becomeSignedIn, openSignedIn } from './support/session.ts';
import { accountMenu, arriveAtTop, box, button, heading, signIn } from './support/sign-in.ts';
import { setTheStage } from './support/stage.ts';
import { say } from './support/words.ts';

const stage = setTheStage();

const save = (page: Page) => button(page, 'common.save').click();
/** A setting by the start of its label: those of administrators have the same ending. */
const field = (page: Page, key: string) => page.getByLabel(new RegExp(`^${say(key).replace(/[()]/g, '\\$&')}`));

/** Signs a user in with a password, in a new browser. */
async function trySignIn(person: Person, password = person.password): Promise<Page> {
  const { page } = await stage.visit();
  await signIn(page, { ...person, password });
  return page;
}

test('passwords that expire at once are counted before saving, and changed at the next sign-in', async () => {
  const { administrator, people } = await makeCompany(stage, 3);
  const [fresh, ...old] = people as [Person, Person, Person];
  await agePasswords(stage.portico, old, 100);
  const page = await openSection(stage, administrator, 'password-expiration-policy');
  await page.getByRole('switch', { name: say('policy.expiryOn') }).press('Space');
  await field(page, 'policy.expiresAfterDays').fill('90');
  await told(page, 'passwordExpired', old.length).waitFor();
  await save(page);
  const dialog = page.getByRole('dialog', { name: say('policy.saveTitle') });
  await dialog.getByText(say('policy.effect_passwordExpired', { count: old.length })).waitFor();
  await dialog.getByRole('button', { name: say('common.save') }).click();
  await saved(page);

  for (const person of old) {
    const next = await trySignIn(person);
    await heading(next, 'login.passwordExpiredTitle').waitFor();
    await box(next, 'password.new').fill(NEW_PASSWORD);
    await next.keyboard.press('Enter');
    await arriveAtTop(next);
  }
  await arriveAtTop(await trySignIn(fresh));
});

test('an account is locked after the number of failures in the policy', async () => {
  const { administrator, people } = await makeCompany(stage, 2);
  const [person, other] = people as [Person, Person];
  const page = await openSection(stage, administrator, 'account-lock-policy');
  await field(page, 'policy.lockFailures').fill('2');
  await told(page, 'newLockRules', people.length + 1).waitFor();
  await save(page);
  await saved(page);
  const refused = async (password: string) => {
    const next = await trySignIn(person, password);
    await next.getByText(say('errors.mismatch')).waitFor();
  };
  await refused('not the password');
  await refused('nor this one');
  await refused(person.password);
  await arriveAtTop(await trySignIn(other));
});

test('a remembered password cannot be used again', async () => {
  const { administrator, people } = await makeCompany(stage, 1);
  const [person] = people as [Person];
  const page = await openSection(stage, administrator, 'password-policy');
  await field(page, 'policy.historyCount').fill('3');
  await told(page, 'newPasswordRules', people.length + 1).waitFor();
  await save(page);
  await saved(page);

  const { page: own } = await stage.visit();
  await becomeSignedIn(own, person);
  const change = async (current: string, next: string) => {
    await own.goto(paths.account('change_password'));
    for (const [key, value] of [
      ['currentPassword', current],
      ['newPassword', next],
      ['confirmation', next],
    ] as const)
      await own.getByLabel(new RegExp(`^${say(`account.password.${key}`)} \\(`)).fill(value);
    await own.keyboard.press('Enter');
  };
  await change(person.password, NEW_PASSWORD);
  await own.getByText(say('account.password.changedOnlyHere')).waitFor();
  await change(NEW_PASSWORD, person.password);
  await own.getByText(say('errors.history')).waitFor();
});

test('a user idle for too long signs in again; others continue', async () => {
  const { administrator, people } = await makeCompany(stage, 2);
  const [idle, busy] = people as [Person, Person];
  const open = async (person: Person) => {
    const { page } = await stage.visit();
    await openSignedIn(page, person);
    // What its page asks for would count as use.
    await accountMenu(page).waitFor();
    await page.waitForLoadState('networkidle');
    return page;
  };
  const [ofIdle, ofBusy] = [await open(idle), await open(busy)];
  await leaveIdle(stage.portico, idle, 20);
  const page = await openSection(stage, administrator, 'session-policy');
  await field(page, 'policy.idleMinutes').fill('15');
  await told(page, 'signedOut', 1).waitFor();
  await save(page);
  await page
    .getByRole('dialog', { name: say('policy.saveTitle') })
    .getByRole('button', { name: say('common.save') })
    .click();
  await saved(page);

  await ofBusy.goto(paths.account('basic_settings'));
  await ofBusy.getByText(say('account.basic.namesWhy')).waitFor();
  await ofIdle.goto(paths.account('basic_settings'));
  await ofIdle.waitForURL((url) => url.pathname === '/login.html');
});

test('if two administrators save the same policy, the second sees the difference and overwrites nothing', async () => {
  const { administrator } = await makeCompany(stage, 0);
  const first = await openSection(stage, administrator, 'password-policy');
  const second = await openSection(stage, administrator, 'password-policy');
  await field(second, 'policy.minLength').fill('10');
  await field(second, 'policy.historyCount').fill('2');
  await field(first, 'policy.minLength').fill('14');
  await save(first);
  await saved(first);

  await save(second);
  const conflict = second.getByRole('alert', { name: say('policy.conflictTitle') });
  await conflict
    .getByText(say('policy.difference', { field: say('policy.minLength'), before: '8', after: '14' }))
    .waitFor();
  await conflict.getByText(say('policy.yours', { value: '10' })).waitFor();
  await conflict.getByRole('button', { name: say('policy.takeTheirs') }).click();
  await expect.poll(() => field(second, 'policy.minLength').inputValue()).toBe('14');
  expect(await field(second, 'policy.historyCount').inputValue()).toBe('2');
  await save(second);
  await saved(second);

  await first.goto(paths.tenant('policy-history'));
  const row = (text: string) => first.getByRole('row').filter({ hasText: text });
  await row(say('policy.difference', { field: say('policy.historyCount'), before: '0', after: '2' })).waitFor();
  await row(say('policy.difference', { field: say('policy.minLength'), before: '8', after: '14' })).waitFor();
  const mail = await stage.portico.mailOf(
    administrator.mailAddress,
    say('mail.policyChanged.subject', { tenant: `Company ${administrator.tenantId.replace('company-', '')}` }),
  );
  expect(mail.text).toContain(administrator.userId);
});
