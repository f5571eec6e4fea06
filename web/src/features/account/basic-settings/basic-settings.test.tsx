import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import account from '#messages/en/account.json' with { type: 'json' };
import { openPage } from '../../../../test/page.tsx';
import { changes, serve } from '../../../../test/server.ts';
import { meQuery } from '../../../base/session-queries.ts';
import { BasicSettings } from './BasicSettings.tsx';

vi.mock('../../../api/call.ts', () => import('../../../../test/server.ts'));
// This browser has no popovers: their panels stand open.
HTMLElement.prototype.hidePopover ??= () => undefined;

afterEach(cleanup);

const mei = {
  ...{ tenantId: 'demo', uuid: 'u1', userId: 'mei', familyName: 'Ito', givenName: 'Mei', department: '', location: '' },
  ...{ locale: null, timezone: null, tenantTimezone: 'Etc/UTC', tenantLocale: 'en', permissions: [], roles: ['User'] },
  ...{ loginMailAddress: null, nextLoginMailAddress: null, mailAddresses: [], readOnlyFields: [], source: 'local' },
};

test('Enter saves what was changed', async () => {
  const save = { 'PUT /me': ({ body }: { body?: unknown }) => ({ ...mei, ...(body as object) }) };
  serve({ ...save, 'GET /me': () => mei });
  const page = { path: '/portal/account/basic_settings', component: BasicSettings };
  const { queryClient } = openPage(page, '/portal/account/basic_settings', { account });
  queryClient.setQueryData(meQuery.queryKey, mei as never);
  const box = await screen.findByRole('textbox', { name: /Given name/ });
  await userEvent.type(box, '{Enter}');
  expect(changes).toEqual([]);
  await userEvent.type(box, 'ko{Enter}');
  await waitFor(() => expect(changes).toMatchObject([{ method: 'PUT', body: { givenName: 'Meiko' } }]));
});
