import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import common from '#messages/en/common.json' with { type: 'json' };
import { openPage } from '../../../../test/page.tsx';
import { groupAddress } from '../list-search.ts';
import { GroupList } from './GroupList.tsx';

const group = { uuid: 'g1', groupId: 'night', name: 'Night shift', description: '' };

vi.mock('../../../api/call.ts', () => ({
  call: async ({ query }: { query: { page: number } }) => ({
    totalResults: 1,
    results: query.page > 1 ? [] : [group],
  }),
}));

afterEach(cleanup);

test('a last page of one’s groups that is empty by now is left for the first', async () => {
  const page = { path: '/portal/account/group_list', component: GroupList, validateSearch: groupAddress.read };
  const { address } = openPage(page, '/portal/account/group_list?page=2&sort=groupId', { common });
  await screen.findByText('Night shift');
  await waitFor(() => expect(address()).toBe('/portal/account/group_list?sort=groupId'));
});
