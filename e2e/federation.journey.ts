import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDnsServer } from '#test/dns-server.ts';
import { clientOf, type OpenidProvider, startOpenidProvider } from '#test/openid-provider.ts';
import { sessionKeys } from '../web/src/session/storage-keys.ts';
import { settle } from './every-page/look.ts';
import { axeFindings, showIn, sidewaysOverflow } from './support/browser.ts';
import { makeCompany } from './support/company.ts';
import { jumpsOf } from './support/jumps.ts';
import type { Person } from './support/people.ts';
import { becomeSignedIn, openSignedIn } from './support/session.ts';
import { accountMenu, arriveAtTop, box, button, heading, signOut } from './support/sign-in.ts';
import { setTheStage } from './support/stage.ts';
import { say } from './support/words.ts';

const dns = await startDnsServer();
const stage = setTheStage({ OUTGOING_ALLOW: '127.0.0.1', DNS_SERVERS: dns.address });
let provider: OpenidProvider;
beforeAll(async () => {
  provider = await startOpenidProvider();
});
afterAll(() => Promise.all([provider.close(), dns.close()]));

/** What an administrator has done by calls, once signed in on the page. */
async function callsOf(page: Page, administrator: Person) {
  await becomeSignedIn(page, administrator);
  const tokens = await page.evaluate((key) => sessionStorage.getItem(key), sessionKeys.tokens);
  const { accessToken } = JSON.parse(tokens ?? '{}') as { accessToken: string };
  return async (method: 'POST' | 'PUT', path: string, data: object) => {
    const address = `/api/auth/tenants/${administrator.tenantId}/${path}`;
    const headers = { authorization: `Bearer ${accessToken}` };
    const answer = await page.context().request.fetch(address, { method, headers, data });
    expect(answer.status(), await answer.text()).toBe(200);
    return answer.json();
  };
}

/** An administrator's connection to the provider, which adds who comes first. Answers their calls, and its UUID. */
async function connectTo(page: Page, administrator: Person) {
  const act = await callsOf(page, administrator);
  const acme = { opId: 'acme', displayName: 'Acme', issuer: provider.issuer, ...clientOf };
  const { uuid } = await act('POST', 'oidcs', { ...acme, enabled: true, jitProvisioning: true });
  return { act, uuid };
}

const withAcme = (page: Page) => page.getByRole('button', { name: say('login.signInWith', { name: 'Acme' }) });

/** As the walk over every page judges (e2e/every-page/). */
async function isSound(page: Page, name: string): Promise<void> {
  for (const width of [1440, 390])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 844 });
      await showIn(page, colorScheme);
      await settle(page);
      const rules = colorScheme === 'light' ? 'all' : 'colours';
      const found = [...(await axeFindings(page, rules)), ...(await sidewaysOverflow(page))];
      expect(found, `${name}, ${width} px, ${colorScheme}`).toEqual([]);
    }
}

test('the buttons of the providers make nothing jump, and are for everyone', async () => {
  const { administrator } = await makeCompany(stage, 0);
  await connectTo((await stage.visit()).page, administrator);
  for (const width of [1440, 390]) {
    const { page } = await stage.visit({ width, slow: true });
    await page.goto(`/login.html?tenantId=${administrator.tenantId}`);
    await withAcme(page).waitFor();
    expect(await jumpsOf(page)).toEqual([]);
    if (width === 390) await isSound(page, 'sign-in');
  }
  const { page } = await stage.visit();
  await openSignedIn(page, administrator, '/portal/account/external_service_login_coordination');
  await page.getByRole('button', { name: say('account.external.linkOne', { name: 'Acme' }) }).waitFor();
  await isSound(page, 'linked accounts');
});

test('users sign in with the provider of their organization, and link their account at it', async () => {
  const { administrator, people } = await makeCompany(stage, 1);
  const [person] = people as [Person];
  await connectTo((await stage.visit()).page, administrator);

  // A newcomer: the provider knows them, and the organization adds them. They come to the page that they asked for.
  provider.present = { sub: 'hanako-1', given_name: 'Hanako', family_name: 'Sato', preferred_username: 'hanako' };
  const looks = { services: [provider.issuer] };
  const { page } = await stage.visit(looks);
  await page.goto(`/login.html?tenantId=${person.tenantId}&url=${encodeURIComponent('/portal/account/sessions')}`);
  await withAcme(page).press('Enter');
  await page.waitForURL('**/portal/account/sessions');
  await accountMenu(page).waitFor();
  await signOut(page);
  // The next time the page knows them, and offers the provider beneath the password they do not have.
  await page.goto('/login.html');
  await heading(page, 'login.welcomeBack').waitFor();
  await withAcme(page).click();
  await arriveAtTop(page);

  // Who has an account links it: not one that is another's.
  const { page: own } = await stage.visit(looks);
  await openSignedIn(own, person, '/portal/account/external_service_login_coordination');
  provider.present = { sub: 'hanako-1' };
  const link = own.getByRole('button', { name: say('account.external.linkOne', { name: 'Acme' }), exact: true });
  await link.click();
  await own.getByText(say('account.external.takenElsewhere')).waitFor();
  await expect.poll(() => new URL(own.url()).hash).toBe('');
  provider.present = { sub: 'robin-1' };
  await link.click();
  await own.getByText(say('account.external.linked', { name: 'Acme' })).waitFor();
  await own.getByRole('button', { name: say('account.external.unlinkOne', { name: 'Acme' }) }).waitFor();
  expect(await link.count()).toBe(0);
  await signOut(own);
  await own.goto(`/login.html?tenantId=${person.tenantId}`);
  await withAcme(own).click();
  await arriveAtTop(own);
  await expect.poll(() => own.evaluate(() => location.hash)).toBe('');
  await signOut(own);
  // The password signs in as before.
  await own.goto('/login.html');
  await box(own, 'guest.password').fill(person.password);
  await button(own, 'login.signIn').click();
  await arriveAtTop(own);
});

test('an address that is typed leads to the provider of its domain, and from there into the organization', async () => {
  const { administrator } = await makeCompany(stage, 0);
  const domain = `${administrator.tenantId}.example`;
  const { act, uuid } = await connectTo((await stage.visit()).page, administrator);
  const { record } = await act('POST', 'emailDomains', { domain });
  dns.texts.set(record.name, [record.value]);
  expect(await act('POST', `emailDomains/${domain}/check`, {})).toMatchObject({ state: 'proven' });
  await act('PUT', `emailDomains/${domain}`, { connection: uuid });

  const mail = `mei@${domain}`;
  provider.present = { sub: 'mei-1', given_name: 'Mei', email: mail, email_verified: true };
  const { page } = await stage.visit({ services: [provider.issuer] });
  await page.goto('/login.html');
  expect(await withAcme(page).count()).toBe(0);
  // Awake, it notices that the box is left.
  await page.locator('form button[type=submit]:enabled').waitFor();
  await box(page, 'guest.mailAddress').fill(mail);
  await page.keyboard.press('Tab');
  await withAcme(page).click();
  await arriveAtTop(page);
  // Their address is theirs at once: the domain is proven.
  await page.goto('/portal/account/basic_settings');
  await page.getByText(mail).first().waitFor();
});
