import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import history from '#messages/en/history.json' with { type: 'json' };
import transfer from '#messages/en/transfer.json' with { type: 'json' };
import users from '#messages/en/users.json' with { type: 'json' };
import { openPage } from '../../../../test/page.tsx';
import { serve } from '../../../../test/server.ts';
import { ImportPage } from './one/ImportPage.tsx';
import { importAddress } from './one/page-search.ts';
import { ImportStart } from './start/ImportStart.tsx';

vi.mock('../../../api/call.ts', () => import('../../../../test/server.ts'));
vi.mock('../../../api/upload.ts', () => ({ upload: async () => found() }));

/** How far the server is with the one import. */
let now: { kind: string; status: string; confirmedAt?: string; finishedAt?: string };
const found = () => ({
  ...{ importId: 'one', fileName: 'staff.csv', fileBytes: 10, encoding: 'utf-8', columns: ['id'] },
  ...{
    mapping: { id: 'userId' },
    emptyCells: 'keep',
    createsActive: 0,
    losesAddress: 0,
    beyondUserLimit: 0,
    leavesGroups: 0,
  },
  counts: ['accepting', 'checking'].includes(now.status)
    ? null
    : { create: 1, update: 0, delete: 0, unchanged: 0, wrong: 0 },
  progress: { total: 1, done: 1, bytes: 10, perSecond: 0, secondsLeft: null },
  ...{ confirmCount: null, error: null, createdBy: 'admin', createdAt: '2026-11-21T11:00:00Z' },
  ...{ confirmedAt: null, finishedAt: null, expiresAt: '2026-11-28T11:00:00Z', ...now },
});

beforeEach(() => {
  serve({
    'GET /tenants/{tenantId}': () => ({}),
    'GET /userImports': () => ({ results: [], totalResults: 0 }),
    'GET /userImports/{importId}': found,
    'GET /rows': () => ({ results: [], totalResults: 0 }),
    'PUT /mapping': () => {
      now.status = 'checking';
      return found();
    },
    'POST /confirm': () => {
      now = { ...now, status: 'processing', confirmedAt: '2026-11-21T11:01:00Z' };
      return found();
    },
  });
});
afterEach(cleanup);

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const focused = (words: string, role: 'heading' | 'progressbar') =>
  waitFor(() => expect(document.activeElement).toBe(screen.getByRole(role, { name: words })));

async function uploadFile(kind: 'format' | 'directory') {
  const start = { path: '/portal/users/import', component: ImportStart };
  const one = { path: '/portal/users/import/$importId', component: ImportPage, validateSearch: importAddress.read };
  openPage(start, '/portal/users/import', { history, transfer, users }, [one]);
  await userEvent.click(await screen.findByRole('radio', { name: transfer[`kind_${kind}`] }));
  const input = document.querySelector('input[type=file]') as HTMLInputElement;
  await userEvent.upload(input, new File(['x'], 'staff.csv'));
  await press(kind === 'format' ? transfer.uploadAndCheck : transfer.upload);
}

test('from upload to result, the focus moves to each new part', async () => {
  now = { kind: 'format', status: 'checking' };
  await uploadFile('format');
  await focused(transfer.checking, 'progressbar');
  now.status = 'previewed';
  await focused('1 change', 'heading');
  await press(transfer.carryOut);
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: transfer.carryOut }));
  await focused(transfer.applying, 'progressbar');
  now = { ...now, status: 'completed', finishedAt: '2026-11-21T11:02:00Z' };
  await focused(transfer.ended_completed, 'heading');
});

test('of a directory file, at the columns, each time they are mapped', async () => {
  now = { kind: 'directory', status: 'accepting' };
  await uploadFile('directory');
  await focused(transfer.mapping, 'heading');
  await press(transfer.check);
  await focused(transfer.checking, 'progressbar');
  now.status = 'previewed';
  await focused('1 change', 'heading');
  await press(transfer.mapAgain);
  await focused(transfer.mapping, 'heading');
  await press('Back');
  await focused('1 change', 'heading');
});
