import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import reasons from '#messages/en/reasons.json' with { type: 'json' };
import { renderInPortal } from '../../../test/render.tsx';
import { apiError } from '../../api/api-error.ts';
import { AlertArea, type AlertContent } from '../../ui/page/AlertArea.tsx';
import { meQuery } from '../session-queries.ts';
import { ReasonsTab } from './Reasons.tsx';

/** A server with one license, where other administrators save too. */
const server = vi.hoisted(() => ({
  revision: 1,
  isAssigned: false,
  sent: [] as { permitted: boolean | undefined; revision: number | undefined }[],
  told: [] as object[],
  /** Done before the next answer to a save. */
  meanwhile: [] as (() => void)[],
}));

type Asked = {
  path: string;
  body?: { permissions: { permitted: boolean }[]; expectedRevision?: number };
};
vi.mock('../../api/call.ts', () => ({
  call: async ({ path, body }: Asked) => {
    if (path.endsWith('/permissionChanges')) return { revision: server.revision, results: server.told };
    if (!body) {
      const checks = [{ check: 'permission', passed: server.isAssigned }];
      const license = {
        ...{ licenseId: 'one', contractId: 'c', serviceClass: 'print-flow', serviceName: 'Print Flow' },
        ...{ usable: server.isAssigned, checks, status: 'activated', seatsLeft: 2, revision: server.revision },
        ...{ ground: server.isAssigned ? 'direct' : 'none', remedy: null, availableRoles: null },
      };
      return { results: [license] };
    }
    server.meanwhile.shift()?.();
    const permitted = body.permissions[0]?.permitted;
    server.sent.push({ permitted, revision: body.expectedRevision });
    if (body.expectedRevision !== server.revision)
      throw apiError(409, [{ message_id: 'conflict', message: '', field: 'expectedRevision' }], 'r');
    server.isAssigned = permitted === true;
    server.revision += 1;
    return { changed: 1 };
  },
}));

beforeEach(() => void Object.assign(server, { revision: 1, isAssigned: false, sent: [], told: [], meanwhile: [] }));
afterEach(cleanup);

function Page() {
  const [alert, say] = useState<AlertContent>();
  return (
    <>
      <AlertArea alert={alert} />
      <ReasonsTab holder={{ tenantId: 'demo', type: 'user', id: 'taro' }} say={say} />
    </>
  );
}

async function open(): Promise<HTMLInputElement> {
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: 30_000 } } });
  queryClient.setQueryData(meQuery.queryKey, { tenantId: 'demo', permissions: ['licenses:write'] } as never);
  const routeTree = createRootRoute({ component: Page });
  const router = createRouter({ routeTree, history: createMemoryHistory() });
  renderInPortal(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
    { reasons },
  );
  return screen.findByRole('switch', { name: 'Assign Print Flow' });
}

const saved = (id: string) => ({
  ...{ at: '2026-04-01T00:00:00Z', isRule: false, count: 1, permitted: [id], taken: [] },
  operator: { userId: 'hanako', familyName: 'Sato', givenName: 'Hanako' },
});

test('says the revision that was seen, and undoes by the one after it', async () => {
  fireEvent.click(await open());
  await screen.findByText('Print Flow assigned.');
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await screen.findByText('Print Flow removed.');
  expect(server.sent).toEqual([
    { permitted: true, revision: 1 },
    { permitted: false, revision: 2 },
  ]);
});

test('who is second changes nothing, and learns who was first', async () => {
  const toggle = await open();
  server.meanwhile.push(() => {
    server.told = [saved('somebody'), saved('taro')];
    server.told[0] = { ...server.told[0], operator: { userId: 'ken', familyName: 'Mori', givenName: 'Ken' } };
    Object.assign(server, { revision: 3, isAssigned: true });
  });
  fireEvent.click(toggle);
  await screen.findByText(/Sato.* has just changed Print Flow for this user, so your change wasn’t saved/);
  expect(server.sent).toEqual([{ permitted: true, revision: 1 }]);
  await waitFor(() => expect(toggle.checked).toBe(true));
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('changes of other administrators for other users do not conflict', async () => {
  const toggle = await open();
  server.meanwhile.push(() => Object.assign(server, { revision: 4 }));
  fireEvent.click(toggle);
  await screen.findByText('Print Flow assigned.');
  expect(server.sent).toEqual([
    { permitted: true, revision: 1 },
    { permitted: true, revision: 4 },
  ]);
});

test('a license that others save all the time is given up on, not asked for ever', async () => {
  const toggle = await open();
  for (let time = 0; time < 9; time += 1) server.meanwhile.push(() => Object.assign(server, { revision: 10 + time }));
  fireEvent.click(toggle);
  await screen.findByText(/^Another administrator has just changed Print Flow/);
  expect(server.sent).toHaveLength(3);
});
