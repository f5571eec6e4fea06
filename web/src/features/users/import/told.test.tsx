import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import history from '#messages/en/history.json' with { type: 'json' };
import transfer from '#messages/en/transfer.json' with { type: 'json' };
import users from '#messages/en/users.json' with { type: 'json' };
import { meQuery } from '../../../base/session-queries.ts';
import { openPage } from '../../../../test/page.tsx';
import { changes, serve } from '../../../../test/server.ts';
import { ImportPage } from './one/ImportPage.tsx';
import { importAddress } from './one/page-search.ts';
import { ImportStart } from './start/ImportStart.tsx';

vi.mock('../../../api/call.ts', () => import('../../../../test/server.ts'));

afterEach(cleanup);

/** Two people to make, of whom the import came to one. */
const stopped = {
  ...{ importId: 'one', kind: 'format', status: 'canceled', fileName: 'staff.csv', fileBytes: 10 },
  ...{ encoding: 'utf-8', columns: ['operation', 'userId'], mapping: {}, emptyCells: 'clear' },
  counts: { create: 2, update: 0, delete: 0, unchanged: 0, wrong: 0 },
  progress: { total: 2, done: 1, bytes: 10, perSecond: 0, secondsLeft: null },
  ...{
    createsActive: 0,
    losesAddress: 0,
    beyondUserLimit: 0,
    leavesGroups: 0,
    confirmCount: null,
    error: null,
    invites: false,
    invitedBy: null,
    createdBy: 'admin',
    createdAt: '2026-11-21T11:00:00Z',
  },
  ...{ confirmedAt: '2026-11-21T11:01:00Z', finishedAt: '2026-11-21T11:02:00Z', expiresAt: '2026-12-21T11:00:00Z' },
};
const unconfirmed = { status: 'previewed', confirmedAt: null, finishedAt: null };
const rows = ['anna', 'bert'].map((userId, at) => ({
  ...{ row: 2 + at, kind: 'create', operation: 'create', userId, reasons: [], done: at === 0, changes: {} },
}));

function openImport(found: object) {
  serve({
    'GET /tenants/{tenantId}': () => ({}),
    'GET /userImports/{importId}': () => found,
    'GET /rows': () => ({ results: rows }),
    'POST /confirm': () => found,
    'POST /invite': () => ({ ...found, invitedBy: 'sent' }),
  });
  openPage(
    { path: '/portal/users/import/$importId', component: ImportPage, validateSearch: importAddress.read },
    '/portal/users/import/one',
    { history, transfer, users },
  );
}

test('a stopped import shows for each row whether it was applied', async () => {
  openImport(stopped);
  const rowOf = async (name: RegExp) =>
    (await screen.findByRole('button', { name })).closest('tr, li, [role=row]') as HTMLElement;
  expect(within(await rowOf(/anna/)).getByText('Created')).toBeDefined();
  expect(within(await rowOf(/bert/)).getByText('Not done')).toBeDefined();
  expect(screen.getByRole('button', { name: '2 To create' })).toBeDefined();
  expect(screen.getByText('1 row was already imported and stays changed.')).toBeDefined();
  const link = screen.getByRole('link', { name: transfer.showNotRegistered });
  expect(link.getAttribute('href')).toBe('/portal/users?status=registering');
});

test('users who have yet to register and active users have a list each', async () => {
  const counts = { ...stopped.counts, create: 130 };
  openImport({ ...stopped, status: 'completed', counts, createsActive: 129 });
  expect(await screen.findByText('130 users created.')).toBeDefined();
  expect(screen.getByText('129 new users are active without a password.')).toBeDefined();
  expect(screen.getByRole('link', { name: transfer.showNotRegistered })).toBeDefined();
  const link = screen.getByRole('link', { name: transfer.showNewestActive });
  expect(link.getAttribute('href')).toBe('/portal/users?status=active&sort=createdAt&order=descending');
});

test('who was made is invited by the first button, once', async () => {
  openImport({ ...stopped, status: 'completed' });
  fireEvent.click(await screen.findByRole('button', { name: 'Send 2 invitations' }));
  const link = await screen.findByRole('link', { name: transfer.showSending });
  expect(link.getAttribute('href')).toContain('sendId=sent');
  expect(screen.queryByRole('button', { name: /^Send/ })).toBeNull();
});

test('if all are active, there is no link to users who have yet to register', async () => {
  openImport({ ...stopped, status: 'completed', createsActive: 2 });
  expect(await screen.findByRole('link', { name: transfer.showNewestActive })).toBeDefined();
  expect(screen.queryByRole('link', { name: transfer.showNotRegistered })).toBeNull();
});

test('before applying, it shows who leaves groups and who is created without a password', async () => {
  openImport({ ...stopped, ...unconfirmed, createsActive: 2, leavesGroups: 1 });
  fireEvent.click(await screen.findByRole('button', { name: transfer.carryOut }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('Removes 1 user from groups.')).toBeDefined();
  expect(dialog.getByText('2 new users become active without a password.')).toBeDefined();
  expect(dialog.getByText(transfer.noMailActive)).toBeDefined();
  expect(dialog.queryByRole('checkbox', { name: transfer.invite })).toBeNull();
});

test('before applying, invitations can be requested, and users who lose their address are shown', async () => {
  openImport({ ...stopped, ...unconfirmed, losesAddress: 3 });
  fireEvent.click(await screen.findByRole('button', { name: transfer.carryOut }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText('3 users lose the email address for sign-in.')).toBeDefined();
  const invite = within(dialog).getByRole<HTMLInputElement>('checkbox', { name: transfer.invite });
  expect(invite.checked).toBe(false);
  fireEvent.click(invite);
  fireEvent.click(within(dialog).getByRole('button', { name: transfer.carryOut }));
  await waitFor(() =>
    expect(changes.map(({ path, body }) => [path.split('/').at(-1), body])).toEqual([['confirm', { invite: true }]]),
  );
});

test('a directory file is confirmed as it was mapped for the preview that is shown', async () => {
  const mapped = { mapping: { login: 'userId' }, emptyCells: 'keep' };
  openImport({ ...stopped, ...unconfirmed, kind: 'directory', ...mapped });
  fireEvent.click(await screen.findByRole('button', { name: transfer.carryOut }));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: transfer.carryOut }));
  await waitFor(() => expect(changes.at(-1)?.body).toEqual({ expected: mapped }));
});

test.each([
  ['previewed', 'me', 'Your import of staff.csv is ready to confirm.'],
  ['previewed', 'mei', 'The import of staff.csv, uploaded by mei, is ready to confirm.'],
  ['checking', 'mei', 'Checking the file staff.csv. You can upload another when this ends.'],
])('an import that is %s, of %s', async (status, createdBy, words) => {
  const one = { ...stopped, status, createdBy, finishedAt: null };
  serve({ 'GET /userImports': () => ({ results: [one, { ...stopped, importId: 'two' }], totalResults: 2 }) });
  const page = openPage({ path: '/portal/users/import', component: ImportStart }, '/portal/users/import', {
    transfer,
    users,
  });
  page.queryClient.setQueryData(meQuery.queryKey, (me) => me && { ...me, userId: 'me' });
  expect(await screen.findByText(words)).toBeDefined();
  // What was not carried out as a whole is not counted as done.
  expect(await screen.findAllByText('0')).toHaveLength(2);
  expect(screen.queryByText('2')).toBeNull();
});

test('what an empty cell removes is explained before a file of this portal is selected, and only there', async () => {
  serve({ 'GET /userImports': () => ({ results: [], totalResults: 0 }) });
  openPage({ path: '/portal/users/import', component: ImportStart }, '/portal/users/import', { transfer, users });
  expect(await screen.findByText(transfer.emptyTakes)).toBeDefined();
  fireEvent.click(screen.getByRole('radio', { name: transfer.kind_directory }));
  expect(screen.queryByText(transfer.emptyTakes)).toBeNull();
});
