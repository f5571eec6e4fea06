import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import permissions from '#messages/en/permissions.json' with { type: 'json' };
import { renderInPortal } from '../../../test/render.tsx';
import { meQuery } from '../../base/session-queries.ts';
import { PermissionScreen } from './PermissionScreen.tsx';

/** Counts which components React draws, as its developer tools do; they must be there before React is. */
const drawn = vi.hoisted(() => {
  type Fiber = {
    type: unknown;
    flags: number;
    alternate: Fiber | null;
    child: Fiber | null;
    sibling: Fiber | null;
  };
  const names: string[] = [];
  const PERFORMED_WORK = 1;
  const nameOf = (type: unknown): string => {
    const { name, type: inner } = (type ?? {}) as { name?: string; type?: unknown };
    return name || (inner ? nameOf(inner) : '');
  };
  /** What was left out has the fiber of the last time for its child. */
  const walk = (fiber: Fiber | null): void => {
    for (let at = fiber; at; at = at.sibling) {
      if ((at.flags & PERFORMED_WORK) !== 0 && nameOf(at.type)) names.push(nameOf(at.type));
      if (at.child !== at.alternate?.child) walk(at.child);
    }
  };
  const hook = {
    supportsFiber: true,
    inject: () => 1,
    onCommitFiberUnmount: () => undefined,
    onCommitFiberRoot: (_id: number, { current }: { current: Fiber }) => walk(current),
  };
  Object.assign(globalThis, { __REACT_DEVTOOLS_GLOBAL_HOOK__: hook });
  return names;
});

afterEach(cleanup);

const ROWS = 100;
const LICENSES = 5;

const answers = vi.hoisted((): Record<string, (count: { rows: number; licenses: number }) => unknown> => {
  const ids = (count: number, name: string) => Array.from({ length: count }, (_, at) => `${name}-${at}`);
  const license = (licenseId: string) => ({
    licenseId,
    contractId: 'c',
    serviceName: licenseId,
    serviceClass: 'print-flow',
    usedVolume: 3,
    overUsedSince: null,
    volume: 500,
    volumeType: 'user',
    availableRoles: null,
    availableDeviceTypes: null,
    status: 'activated',
    startsAt: '2026-01-01T00:00:00Z',
    expiresAt: null,
    contractSystemExtension: { ratePlanName: 'p', subscriptionRegionalId: '' },
  });
  return {
    licenses: ({ licenses }) => ({ results: ids(licenses + 3, 'licence').map(license) }),
    availableVolumeTypes: () => ({ results: ['user', 'device'] }),
    permissionChanges: () => ({ revision: 1, results: [] }),
    userPermissions: ({ rows, licenses }) => ({
      totalResults: 300,
      rules: [],
      results: ids(rows, 'user').map((userId) => ({
        user: { userId, familyName: 'Sato', givenName: userId, roles: ['User'] },
        permissions: ids(licenses + 3, 'licence').map((licenseId) => ({ licenseId, permitted: false, allowed: true })),
      })),
    }),
  };
});

vi.mock('../../api/call.ts', () => ({
  call: async ({ path }: { path: string }) =>
    answers[path.split('/').at(-1) ?? '']?.({ rows: ROWS, licenses: LICENSES }),
}));

function renderScreen() {
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const me = { tenantId: 'demo', permissions: ['licenses:read', 'licenses:write'] };
  queryClient.setQueryData(meQuery.queryKey, me as never);
  const search = { apps: 2 };
  const go = () => undefined;
  const root = createRootRoute({ component: () => <PermissionScreen type="user" search={search} go={go} /> });
  const router = createRouter({ routeTree: root, history: createMemoryHistory() });
  renderInPortal(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
    { permissions },
  );
  return queryClient;
}

test('a tick draws its box and the counts of a page of 100 x 5 cells, and nothing else', async () => {
  const queryClient = renderScreen();
  await screen.findByText('licence-3 for user-99 Sato: not assigned');
  fireEvent.click(screen.getByRole('button', { name: 'Setting: licence-3' }));
  const boxes = await screen.findAllByRole<HTMLInputElement>('checkbox');
  expect([boxes.length, document.querySelectorAll('tbody td').length]).toEqual([ROWS, ROWS * LICENSES]);
  expect(drawn.filter((name) => name === 'Box').length).toBeGreaterThanOrEqual(ROWS);
  // The first change besides enables Save.
  fireEvent.click(boxes[0] as HTMLInputElement);
  await screen.findByText('1 change');
  // What Setting asked for anew has come and is drawn.
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  await act(() => new Promise((done) => setTimeout(done, 50)));

  drawn.length = 0;
  fireEvent.click(boxes[7] as HTMLInputElement);
  expect(boxes[7]?.checked).toBe(true);
  expect(screen.getByText('2 changes')).toBeTruthy();
  expect([...drawn].sort()).toEqual(['Box', 'ChangeList', 'Seats', 'SeatsAfter', 'Words', '_Box', '_Box']);
});
