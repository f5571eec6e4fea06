import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { paths } from '../web/src/base/paths.ts';
import { codeOf, setUpApp } from './support/authenticator.ts';
import { admin, makePerson, type Person } from './support/people.ts';
import { askSignIn, openSignedIn } from './support/session.ts';
import { arriveAtTop, box, button, heading, link, signIn } from './support/sign-in.ts';
import { setTheStage } from './support/stage.ts';
import { say } from './support/words.ts';

const stage = setTheStage();

const nameOf = (page: Page, person: Person) => page.getByRole('row').filter({ hasText: person.userId });

async function deleteUser(page: Page, person: Person): Promise<void> {
  await page.goto(`/portal/users/${person.userId}`);
  await button(page, 'users.acts').click();
  await button(page, 'users.act.delete').click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('users.act.delete'), exact: true })
    .click();
  await page.getByText(say('users.done.delete', { userId: person.userId })).waitFor();
}

test('a deleted user with MFA, a group and a license is restored under another user ID, and signs in as before', async () => {
  const { portico } = stage;
  const person = await makePerson(portico);
  const { page: theirs } = await stage.visit();
  await openSignedIn(theirs, person, paths.account('mfa_settings'));
  await link(theirs, 'account.mfa.setUp').click();
  const { secret } = await setUpApp(theirs);

  const { page } = await stage.visit();
  await openSignedIn(page, admin, paths.users);
  const ask = async (method: 'get' | 'post' | 'put', path: string, data?: object) => {
    const token = await page.evaluate(() => JSON.parse(sessionStorage.getItem('portico-tokens') ?? '{}').accessToken);
    const headers = { authorization: `Bearer ${token}` };
    const answer = await page.context().request[method](path, { headers, ...(data && { data }) });
    expect(answer.ok()).toBe(true);
    return answer.json();
  };
  await ask('post', '/api/auth/tenants/demo/groups', { groupId: `of-${person.userId}`, name: 'Leavers' });
  await ask('put', `/api/auth/tenants/demo/users/${person.userId}`, { groups: [{ groupId: `of-${person.userId}` }] });
  const licenses = (await portico.cli('license', 'list', 'demo')) as { licenseId: string; serviceClass: string }[];
  const key = licenses.find(({ licenseId }) => licenseId === 'meeting-board');
  const permissions = [{ userId: person.userId, permitted: true }];
  const at = `/api/service/tenants/demo/availableServices/${key?.serviceClass}/licenses/meeting-board/userPermissions`;
  await ask('post', at, { permissions });
  const services = async (userId: string): Promise<unknown[]> =>
    (await ask('get', `/api/auth/tenants/demo/users/${userId}`)).permittedServices;
  const before = await services(person.userId);
  expect(JSON.stringify(before)).toContain(key?.serviceClass);

  await deleteUser(page, person);
  expect((await askSignIn(theirs.context(), person)).status()).toBe(401);
  // Another user gets the user ID.
  await ask('post', '/api/auth/tenants/demo/users', { userId: person.userId, familyName: 'Newcomer' });

  await button(page, 'users.menu').click();
  await page.getByRole('button', { name: say('users.deleted.title') }).click();
  await heading(page, 'users.deleted.title').waitFor();
  const restore = nameOf(page, person).getByRole('button', { name: say('users.deleted.restore') });
  await restore.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: say('users.deleted.restore'), exact: true }).click();
  await dialog.getByText(say('errors.duplicated_params_userId')).waitFor();
  const renamed = `${person.userId}.again`;
  await dialog.getByLabel(say('common.userId')).fill(renamed);
  await dialog.getByRole('button', { name: say('users.deleted.restore'), exact: true }).click();
  await page.getByText(say('users.deleted.restored', { userId: renamed })).waitFor();

  await button(page, 'users.deleted.openUser').click();
  await page.waitForURL(`**/portal/users/${renamed}`);
  expect(await services(renamed)).toEqual(before);

  const { page: again } = await stage.visit();
  await signIn(again, person);
  await heading(again, 'login.secondFactorTitle').waitFor();
  await box(again, 'guest.code').fill(codeOf(secret, 1));
  await arriveAtTop(again);
});
