import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import groups from '#messages/en/groups.json' with { type: 'json' };
import pickers from '#messages/en/pickers.json' with { type: 'json' };
import { openPage } from '../../../test/page.tsx';
import { changes, serve } from '../../../test/server.ts';
import { GroupPage } from './detail/GroupPage.tsx';
import { groupPageAddress } from './detail/page-search.ts';
import { GroupList } from './list/GroupList.tsx';
import { groupAddress } from './list/list-search.ts';
import { NewGroup } from './new/NewGroup.tsx';

vi.mock('../../api/call.ts', () => import('../../../test/server.ts'));
vi.mock('../../pickers/dialogs.ts', () => import('../../../test/dialogs.ts'));

const uuid = '0193f7c2-5d1e-7a44-8000-00000000000a';
const night = {
  ...{ tenantId: 'demo', uuid, groupId: 'night', name: 'Night shift', description: '', tagNames: [], parents: [] },
  ...{ source: 'local', azureADStatus: null, userCount: 0, deviceCount: 0, childCount: 0, parentCount: 0 },
  deletion: { users: 0, devices: 0, parentGroups: 0, childGroups: 0, topGroups: 0 },
};
const add = { path: '/portal/groups/new', component: NewGroup };
const one = { path: '/portal/groups/$uuid', component: GroupPage, validateSearch: groupPageAddress.read };
const list = { path: '/portal/groups', component: GroupList, validateSearch: groupAddress.read };

beforeEach(() => {
  // Not known here.
  HTMLElement.prototype.hidePopover = () => undefined;
  serve({
    'GET /groups/{uuid}': () => night,
    'GET ': () => ({ totalResults: 0, results: [] }),
    'POST /search/groups': () => ({ totalResults: 0, results: [] }),
    'POST /groups': () => night,
    'DELETE /groups/{uuid}': () => null,
  });
});
afterEach(cleanup);

const type = async (name: RegExp, value: string) =>
  fireEvent.change(await screen.findByRole('textbox', { name }), { target: { value } });
const press = async (name: string) => act(async () => fireEvent.click(await screen.findByRole('button', { name })));

test('the page of a group added says so', async () => {
  const { address } = openPage(add, '/portal/groups/new', { groups, pickers }, [one]);
  await type(/^Name/, 'Night shift');
  await type(/^Group ID/, 'night');
  await press(groups.addNow);
  await screen.findByText('Night shift added.');
  expect(address()).toBe(`/portal/groups/${uuid}`);
});

test('a group without an ID is not sent, and the box says so', async () => {
  openPage(add, '/portal/groups/new', { groups, pickers }, [one]);
  await type(/^Name/, 'Night shift');
  await press(groups.addNow);
  const groupId = screen.getByRole('textbox', { name: /^Group ID/ });
  await waitFor(() => expect(document.activeElement).toBe(groupId));
  expect(groupId.getAttribute('aria-invalid')).toBe('true');
  expect(changes).toEqual([]);
});

test('the list says which group was deleted', async () => {
  const { address } = openPage(one, `/portal/groups/${uuid}`, { groups, pickers }, [list]);
  await press(groups.delete);
  const dialog = await screen.findByRole('dialog');
  await act(async () => fireEvent.click(within(dialog).getByRole('button', { name: groups.delete })));
  await screen.findByText('Night shift deleted.');
  expect(address()).toBe('/portal/groups');
});
