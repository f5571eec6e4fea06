import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { MAX_TAGS_PER_GROUP } from '../contract/src/limits.ts';
import { paths } from '../web/src/base/paths.ts';
import { admin, makePerson } from './support/people.ts';
import { box, button, link, signInToTop } from './support/sign-in.ts';
import { setTheStage } from './support/stage.ts';
import { say } from './support/words.ts';

const stage = setTheStage();

const required = (key: string) => `${say(key)} ${say('ui.requiredMark')}`;
const pageOf = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

let journeys = 0;
/** Names not used by other journeys or earlier attempts of this one. */
function namer(): (name: string) => { name: string; id: string } {
  journeys += 1;
  const mark = journeys;
  return (name) => ({ name: `${name} ${mark}`, id: `${name.toLowerCase().replaceAll(' ', '-')}-${mark}` });
}

async function administrator(): Promise<Page> {
  const { page } = await stage.visit();
  await signInToTop(page, admin);
  return page;
}

/** Adds a group on its page, which must be open; ends on the page of the group. */
async function addGroup(page: Page, { name, id }: { name: string; id: string }): Promise<void> {
  await page.getByLabel(required('common.name'), { exact: true }).fill(name);
  await page.getByLabel(required('common.groupId'), { exact: true }).fill(id);
  await button(page, 'groups.addNow').click();
  await pageOf(page, name).waitFor();
}

const navigation = (page: Page, key: string) =>
  page
    .getByRole('navigation', { name: say('ui.navigation'), exact: true })
    .getByRole('link', { name: say(key), exact: true });
const openTab = (page: Page, tab: string) => page.getByRole('tab', { name: say(`groups.tab_${tab}`) }).click();
const rowOf = (page: Page, words: string) => page.getByRole('row').filter({ hasText: words });

/** Searches for a group in the open dialog. */
async function lookFor(dialog: Locator, name: string): Promise<Locator> {
  await dialog.getByRole('tab', { name: say('pickers.tab_search') }).click();
  await dialog.getByRole('searchbox').fill(name);
  return dialog.getByRole('radio', { name: new RegExp(`^${name}`) });
}

async function choose(dialog: Locator, name: string, okKey: string): Promise<void> {
  await (await lookFor(dialog, name)).check();
  await button(dialog, okKey).click();
}

async function openMove(page: Page, name: string): Promise<Locator> {
  await button(page, 'groups.acts').click();
  await button(page, 'groups.move').click();
  return page.getByRole('dialog', { name: say('groups.moveTitle', { name }) });
}

async function move(page: Page, name: string, to: string): Promise<void> {
  await choose(await openMove(page, name), to, 'groups.moveHere');
}

test('groups are created, nested and moved; inherited members are shown with their child group', async () => {
  const person = await makePerson(stage.portico);
  const page = await administrator();
  const named = namer();
  const [south, north, pilots] = [named('Harbour South'), named('Harbour North'), named('Pilots')];

  // Two top-level groups, and a child of the first, created from its page.
  await navigation(page, 'ui.area.people').click();
  await navigation(page, 'ui.nav.groups').click();
  await link(page, 'groups.add').click();
  await addGroup(page, south);
  await page.goto(paths.newGroup);
  await addGroup(page, north);
  await openTab(page, 'children');
  await link(page, 'groups.addHere').click();
  await addGroup(page, pilots);
  await page.getByRole('link', { name: north.name }).first().waitFor();

  // A user is added to the child …
  await openTab(page, 'members');
  await button(page, 'groups.add_users').click();
  const users = page.getByRole('dialog', { name: say('groups.addTitle_users', { name: pilots.name }) });
  const add = users.getByRole('button', { name: say('groups.add_users'), exact: true });
  await users.getByRole('searchbox').fill(person.userId);
  const wanted = users.getByRole('row').filter({ hasText: person.userId });
  await wanted.first().waitFor();
  expect(await add.isDisabled()).toBe(true);
  await wanted.first().getByRole('checkbox').check();
  await add.click();
  await page.getByText(say('groups.addDone_users', { count: 1 })).waitFor();
  await rowOf(page, person.userId).getByText(say('groups.direct')).waitFor();

  // … and is a member of the group above, through the child.
  await page.getByRole('link', { name: north.name }).first().click();
  await pageOf(page, north.name).waitFor();
  await openTab(page, 'members');
  await rowOf(page, person.userId).getByText(say('groups.inherited')).waitFor();
  await rowOf(page, person.userId).getByRole('link', { name: pilots.name }).click();
  await pageOf(page, pilots.name).waitFor();

  // Moving a group moves its members; undoing brings them back.
  await move(page, pilots.name, south.name);
  const moved = page
    .getByRole('status')
    .filter({ hasText: say('groups.moved', { name: pilots.name, parent: south.name }) });
  await moved.waitFor();
  await page.getByRole('link', { name: south.name }).first().click();
  await pageOf(page, south.name).waitFor();
  await openTab(page, 'members');
  await rowOf(page, person.userId).getByRole('link', { name: pilots.name }).waitFor();

  // The tree shows it there, level by level.
  await navigation(page, 'ui.nav.groups').click();
  await rowOf(page, south.id)
    .getByRole('link', { name: say('groups.openLevel', { name: south.name }) })
    .click();
  await rowOf(page, pilots.id).waitFor();
  expect(await rowOf(page, north.id).count()).toBe(0);
  await page.reload();
  await rowOf(page, pilots.id).waitFor();
  await link(page, 'groups.topLevel').click();
  await rowOf(page, north.id).waitFor();
});

test('a group cannot be moved into its own child; a circle by two administrators is refused', async () => {
  const [page, other] = [await administrator(), await administrator()];
  const named = namer();
  const [yard, dock, pier] = [named('Yard'), named('Dock'), named('Pier')];
  await other.goto(paths.newGroup);
  await addGroup(other, pier);
  await page.goto(paths.newGroup);
  await addGroup(page, yard);
  await openTab(page, 'children');
  await link(page, 'groups.addHere').click();
  await addGroup(page, dock);
  await page.getByRole('link', { name: yard.name }).first().click();
  await pageOf(page, yard.name).waitFor();
  const dialog = await openMove(page, yard.name);
  const below = await lookFor(dialog, dock.name);
  await dialog.getByText(say('pickers.groupBelow')).waitFor();
  expect(await below.isDisabled()).toBe(true);
  await (await lookFor(dialog, pier.name)).check();
  await move(other, pier.name, yard.name);
  await other.getByText(say('groups.moved', { name: pier.name, parent: yard.name })).waitFor();
  await button(dialog, 'groups.moveHere').click();
  await dialog.getByText(say('errors.cycle_detected')).waitFor();
  await button(dialog, 'common.cancel').click();

  // Deleting lists its effects, before and afterwards.
  await button(page, 'groups.acts').click();
  await button(page, 'groups.delete').first().click();
  const ask = page.getByRole('dialog', { name: say('groups.deleteTitle', { name: yard.name }) });
  await ask.getByText(say('groups.effect.top', { count: 2 })).waitFor();
  await ask.getByRole('button', { name: say('groups.delete'), exact: true }).click();
  await page.getByText(say('groups.lead')).waitFor();
  await rowOf(page, dock.id).waitFor();
  expect(await rowOf(page, yard.id).count()).toBe(0);
});

test('tags are created while tagging and find their groups; users are added to groups on their page', async () => {
  const person = await makePerson(stage.portico);
  const page = await administrator();
  const named = namer();
  const [watch, tag] = [named('Watch'), named('Night shift').name];
  await page.goto(paths.newGroup);
  await button(page, 'groups.chooseTags').click();
  const tags = page.getByRole('dialog', { name: say('pickers.tagsTitle') });
  await tags.getByRole('searchbox').fill(tag);
  await tags.getByRole('button', { name: say('pickers.makeTag', { name: tag }) }).click();
  await tags.getByRole('checkbox', { name: tag, checked: true }).waitFor();
  await tags.getByRole('button', { name: say('pickers.takeTags'), exact: true }).click();
  await addGroup(page, watch);
  await navigation(page, 'ui.nav.groups').click();
  await link(page, 'ui.nav.tags').click();
  // Until the next page has come, the list of groups stays, whose row shows the tag too.
  await page.getByText(say('groups.tagsLead', { most: MAX_TAGS_PER_GROUP })).waitFor();
  await rowOf(page, tag).getByRole('link').click();
  await rowOf(page, watch.id).waitFor();
  await expect.poll(() => page.getByRole('row').count()).toBe(2);

  await page.goto(`${paths.users}/${person.userId}?tab=groups`);
  await button(page, 'common.putIntoGroup').click();
  const dialog = page.getByRole('dialog', { name: say('common.putIntoGroupTitle', { id: person.userId }) });
  await choose(dialog, watch.name, 'common.putIntoGroupNow');
  await page.getByText(say('common.putInto', { id: person.userId, group: watch.name })).waitFor();
  await page.getByRole('button', { name: say('common.takeOutOf', { group: watch.name }) }).click();
  const out = page
    .getByRole('status')
    .filter({ hasText: say('common.takenOut', { id: person.userId, group: watch.name }) });
  await out.getByRole('button', { name: say('common.undo') }).click();
  await page.getByRole('link', { name: watch.name }).waitFor();

  // The palette finds the group by a part of its name.
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill(watch.name.slice(1));
  await page.getByRole('option', { name: new RegExp(`^${watch.name}`) }).click();
  await pageOf(page, watch.name).waitFor();
  expect(await box(page, 'common.description').inputValue()).toBe('');
});

test('a new user can be in a group from the start', async () => {
  const group = namer()('Starters');
  const page = await administrator();
  await page.goto(paths.newGroup);
  await addGroup(page, group);
  await page.goto(paths.newUser);
  await page.getByLabel(required('common.userId'), { exact: true }).fill(`starter-${group.id}`);
  await page.getByLabel(required('users.loginMailAddress'), { exact: true }).fill(`starter-${group.id}@demo.example`);
  await button(page, 'common.putIntoGroup').click();
  await choose(page.getByRole('dialog', { name: say('users.newGroupTitle') }), group.name, 'common.putIntoGroupNow');
  await page.getByRole('link', { name: group.name, exact: true }).waitFor();
  await button(page, 'users.addAndInvite').click();
  await page.getByRole('tab', { name: say('users.tab_groups') }).click();
  await page.getByRole('tabpanel').getByRole('link', { name: group.name, exact: true }).waitFor();
});
