import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, test, vi } from 'vitest';
import devices from '#messages/en/devices.json' with { type: 'json' };
import transfer from '#messages/en/transfer.json' with { type: 'json' };
import { openPage } from '../../../../test/page.tsx';
import { serve } from '../../../../test/server.ts';
import { DeviceExports } from './DeviceExports.tsx';
import ExportDialog from './ExportDialog.tsx';

vi.mock('../../../api/call.ts', () => import('../../../../test/server.ts'));

const group = (included: boolean) => ({ group: { uuid: 'g', members: 'all' as const, included } });
const one = {
  ...{ status: 'completed', error: null, parts: [], createdBy: 'admin', expiresAt: '2026-01-08T00:00:00Z' },
  ...{ progress: { done: 1, total: 1, perSecond: null, secondsLeft: null }, createdAt: '2026-01-01T00:00:00Z' },
};

beforeEach(() =>
  serve({
    'GET /groups/{uuid}': () => ({ name: 'Sales' }),
    'GET ': () => ({ totalResults: 1, results: [{ ...one, exportStatusId: 'e', condition: group(false) }] }),
  }),
);
afterEach(cleanup);

test('an export of the devices of a group names the group', async () => {
  const component = () => <ExportDialog condition={group(true)} total={3} totalIsEstimate={false} onClose={vi.fn()} />;
  openPage({ path: '/portal/devices', component }, '/portal/devices', { devices, transfer });
  await screen.findByText('In this group or below it: Sales');
});

test('so does the list of exports', async () => {
  openPage({ path: '/portal/devices/export', component: DeviceExports }, '/portal/devices/export', {
    devices,
    transfer,
  });
  await screen.findByText('Not in this group: Sales');
});
