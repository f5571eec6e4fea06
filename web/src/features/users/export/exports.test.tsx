import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import common from '#messages/en/common.json' with { type: 'json' };
import transfer from '#messages/en/transfer.json' with { type: 'json' };
import users from '#messages/en/users.json' with { type: 'json' };
import { openPage } from '../../../../test/page.tsx';
import { serve } from '../../../../test/server.ts';
import { apiError } from '../../../api/api-error.ts';
import ExportDialog from './ExportDialog.tsx';
import { Exports } from './Exports.tsx';

vi.mock('../../../api/call.ts', () => import('../../../../test/server.ts'));

const texts = { common, transfer, users };
const group = (uuid: string, included = true) => ({ group: { uuid, members: 'all' as const, included } });

afterEach(cleanup);

test('an export of the members of a group says so, and names the group', async () => {
  serve({ 'GET /groups/{uuid}': () => ({ name: 'Sales' }) });
  const component = () => <ExportDialog condition={group('g')} total={3} totalIsEstimate={false} onClose={vi.fn()} />;
  openPage({ path: '/portal/users', component }, '/portal/users', texts);
  await screen.findByText('Member of the group: Sales');
  expect(screen.queryByText(transfer.exportAll)).toBeNull();
});

test('the list of exports names the group too, and says of one that is gone what is known', async () => {
  const one = { status: 'completed', error: null, parts: [], createdBy: 'admin', expiresAt: '2026-01-08T00:00:00Z' };
  const progress = { done: 1, total: 1, perSecond: null, secondsLeft: null };
  const conditions = [{}, group('g'), group('g', false)];
  const results = conditions.map((condition, at) => ({
    ...{ ...one, progress, condition, exportStatusId: `e${at}`, createdAt: `2026-01-0${at + 1}T00:00:00Z` },
  }));
  let gone = false;
  serve({
    'GET /userExport': () => ({ totalResults: 3, results }),
    'GET /groups/{uuid}': () => {
      if (gone) throw apiError(404, [{ message_id: 'not_found', message: '' }], 'r');
      return { name: 'Sales' };
    },
  });
  const open = () => openPage({ path: '/portal/exports', component: Exports }, '/portal/exports', texts);
  open();
  await screen.findByText('Member of the group: Sales');
  expect(screen.getAllByText('All users')).toHaveLength(1);
  expect(screen.getByText('Not in this group: Sales')).toBeTruthy();
  cleanup();
  gone = true;
  open();
  await screen.findByText('Member of the group: Unknown group');
});
