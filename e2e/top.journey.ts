import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { paths } from '../web/src/base/paths.ts';
import { admin, makePerson, type Person } from './support/people.ts';
import { jumpsOf } from './support/jumps.ts';
import { openSignedIn } from './support/session.ts';
import { accountMenu, box, button, heading, signInToTop, signOut } from './support/sign-in.ts';
import { setTheStage } from './support/stage.ts';
import { say } from './support/words.ts';

const stage = setTheStage();
const guide = (page: Page) => page.getByRole('dialog', { name: say('top.guide.title') });
const closeGuide = async (page: Page) => {
  await guide(page)
    .getByRole('button', { name: say('common.close') })
    .last()
    .click();
  await guide(page).waitFor({ state: 'hidden' });
};
const services = (page: Page) => page.getByRole('region', { name: say('top.services.title') }).getByRole('listitem');
const tile = (page: Page, name: string) => page.getByRole('listitem').filter({ has: page.getByRole('link', { name }) });

/** The browser log, as the page sends it. */
function watchLog(page: Page): { userAction?: string; screenName?: string }[] {
  const sent: { userAction?: string; screenName?: string }[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/account/salau')) sent.push(request.postDataJSON());
  });
  return sent;
}

/** Hides every page of the guide with "Don’t show again". */
async function hideAllGuides(page: Page): Promise<number> {
  const names = new Set<string>();
  for (;;) {
    const name = (await guide(page).getByRole('heading', { level: 3 }).textContent()) ?? '';
    if (names.has(name)) break;
    names.add(name);
    await guide(page)
      .getByRole('checkbox', { name: say('top.guide.doNotDisplay') })
      .check();
    const next = guide(page).getByRole('button', { name: say('common.next') });
    if ((await next.count()) === 0) break;
    await next.click();
  }
  await closeGuide(page);
  return names.size;
}

async function signInAgain(page: Page, person: Pick<Person, 'password'>): Promise<void> {
  await signOut(page);
  // The account is remembered.
  await page.goto('/login.html');
  await box(page, 'guest.password').fill(person.password);
  await button(page, 'login.signIn').click();
  await accountMenu(page).waitFor();
  await page.getByRole('heading', { name: say('top.services.title') }).waitFor();
}

let tenants = 0;

describe('the setting guide', () => {
  test('opens once after each sign-in, and never again once hidden', async () => {
    // Another try finds the guide as it was.
    const person = await makePerson(stage.portico, 'demo', 'PowerUser');
    const { page } = await stage.visit({ guide: true });
    const sent = watchLog(page);
    await signInToTop(page, person);
    await guide(page)
      .getByRole('heading', { name: say('ui.nav.setupNavi') })
      .waitFor();
    await guide(page).getByText(say('top.guide.leadPowerUser')).waitFor();
    await page.keyboard.press('Escape');
    await guide(page).waitFor({ state: 'hidden' });
    await expect.poll(() => sent.map(({ userAction }) => userAction)).toEqual(['open', 'close']);
    await page.reload();
    await page.getByRole('heading', { name: say('top.services.title') }).waitFor();
    await services(page).first().waitFor();
    expect(await guide(page).count()).toBe(0);

    await signInAgain(page, person);
    await guide(page).waitFor();
    const saved = page.waitForResponse(
      (answer) => answer.request().method() === 'PUT' && answer.url().includes('/users/'),
    );
    expect(await hideAllGuides(page)).toBeGreaterThan(0);
    expect((await (await saved).json()).appExtension.hiddenNavigation1).toContain('_siteSetupNavi');

    await signInAgain(page, person);
    await services(page).first().waitFor();
    expect(await guide(page).count()).toBe(0);
    await page.goto(`${paths.top}?iconId=_siteSetupNavi`);
    await guide(page)
      .getByRole('checkbox', { name: say('top.guide.doNotDisplay'), checked: true })
      .waitFor();
  });
});

describe('the page of an administrator', () => {
  const toDo = (page: Page) => page.getByRole('region', { name: say('top.toDo.title') });

  test('starts with what needs attention, each with a link; the own account is elsewhere', async () => {
    const { page } = await stage.visit();
    await openSignedIn(page, admin);
    await toDo(page)
      .getByRole('listitem')
      .filter({ hasText: say('top.toDo.registering', { count: 1, number: 1 }) })
      .getByRole('link', { name: say('top.toDo.invite') })
      .click();
    await page.waitForURL(`**${paths.users}?status=registering*`);
    await page.getByText('aoi.kato').first().waitFor();
    await page.goBack();
    await toDo(page)
      .getByRole('link', { name: say('top.toDo.invite') })
      .waitFor();
    await page.getByRole('heading', { name: say('top.tenant') }).waitFor();
    expect(await page.getByRole('heading', { level: 2 }).first().textContent()).toBe(say('top.toDo.title'));
    expect(await page.getByRole('heading', { name: say('top.security') }).count()).toBe(0);
  });

  test('says when nothing needs attention', async () => {
    tenants += 1;
    const tenantId = `calm-${tenants}`;
    await stage.portico.cli('tenant', 'create', tenantId, '--name', 'Calm Inc');
    const { page } = await stage.visit();
    await openSignedIn(page, await makePerson(stage.portico, tenantId, 'PowerUser'));
    await toDo(page).getByText(say('top.toDo.none')).waitFor();
    expect(await toDo(page).getByRole('listitem').count()).toBe(0);
  });
});

describe('nothing moves while the page loads', () => {
  test.each([
    ['an administrator', 1440],
    ['an administrator', 390],
    ['a user', 1440],
    ['a user', 390],
  ] as const)('for %s at %i px', async (who, width) => {
    const { page } = await stage.visit({ width, slow: true });
    await openSignedIn(page, who === 'a user' ? await makePerson(stage.portico) : admin);
    // The last part of both pages.
    await page
      .getByRole('heading', { name: say(who === 'a user' ? 'ui.nav.account' : 'top.tenant') })
      .last()
      .waitFor();
    await page.waitForLoadState('networkidle');
    expect(await jumpsOf(page)).toEqual([]);
  });
});

describe('apps', () => {
  test('are tiles; a hidden one stays hidden, is found again, and can be shown again', async () => {
    const { page } = await stage.visit();
    await openSignedIn(page, await makePerson(stage.portico, 'demo', 'PowerUser'));
    const links = page
      .getByRole('region', { name: say('top.services.title') })
      .getByRole('listitem')
      .getByRole('link');
    await links.first().waitFor();
    const name = ((await links.first().textContent()) ?? '').replace(say('top.services.newTab'), '').trim();
    const all = await links.count();
    await page.getByRole('button', { name: say('top.services.hide', { name }), exact: true }).click();
    await page.getByText(say('top.services.nowHidden', { name })).waitFor();
    await tile(page, name).waitFor({ state: 'hidden' });
    expect(await links.count()).toBe(all - 1);
    await page.reload();
    await page.getByRole('button', { name: say('top.services.withHidden', { count: 1 }) }).click();
    await page.waitForURL('**/top.html?all=true');
    await tile(page, name).getByText(say('top.services.hidden'), { exact: true }).waitFor();
    await page.getByRole('button', { name: say('top.services.show', { name }), exact: true }).click();
    await page.getByText(say('top.services.nowShown', { name })).waitFor();
    await page.goto(paths.top);
    await tile(page, name).waitFor();
    expect(await links.count()).toBe(all);
  });

  test('a user without apps is told so, and has no guide', async () => {
    tenants += 1;
    const tenantId = `bare-${tenants}`;
    await stage.portico.cli('tenant', 'create', tenantId, '--name', 'Bare Inc');
    const { page } = await stage.visit({ guide: true });
    await signInToTop(page, await makePerson(stage.portico, tenantId));
    await page.getByRole('heading', { name: say('top.services.none') }).waitFor();
    expect(await guide(page).count()).toBe(0);
  });
});

describe('the site setup', () => {
  test('leads to the page of a step and back', async () => {
    const { page } = await stage.visit();
    await openSignedIn(page, admin, `${paths.setupNavi}?iconId=_siteSetupNavi`);
    await heading(page, 'setup.title', { tenant: 'Demo 株式会社' }).waitFor();
    await page.getByRole('link', { name: say('setup.goTo', { step: say('setup.step_groups') }) }).click();
    await page.waitForURL(`**${paths.groups}*`);
    const back = page.getByRole('link', { name: say('ui.backToNavi') });
    expect(await back.getAttribute('href')).toBe('/back-to-navi.html?iconId=_siteSetupNavi');
    await back.click();
    await page.waitForURL(`**${paths.setupNavi}`);
    await page.getByRole('link', { name: say('ui.administration'), exact: true }).click();
    await page.waitForURL(`**${paths.adminMenu}`);
    // The address changes before the menu is shown: the step about groups must not be taken for the page.
    await page
      .getByRole('main')
      .getByRole('link', { name: say('ui.nav.groups'), exact: true })
      .click();
    await page.waitForURL(`**${paths.groups}`);
    expect(await back.count()).toBe(0);
  });

  test('is for administrators only; the back link of an app leads other users to its guide', async () => {
    const { page } = await stage.visit({ guide: true });
    await openSignedIn(page, await makePerson(stage.portico), paths.setupNavi);
    await page.getByRole('heading', { name: say('portal.forbiddenTitle') }).waitFor();
    await page.goto('/portal/back-to-navi.html?iconId=some-service');
    await page.waitForURL(`**${paths.top}?iconId=some-service`);
  });
});
