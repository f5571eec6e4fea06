import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import transfer from '#messages/en/transfer.json' with { type: 'json' };
import users from '#messages/en/users.json' with { type: 'json' };
import { openPage } from '../../../../test/page.tsx';
import { serve } from '../../../../test/server.ts';
import { ImportStart } from './start/ImportStart.tsx';

/** The upload under way: it ends when the server answers or it is stopped. */
const sending = vi.hoisted(() => ({
  now: undefined as { signal: AbortSignal; answer: (taken: object) => void } | undefined,
}));

vi.mock('../../../api/call.ts', () => import('../../../../test/server.ts'));
vi.mock('../../../api/upload.ts', () => ({
  upload: ({ signal }: { signal: AbortSignal }) =>
    new Promise((answer) => {
      sending.now = { signal, answer };
    }),
}));

beforeEach(() => {
  sending.now = undefined;
  serve({ 'GET /userImports': () => ({ results: [], totalResults: 0 }) });
});
afterEach(cleanup);

async function startUpload() {
  const page = openPage({ path: '/portal/users/import', component: ImportStart }, '/portal/users/import', {
    transfer,
    users,
  });
  const name = transfer.uploadAndCheck;
  await screen.findByRole('button', { name });
  const input = document.querySelector('input[type=file]') as HTMLInputElement;
  fireEvent.change(input, { target: { files: [new File(['x'], 'staff.csv')] } });
  fireEvent.click(screen.getByRole('button', { name }));
  await waitFor(() => expect(sending.now).toBeDefined());
  return page;
}
const leave = () => fireEvent.click(screen.getByRole('link', { name: users.title }));

test('leaving the page while a file is on its way asks first, and stops the upload only then', async () => {
  const { address } = await startUpload();
  leave();
  const dialog = await screen.findByRole('dialog', { name: transfer.leaveTitle });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect([address(), sending.now?.signal.aborted]).toEqual(['/portal/users/import', false]);
  leave();
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(address()).toBe('/portal/users'));
  expect(sending.now?.signal.aborted).toBe(true);
});

test('after the upload the page of the import opens without asking', async () => {
  const { address } = await startUpload();
  await act(async () => sending.now?.answer({ importId: 'one' }));
  await waitFor(() => expect(address()).toBe('/portal/users/import/one'));
  expect(screen.queryByRole('dialog')).toBeNull();
});
