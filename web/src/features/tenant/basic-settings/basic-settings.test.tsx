import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import tenant from '#messages/en/tenant.json' with { type: 'json' };
import { openPage } from '../../../../test/page.tsx';
import { changes, serve } from '../../../../test/server.ts';
import { BasicSettings } from './BasicSettings.tsx';

vi.mock('../../../api/call.ts', () => import('../../../../test/server.ts'));
// This browser has no popovers: their panels stand open.
HTMLElement.prototype.hidePopover ??= () => undefined;

afterEach(cleanup);

const demo = {
  ...{ tenantId: 'demo', name: 'Demo', country: 'JP', region: 'ap', locale: 'en', timezone: 'Etc/UTC' },
  basicVersion: 'v1',
  ...{ users: 1234, userLimit: null },
};

test('a user limit is shown with the number of users, and nothing without a limit', async () => {
  serve({ 'GET /me': () => ({ tenantId: 'demo', permissions: [] }), 'GET ': () => ({ ...demo, userLimit: 5000 }) });
  openPage({ path: '/portal/tenant', component: BasicSettings }, '/portal/tenant', { tenant });
  const box = await screen.findByRole<HTMLInputElement>('textbox', { name: tenant.users });
  expect(box.value).toBe(tenant.usersOf.replace('{{users}}', '1,234').replace('{{limit}}', '5,000'));
  cleanup();
  serve({ 'GET /me': () => ({ tenantId: 'demo', permissions: [] }), 'GET ': () => demo });
  openPage({ path: '/portal/tenant', component: BasicSettings }, '/portal/tenant', { tenant });
  await screen.findByRole('textbox', { name: `${tenant.name} (required)` });
  expect(screen.queryByRole('textbox', { name: tenant.users })).toBeNull();
});

test('Enter saves what was changed, and nothing where nothing was', async () => {
  const save = { 'PUT ': ({ body }: { body?: unknown }) => ({ ...demo, ...(body as object) }) };
  serve({ ...save, 'GET /me': () => ({ tenantId: 'demo', permissions: ['tenant:write'] }), 'GET ': () => demo });
  openPage({ path: '/portal/tenant', component: BasicSettings }, '/portal/tenant', { tenant });
  const box = await screen.findByRole('textbox', { name: `${tenant.name} (required)` });
  await userEvent.type(box, '{Enter}');
  expect(changes).toEqual([]);
  await userEvent.type(box, ' Ltd{Enter}');
  await waitFor(() =>
    expect(changes).toMatchObject([{ method: 'PUT', body: { name: 'Demo Ltd', basicVersion: 'v1' } }]),
  );
});
