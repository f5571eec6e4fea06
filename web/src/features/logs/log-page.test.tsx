import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import common from '#messages/en/common.json' with { type: 'json' };
import logs from '#messages/en/logs.json' with { type: 'json' };
import { openPage } from '../../../test/page.tsx';
import { serve } from '../../../test/server.ts';
import { readLogSearch } from './log-search.ts';
import { SystemLog } from './pages.tsx';

vi.mock('../../api/call.ts', () => import('../../../test/server.ts'));
afterEach(cleanup);

test('of two changes in a row, the second does not take the first back', async () => {
  serve({
    'GET ': () => ({ targetTypes: ['user'] }),
    'POST /chart': () => ({ rows: 0, countedFrom: null, unit: 'day', bars: [] }),
    'POST ': () => ({ totalResults: 0, results: [] }),
  });
  const route = { path: '/portal/tenant/system-log', component: SystemLog, validateSearch: readLogSearch };
  const { address } = openPage(route, '/portal/tenant/system-log?request=r', { common, logs });
  const operation = await screen.findByRole('combobox', { name: logs.operation });
  await screen.findByRole('option', { name: logs.target_user });
  fireEvent.change(operation, { target: { value: 'update' } });
  fireEvent.change(screen.getByRole('combobox', { name: logs.target }), { target: { value: 'user' } });
  await waitFor(() => expect(address()).toContain('target=user'));
  expect(address()).toContain('operation=update');
});
