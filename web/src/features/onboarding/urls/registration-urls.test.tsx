import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import common from '#messages/en/common.json' with { type: 'json' };
import onboarding from '#messages/en/onboarding.json' with { type: 'json' };
import type { RegisterUrl } from '#contract/joining/register-urls.ts';
import { openPage } from '../../../../test/page.tsx';
import { serve } from '../../../../test/server.ts';
import { meQuery } from '../../../base/session-queries.ts';
import { RegistrationUrls } from './RegistrationUrls.tsx';

vi.mock('../../../api/call.ts', () => import('../../../../test/server.ts'));

afterEach(cleanup);

test('the URL that was made is shown in a dialog of its own, which has the focus and one way out', async () => {
  let urls: RegisterUrl[] = [];
  serve({
    'GET /userRegisterUrl': () => ({ results: urls }),
    'POST /userRegisterUrl': () => ({ uuid: 'u1', usersLimit: 50, url: 'https://portico.example/r/1' }),
  });
  const page = { path: '/portal/registration/urls', component: RegistrationUrls };
  openPage(page, '/portal/registration/urls', { common, onboarding });
  const make = onboarding['urls.make'];
  fireEvent.click(await screen.findByRole('button', { name: make }));
  const asked = await screen.findByRole('dialog', { name: make });
  urls = [url];
  await act(async () => fireEvent.click(within(asked).getByRole('button', { name: make })));
  const made = await screen.findByRole('dialog', { name: onboarding['urls.madeTitle'] });
  expect(within(made).getByDisplayValue('https://portico.example/r/1')).toBeTruthy();
  const close = within(made).getByRole('button', { name: common.close });
  await waitFor(() => expect(document.activeElement).toBe(close));
  expect(within(made).queryByRole('button', { name: common.cancel })).toBeNull();
  fireEvent.click(close);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  // What it was made with is gone with the empty list.
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: make })));
});

const url: RegisterUrl = {
  ...{ uuid: 'u', url: null, role: 'User', tenantId: 'demo', expiresAt: '2026-05-01T00:00:00Z', usersLimit: 5 },
  ...{ usersCount: 0, enabledDomains: [], licenseIds: [], state: 'open', createdBy: 'anna', createdAt: '' },
};

/** The list and the dialog that changes its first URL, for somebody who may read licences or not. */
async function openUrl(licenseIds: string[], permissions: string[]) {
  serve({
    'GET /userRegisterUrl': () => ({ results: [{ ...url, licenseIds }] }),
    'GET /licenses': () => ({ results: [{ licenseId: 'L1', serviceName: 'Print' }] }),
  });
  const page = { path: '/portal/registration/urls', component: RegistrationUrls };
  const { queryClient } = openPage(page, '/portal/registration/urls', { common, onboarding });
  queryClient.setQueryData(meQuery.queryKey, (me) => me && ({ ...me, permissions } as typeof me));
  fireEvent.click(await screen.findByRole('button', { name: common.edit }));
  return screen.findByRole('dialog', { name: onboarding['urls.changeTitle'] });
}

test.each([
  [['L1', 'L2'], ['licenses:read'], 'Print (L1), L2'],
  [['L1'], [], 'L1'],
])('the licences of a URL stand in the list and in the dialog that changes it: %j', async (ids, permissions, words) => {
  const dialog = await openUrl(ids, permissions);
  await screen.findByRole('cell', { name: words });
  expect(within(dialog).getByText(onboarding['urls.licensesSettled'].replace('{{licenses}}', words))).toBeTruthy();
});

test('a link without licenses says so', async () => {
  const dialog = await openUrl([], ['licenses:read']);
  expect(within(dialog).getByText(onboarding['urls.licensesNone'])).toBeTruthy();
});
