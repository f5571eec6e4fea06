import { useQuery } from '@tanstack/react-query';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Group } from '#contract/people/groups-fields.ts';
import groups from '#messages/en/groups.json' with { type: 'json' };
import pickers from '#messages/en/pickers.json' with { type: 'json' };
import { openPage } from '../../../test/page.tsx';
import { serve } from '../../../test/server.ts';
import { ChildrenTab } from './detail/ChildrenTab.tsx';
import { MemberTable } from './detail/MemberTable.tsx';
import { groupPageAddress } from './detail/page-search.ts';
import { ContentCards } from './new/ContentCards.tsx';
import { noContent } from './new/content.ts';

const rows = ['a', 'b', 'c'].map((name) => ({
  ...{ uuid: name, groupId: name, name, userId: name, familyName: '', givenName: name },
  ...{ hasChildren: false, userCount: 0, deviceCount: 0, tagNames: [], description: '', direct: true, through: [] },
}));

// Two in place of a hundred and a thousand.
vi.mock('#contract/limits.ts', async (original) => ({
  ...(await original<object>()),
  MAX_CHILD_GROUPS_A_CALL: 2,
  MAX_GROUP_USERS_A_CALL: 2,
}));
vi.mock('../../api/call.ts', () => import('../../../test/server.ts'));
vi.mock('../../pickers/dialogs.ts', async (original) => ({
  ...(await original<object>()),
  AddUsersDialog: ({ onOk }: { onOk: (chosen: unknown[]) => void }) => (
    <button type="button" onClick={() => onOk(rows)}>
      All three
    </button>
  ),
}));

beforeEach(() => serve({ 'POST /search/groups': () => ({ results: rows, totalResults: 3 }) }));
afterEach(cleanup);

const group = { tenantId: 'demo', uuid: 'g', groupId: 'g', name: 'G' } as Group;

const show = (component: () => React.JSX.Element) =>
  openPage({ path: '/portal/groups/$uuid', component, validateSearch: groupPageAddress.read }, '/portal/groups/g', {
    groups,
    pickers,
  });

function Members() {
  const page = useQuery({ queryKey: ['members'], queryFn: async () => ({ results: rows, totalResults: 3 }) });
  return (
    <MemberTable thing="users" page={page} columns={[]} nameOf={({ name }) => name} tools={null} takeOut={() => null} />
  );
}

function NewGroupContent() {
  const [content, setContent] = useState(noContent);
  return <ContentCards content={content} change={(part) => setContent((before) => ({ ...before, ...part }))} />;
}

const tick = async (name: string) => fireEvent.click(await screen.findByRole('checkbox', { name: `Select ${name}` }));
const cut = /^You can remove 2 at once\. The others weren’t selected/;

test.each([
  ['child groups', () => <ChildrenTab group={group} mayChange say={vi.fn()} />],
  ['members', () => <Members />],
])('who ticks more %s than can be taken out at once is told so', async (_, page) => {
  show(page);
  await tick('a');
  await tick('b');
  expect(screen.queryByText(cut)).toBeNull();
  await tick('c');
  screen.getByText(cut);
  screen.getByText('2 selected');
  await tick('a');
  expect(screen.queryByText(cut)).toBeNull();
});

test('users whom a new group cannot begin with are not dropped without a word', async () => {
  show(NewGroupContent);
  fireEvent.click(await screen.findByRole('button', { name: groups.add_users }));
  fireEvent.click(await screen.findByRole('button', { name: 'All three' }));
  const said = await screen.findByRole('alert');
  expect(said.textContent).toBe(
    'You can add 2 users to a new group. 1 user was left out. Add this user on the group’s page.',
  );
  const [first] = screen.getAllByTitle('Remove');
  fireEvent.click(first as HTMLElement);
  expect(screen.queryByRole('alert')).toBeNull();
});
