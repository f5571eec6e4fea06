import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import common from '#messages/en/common.json' with { type: 'json' };
import groups from '#messages/en/groups.json' with { type: 'json' };
import { openPage } from '../../../../test/page.tsx';
import { type Asked, serve } from '../../../../test/server.ts';
import { MembersTab } from './MembersTab.tsx';
import { groupPageAddress } from './page-search.ts';

vi.mock('../../../api/call.ts', () => import('../../../../test/server.ts'));

afterEach(cleanup);

const anna = { uuid: 'a', userId: 'anna', familyName: '', givenName: '', direct: true, through: [], status: 'active' };

test('the list returns to its first page when all of the last were removed', async () => {
  serve({
    'POST /search/users': ({ body }: Asked) =>
      (body as { cursor?: string }).cursor ? { totalResults: 1, results: [] } : { totalResults: 1, results: [anna] },
  });
  const component = () => (
    <MembersTab group={{ tenantId: 'demo', uuid: 'g' } as never} mayChange={false} say={vi.fn()} />
  );
  const page = { path: '/portal/groups/$uuid', component, validateSearch: groupPageAddress.read };
  const { address } = openPage(page, '/portal/groups/g?tab=members&members=direct&cursor=abc', { common, groups });
  await waitFor(() => expect(address()).toBe('/portal/groups/g?tab=members&members=direct'));
  await screen.findByText('anna');
});
