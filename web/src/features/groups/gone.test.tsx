import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Group } from '#contract/people/groups-fields.ts';
import groups from '#messages/en/groups.json' with { type: 'json' };
import pickers from '#messages/en/pickers.json' with { type: 'json' };
import { openPage } from '../../../test/page.tsx';
import { changes, serve } from '../../../test/server.ts';
import { apiError } from '../../api/api-error.ts';
import { AddUsers } from './detail/MemberActs.tsx';
import { NewGroup } from './new/NewGroup.tsx';

vi.mock('../../api/call.ts', () => import('../../../test/server.ts'));
vi.mock('../../pickers/dialogs.ts', () => import('../../../test/dialogs.ts'));

const user = (userId: string, givenName = '') => ({
  ...{ uuid: `u-${userId}`, userId, familyName: '', givenName, status: 'active', department: '' },
  ...{ loginMailAddress: null, nextLoginMailAddress: null },
});
const users = [user('ann', 'Ann'), user('bob'), user('taro', 'Taro')];
/** Nobody finds them any more, though they are shown. */
let deleted: string[] = [];

const refuse = ({ body }: { body?: unknown }) => {
  const { userIds } = body as { userIds: string[] };
  const entries = userIds.flatMap((userId, at) =>
    deleted.includes(userId)
      ? [{ message_id: 'invalid_params_userIds' as const, message: '', field: `userIds.${at}` }]
      : [],
  );
  if (entries.length > 0) throw apiError(400, entries, 'r');
  return { matched: userIds.length, changed: userIds.length, uuid: 'g', name: 'Night' };
};

beforeEach(() => {
  localStorage.clear();
  deleted = ['ann', 'bob'];
  serve({
    'POST /search/users': () => ({ results: users, totalResults: 3, itemsPerPage: 50 }),
    'POST /search/groups': () => ({ results: [], totalResults: 0 }),
    'POST /add/users': refuse,
    'POST /groups': refuse,
  });
});
afterEach(cleanup);

const press = async (name: string, at = 0) => {
  const buttons = await screen.findAllByRole('button', { name });
  await act(async () => fireEvent.click(buttons.at(at) as HTMLElement));
};
/** In the dialog that is open: ticks some, and adds them. */
async function add(...names: string[]) {
  for (const name of names) fireEvent.click(await screen.findByRole('checkbox', { name: `Select ${name}` }));
  await press(groups.add_users, -1);
}
const sent = () => changes.map(({ body }) => (body as { userIds: string[] }).userIds);
const said = 'Couldn’t add Ann (ann), bob. These 2 users were probably deleted and are no longer selected.';

test('users deleted meanwhile are named and deselected, and the others can be added', async () => {
  const say = vi.fn();
  const group = { tenantId: 'demo', uuid: 'g', name: 'Night' } as Group;
  openPage({ path: '/portal/groups', component: () => <AddUsers group={group} say={say} /> }, '/portal/groups', {
    groups,
    pickers,
  });
  await press(groups.add_users);
  await add('Ann', 'bob', 'Taro');
  const dialog = await screen.findByRole('dialog');
  expect((await within(dialog).findByRole('alert')).textContent).toContain(said);
  const ticked = within(dialog).getAllByRole<HTMLInputElement>('checkbox', { checked: true });
  expect(ticked.map((box) => box.getAttribute('aria-label'))).toEqual(['Select Taro']);
  await add();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent()).toEqual([['ann', 'bob', 'taro'], ['taro']]);
});

test('a group is created without users deleted meanwhile, after naming them', async () => {
  openPage({ path: '/portal/groups/new', component: NewGroup }, '/portal/groups/new', { groups, pickers }, [
    { path: '/portal/groups/$uuid', component: () => <h1>The group</h1> },
  ]);
  const type = async (name: RegExp, value: string) =>
    fireEvent.change(await screen.findByRole('textbox', { name }), { target: { value } });
  await type(/^Name/, 'Night');
  await type(/^Group ID/, 'night');
  await press(groups.add_users);
  await add('Ann', 'bob', 'Taro');
  await press(groups.addNow);
  expect((await screen.findByRole('alert')).textContent).toContain(said);
  expect(screen.getAllByTitle('Remove').map((button) => button.getAttribute('aria-label'))).toEqual(['Remove Taro']);
  await press(groups.addNow);
  await screen.findByText('The group');
  expect(sent()).toEqual([['ann', 'bob', 'taro'], ['taro']]);
});
