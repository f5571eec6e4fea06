import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import history from '#messages/en/history.json' with { type: 'json' };
import transfer from '#messages/en/transfer.json' with { type: 'json' };
import users from '#messages/en/users.json' with { type: 'json' };
import { openPage } from '../../../../test/page.tsx';
import { serve } from '../../../../test/server.ts';
import { ImportPage } from './one/ImportPage.tsx';
import { importAddress } from './one/page-search.ts';

vi.mock('../../../api/call.ts', () => import('../../../../test/server.ts'));

/** A server that checks at once: the one person of the file gets what the mapping says of the column `place`. */
beforeEach(() => {
  let mapping: Record<string, string> = { id: 'userId', place: 'department' };
  const found = () => ({
    ...{ importId: 'one', kind: 'directory', status: 'previewed', fileName: 'staff.csv', fileBytes: 10 },
    ...{ encoding: 'utf-8', columns: ['id', '', 'place', 'constructor', ''], mapping, emptyCells: 'keep' },
    counts: { create: 0, update: 1, delete: 0, unchanged: 0, wrong: 0 },
    progress: { total: 1, done: 1, bytes: 10, perSecond: 0, secondsLeft: null },
    ...{ confirmCount: null, error: null, createdBy: 'admin', createdAt: '2026-11-21T11:00:00Z' },
    ...{ confirmedAt: null, finishedAt: null, expiresAt: '2026-11-28T11:00:00Z' },
  });
  const row = () => ({
    ...{ row: 2, kind: 'update', operation: 'update', userId: 'anna', reasons: [], done: false },
    changes: { [mapping.place ?? '']: { before: 'Before', after: 'After' } },
  });
  serve({
    'GET /tenants/{tenantId}': () => ({}),
    'GET /userImports/{importId}': found,
    'GET /samples': () => ({
      results: [
        { column: 'id', values: ['anna', 'ben'], withheld: false },
        { column: 'place', values: [], withheld: true },
        { column: 'constructor', values: [], withheld: false },
      ],
    }),
    'GET /rows': () => ({ results: [row()] }),
    'PUT /mapping': ({ body }) => {
      ({ mapping } = body as { mapping: Record<string, string> });
      return { ...found(), status: 'checking', counts: null };
    },
  });
});
afterEach(cleanup);

test('after the columns were mapped again, the preview shows what the new mapping does', async () => {
  openPage(
    { path: '/portal/users/import/$importId', component: ImportPage, validateSearch: importAddress.read },
    '/portal/users/import/one',
    { history, transfer, users },
  );
  await screen.findByText('Department: Before → After');
  // How the characters were taken stands there: a wrong guess is seen.
  expect(screen.getByText(/read as UTF-8, uploaded by admin/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: transfer.mapAgain }));
  // A column without a name becomes nothing, and none what every object has.
  const column = await screen.findByRole('combobox', { name: /place/ });
  expect(screen.getAllByRole<HTMLSelectElement>('combobox').map(({ value }) => value)).toEqual([
    ...['userId', 'department', ''],
  ]);
  // What she maps: the first values, but no secrets.
  const told = () =>
    screen.getAllByRole('combobox').map((box) => {
      return document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent;
    });
  await waitFor(() =>
    expect(told()).toEqual(['For example anna · ben', transfer.samplesWithheld, transfer.samplesNone]),
  );
  fireEvent.change(column, { target: { value: 'location' } });
  fireEvent.click(screen.getByRole('button', { name: transfer.check }));
  // As many changes as before, but others.
  await screen.findByText('Location: Before → After');
  expect(screen.queryByText('Department: Before → After')).toBeNull();
});
