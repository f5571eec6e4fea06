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
};

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
