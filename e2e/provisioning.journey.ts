import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { paths } from '../web/src/base/paths.ts';
import { axeFindings } from './support/browser.ts';
import { admin } from './support/people.ts';
import { openSignedIn } from './support/session.ts';
import { button } from './support/sign-in.ts';
import { setTheStage } from './support/stage.ts';
import { say } from './support/words.ts';

const stage = setTheStage();
const USERS = 8;

/** A directory, as Entra ID calls. */
function directory(baseUrl: string, token: string) {
  const send = async (method: string, path: string, body?: object) => {
    const answer = await fetch(baseUrl + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
  };
  const setActive = (id: string, value: 'True' | 'False') =>
    send('PATCH', `/Users/${id}`, {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: [{ op: 'Replace', path: 'active', value }],
    });
  const add = (userName: string) =>
    send('POST', '/Users', {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      ...{ userName, active: true, name: { familyName: 'Suzuki', givenName: userName.split('@')[0] } },
    });
  return { send, setActive, add };
}

const shown = (page: Page, key: string, params = {}) =>
  page.getByText(say(key, params), { exact: true }).filter({ visible: true }).first().waitFor();

let tries = 0;

test('a directory is connected by the guide, provides users, and too many who leave wait for a decision', async () => {
  tries += 1;
  const contoso = `Contoso ${tries}`;
  const mailOf = (name: string) => `${name}@contoso${tries}.example`;
  const { page } = await stage.visit();
  await openSignedIn(page, admin, paths.provisioning);
  await button(page, 'provisioning.add').first().click();
  await page.getByRole('dialog').getByLabel(say('common.name')).fill(contoso);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('provisioning.next') })
    .click();
  await shown(page, 'provisioning.connectWhy');
  const value = (key: string) => page.getByRole('textbox', { name: say(key), exact: true }).inputValue();
  const entra = directory(await value('provisioning.baseUrl'), await value('provisioning.token'));
  expect(await axeFindings(page)).toEqual([]);
  await button(page, 'provisioning.next').click();
  await shown(page, 'provisioning.waiting');

  // The test of the connection is seen, and nothing else is possible before the source is on.
  expect((await entra.add(mailOf('early'))).status).toBe(403);
  expect((await entra.send('GET', '/Users?filter=userName%20eq%20%22nobody%22')).status).toBe(200);
  await shown(page, 'provisioning.switchOnNext');
  await button(page, 'provisioning.act_switchOn').first().click();
  await shown(page, 'provisioning.switchedOn', { name: contoso });

  const ids: string[] = [];
  for (let at = 1; at <= USERS; at += 1) {
    const made = await entra.add(mailOf(`user${at}`));
    expect(made.status).toBe(201);
    ids.push(made.body.id);
  }
  await page.getByRole('tab', { name: say('provisioning.tab_users') }).click();
  await page.getByText(mailOf(`user${USERS}`)).waitFor();
  await page.getByRole('link', { name: /user1/ }).first().click();
  await page.getByRole('link', { name: contoso, exact: true }).first().click();
  await page.getByRole('heading', { name: contoso, level: 1 }).waitFor();

  // A wrong filter in the directory: all of them leave. Five may.
  for (const id of ids) expect((await entra.setActive(id, 'False')).status).toBeLessThan(300);
  await page.reload();
  await shown(page, 'provisioning.heldNow', { count: USERS - 5 });
  await button(page, 'provisioning.review').click();
  const rows = page.getByRole('row').filter({ hasText: say('provisioning.departure_deactivate') });
  await rows.first().waitFor();
  await expect.poll(() => rows.count()).toBe(USERS - 5);
  expect(await axeFindings(page)).toEqual([]);

  await rows.first().getByRole('checkbox').check();
  await button(page, 'provisioning.reject').click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('provisioning.reject') })
    .click();
  await shown(page, 'provisioning.decided_reject', { count: 1 });
  await button(page, 'provisioning.allowAll')
    .or(page.getByRole('button', { name: /^Allow all/ }))
    .first()
    .click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('provisioning.allow') })
    .click();
  await shown(page, 'provisioning.decided_allow', { count: 2 });
  await shown(page, 'provisioning.quarantineEmptyTitle');

  // The directory brings one back.
  const back = ids[0] ?? '';
  expect((await entra.setActive(back, 'True')).body ?? { active: true }).toMatchObject({ active: true });
  await page.getByRole('tab', { name: say('provisioning.tab_users') }).click();
  const first = page.getByRole('row').filter({ hasText: mailOf('user1') });
  await first
    .getByText(say('common.userStatus.registering'))
    .or(first.getByText(say('common.userStatus.active')))
    .waitFor();
});
