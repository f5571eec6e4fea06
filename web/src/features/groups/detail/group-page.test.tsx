import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import errors from '#messages/en/errors.json' with { type: 'json' };
import groups from '#messages/en/groups.json' with { type: 'json' };
import history from '#messages/en/history.json' with { type: 'json' };
import pickers from '#messages/en/pickers.json' with { type: 'json' };
import ui from '#messages/en/ui.json' with { type: 'json' };
import { openPage } from '../../../../test/page.tsx';
import { changes, held, refuseConflict, serve } from '../../../../test/server.ts';
import { apiError } from '../../../api/api-error.ts';
import { GroupPage } from './GroupPage.tsx';
import { groupPageAddress } from './page-search.ts';

vi.mock('../../../api/call.ts', () => import('../../../../test/server.ts'));
vi.mock('../../../pickers/dialogs.ts', () => import('../../../../test/dialogs.ts'));

const uuid = '0193f7c2-5d1e-7a44-8000-00000000000a';
const fresh = {
  ...{
    tenantId: 'demo',
    uuid,
    groupId: 'night',
    name: 'Night shift',
    description: '',
    tagNames: [] as string[],
    parents: [] as { uuid: string; groupId: string; name: string }[],
  },
  ...{ source: 'local', azureADStatus: null, userCount: 0, deviceCount: 0, childCount: 0, parentCount: 0 },
  deletion: { users: 0, devices: 0, parentGroups: 0, childGroups: 0, topGroups: 0 },
};
const other = { uuid: 'g2', groupId: 'day', name: 'Day shift', hasChildren: false };

const named = (name: string) => ({ uuid: name, groupId: name.toLowerCase(), name });
const [above, beside] = [named('Above'), named('Beside')];

let group: typeof fresh;
let before: () => Promise<void> | void = () => undefined;
let children: object[] = [];

beforeEach(() => {
  // Not known here.
  HTMLElement.prototype.hidePopover = () => undefined;
  before = () => undefined;
  children = [];
  group = fresh;
  const page = (results: unknown[]) => ({ results, totalResults: results.length, itemsPerPage: 20 });
  const user = { uuid: 'u1', userId: 'taro', familyName: '', givenName: '', status: 'active', department: '' };
  const answer = (given: object) => async () => {
    await before();
    return given;
  };
  serve({
    'GET /groups/{uuid}': () => group,
    'GET /provisioningOrigins/{type}/{uuid}': () => ({ source: { uuid: 's1', displayName: 'Contoso' } }),
    'PUT /groups/{uuid}': async ({ body }) => {
      await before();
      const { parentGroupIds, expected, ...fields } = body as Partial<typeof fresh> & {
        parentGroupIds?: string[];
        expected: Record<string, unknown>;
      };
      const now: Record<string, unknown> = { ...group, parentGroupIds: group.parents.map(({ groupId }) => groupId) };
      refuseConflict({ ...fields, ...(parentGroupIds && { parentGroupIds }), expected }, now);
      group = { ...group, ...fields };
      if (parentGroupIds) group.parents = [above, beside].filter(({ groupId }) => parentGroupIds.includes(groupId));
      return group;
    },
    'POST /{uuid}/operations/search/groups': ({ body }) => {
      const first = 20 * ((body as { page: number }).page - 1);
      return { ...page(children.slice(first, first + 20)), totalResults: children.length };
    },
    'POST /{uuid}/operations/search/users': () => page([]),
    'POST /search/groups': () => page([other]),
    'POST /search/users': () => page([user]),
    'POST /add/groups': answer({ matched: 1, changed: 1 }),
    'POST /remove/groups': answer({ matched: 1, changed: 1 }),
    'POST /add/users': answer({ matched: 1, changed: 1 }),
    'POST /remove/users': answer({ matched: 1, changed: 1 }),
  });
});
afterEach(cleanup);

const open = (search = '') =>
  openPage(
    { path: '/portal/groups/$uuid', component: GroupPage, validateSearch: groupPageAddress.read },
    `/portal/groups/${uuid}${search}`,
    { groups, history, pickers },
  );
const box = (name: RegExp) => screen.findByLabelText<HTMLInputElement>(name, { selector: 'input, textarea' });
const type = async (name: RegExp, value: string) => fireEvent.change(await box(name), { target: { value } });
const press = async (name: string) => act(async () => fireEvent.click(await screen.findByRole('button', { name })));

test('the name and the users of a group of a source are read-only, with the source by name', async () => {
  group = { ...fresh, source: 'scim' };
  open();
  expect((await screen.findByRole('link', { name: 'Contoso' })).getAttribute('href')).toBe('/portal/provisioning/s1');
  expect([(await box(/^Name/)).disabled, (await box(/^Description/)).disabled]).toEqual([true, false]);
  fireEvent.click(screen.getByRole('tab', { name: groups.tab_members }));
  await screen.findByText(groups.inUserList);
  expect(screen.queryByRole('button', { name: groups.add_users })).toBeNull();
});

test('Undo puts back what was saved and leaves what was typed since', async () => {
  open();
  await type(/^Name/, 'Late shift');
  await press('Save');
  await screen.findByText('Group saved.');
  await type(/^Description/, 'from ten on');
  await press('Undo');
  await screen.findByText('Change undone.');
  expect([(await box(/^Name/)).value, (await box(/^Description/)).value]).toEqual(['Night shift', 'from ten on']);
});

test('Enter in the line of the name saves, in the box of the description it is a new line', async () => {
  open();
  await userEvent.type(await box(/^Description/), 'One{Enter}');
  expect(changes).toEqual([]);
  await userEvent.type(await box(/^Name/), 's{Enter}');
  await screen.findByText('Group saved.');
  expect(changes.map(({ body }) => body)).toMatchObject([{ name: 'Night shifts', description: 'One' }]);
});

test('what is typed while a save is under way is not saved and not lost', async () => {
  open();
  const answer = held();
  before = () => answer.comes;
  await type(/^Name/, 'Late shift');
  await press('Save');
  await type(/^Description/, 'from ten on');
  answer.letGo();
  await screen.findByText('Group saved.');
  expect([(await box(/^Name/)).value, (await box(/^Description/)).value]).toEqual(['Late shift', 'from ten on']);
  await press('Save');
  await waitFor(() => expect(changes).toHaveLength(2));
  expect(changes.map(({ body }) => body)).toEqual([
    { name: 'Late shift', expected: { name: 'Night shift' } },
    { description: 'from ten on', expected: { description: '' } },
  ]);
});

test('a concurrent change of the same field is shown, and only overwritten on purpose', async () => {
  group = { ...fresh, parents: [above], parentCount: 1 };
  open();
  await press('Remove from Above');
  await type(/^Name/, 'Late shift');
  await type(/^Description/, 'from ten on');
  group = { ...group, parents: [above, beside], parentCount: 2, name: 'Early shift', tagNames: ['red'] };
  await press('Save');
  const told = await screen.findByRole('alert', { name: ui['conflict.title'] });
  const lines = within(told).getAllByRole('listitem');
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    'Name is now: Early shiftYou entered: Late shift',
    'Place in the tree is now: Above, BesideYou entered: Top level, in no other group',
  ]);
  expect(group).toMatchObject({ name: 'Early shift', description: '', parents: [above, beside] });
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  await press(ui['conflict.keepMine']);
  expect((await box(/^Name/)).value).toBe('Late shift');
  await press('Save');
  await screen.findByText('Group saved.');
  const mine = { name: 'Late shift', description: 'from ten on', parents: [] };
  expect(group).toMatchObject({ ...mine, tagNames: ['red'] });
});

test('accepting a concurrent change keeps one’s own changes of other fields', async () => {
  open();
  await type(/^Name/, 'Late shift');
  await type(/^Description/, 'from ten on');
  group = { ...group, name: 'Early shift' };
  await press('Save');
  await screen.findByRole('alert', { name: ui['conflict.title'] });
  await press(ui['conflict.takeTheirs']);
  expect([(await box(/^Name/)).value, (await box(/^Description/)).value]).toEqual(['Early shift', 'from ten on']);
  await press('Save');
  await screen.findByText('Group saved.');
  expect(group).toMatchObject({ name: 'Early shift', description: 'from ten on' });
  expect(screen.queryByRole('alert', { name: ui['conflict.title'] })).toBeNull();
});

test('a concurrent change that the page has already loaded is not overwritten either', async () => {
  const { queryClient } = open();
  await type(/^Name/, 'Late shift');
  group = { ...group, name: 'Early shift', description: 'theirs' };
  await act(async () => queryClient.invalidateQueries());
  await waitFor(async () => expect((await box(/^Description/)).value).toBe('theirs'));
  await press('Save');
  await screen.findByRole('alert', { name: ui['conflict.title'] });
  expect(group.name).toBe('Early shift');
});

test('concurrent changes of other fields are kept without a message', async () => {
  open();
  await type(/^Name/, 'Late shift');
  group = { ...group, tagNames: ['red'], description: 'theirs' };
  await press('Save');
  await screen.findByText('Group saved.');
  expect(group).toMatchObject({ name: 'Late shift', tagNames: ['red'], description: 'theirs' });
});

test('Undo writes nothing over a third change: what it would restore is shown beside it', async () => {
  open();
  await type(/^Name/, 'Late shift');
  await press('Save');
  await screen.findByText('Group saved.');
  group = { ...group, name: 'Early shift' };
  await type(/^Description/, 'from ten on');
  await press('Undo');
  const told = await screen.findByRole('alert', { name: ui['conflict.title'] });
  expect(within(told).getByRole('listitem').textContent).toBe('Name is now: Early shiftUndo restores: Night shift');
  expect(group.name).toBe('Early shift');
  await press(ui['conflict.takeTheirs']);
  expect([(await box(/^Name/)).value, (await box(/^Description/)).value]).toEqual(['Early shift', 'from ten on']);
});

test('what Undo would restore over a third change can still be saved, on purpose', async () => {
  open();
  await type(/^Name/, 'Late shift');
  await press('Save');
  await screen.findByText('Group saved.');
  group = { ...group, name: 'Early shift' };
  await press('Undo');
  await screen.findByRole('alert', { name: ui['conflict.title'] });
  await press(ui['conflict.putBack']);
  expect((await box(/^Name/)).value).toBe('Night shift');
  await press('Save');
  await waitFor(() => expect(group.name).toBe('Night shift'));
});

/** Chooses what a dialog offers, and does what it is for. */
async function inDialog(chosen: string, ok: string) {
  const dialog = await screen.findByRole('dialog');
  fireEvent.click(await within(dialog).findByLabelText(new RegExp(chosen)));
  await act(async () => fireEvent.click(within(dialog).getByRole('button', { name: ok })));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

test.each([
  ['a child group', '?tab=children', ['Add existing group'], 'Day shift', 'Add'],
  ['users', '?tab=members', ['Add users'], 'taro', 'Add users'],
  ['a move', '', ['Actions', 'Move to another group…'], 'Day shift', 'Move here'],
])(
  'an Undo that fails is said on the page, whatever dialog the act came from: %s',
  async (_, search, way, chosen, ok) => {
    open(search);
    for (const name of way) await press(name);
    await inDialog(chosen, ok);
    const done = await screen.findByText('Undo');
    before = () => {
      throw apiError(409, [{ message_id: 'conflict', message: '' }], 'r');
    };
    await act(async () => fireEvent.click(done));
    expect((await screen.findByRole('alert')).textContent).toContain(errors.conflict);
    expect(screen.queryByText('Undo')).toBeNull();
  },
);

test('moving a group that was moved meanwhile shows where it is now', async () => {
  open();
  await press('Actions');
  await press('Move to another group…');
  group = { ...group, parents: [above], parentCount: 1 };
  const dialog = await screen.findByRole('dialog');
  fireEvent.click(await within(dialog).findByLabelText(/Day shift/));
  await act(async () => fireEvent.click(within(dialog).getByRole('button', { name: 'Move here' })));
  expect((await within(dialog).findByRole('alert')).textContent).toContain(errors.conflict);
  await screen.findByTitle('Remove from Above');
  expect(group.parents).toEqual([above]);
});

test('deleting shows how many others it affects now', async () => {
  open();
  await box(/^Name/);
  group = { ...group, deletion: { ...fresh.deletion, childGroups: 3, topGroups: 2 } };
  await press('Actions');
  await press(groups.delete);
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByText('2 of them are in no other group and move to the top level.');
});

test('the list returns to its first page when all child groups of the last were removed', async () => {
  const child = (_: unknown, at: number) => ({ ...fresh, hasChildren: false, uuid: `c${at}`, name: `Child ${at}` });
  children = Array.from({ length: 21 }, child);
  const { address } = open('?tab=children&page=2');
  fireEvent.click(await screen.findByLabelText('Select Child 20'));
  children = children.slice(0, 20);
  await press(groups.takeOut);
  const dialog = await screen.findByRole('dialog');
  await act(async () => fireEvent.click(within(dialog).getByRole('button', { name: groups.takeOut })));
  await screen.findByLabelText('Select Child 0');
  expect(address()).toBe(`/portal/groups/${uuid}?tab=children`);
  expect(screen.queryByText(groups.noChildrenTitle)).toBeNull();
});
