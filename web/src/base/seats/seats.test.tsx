import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import ui from '#messages/en/ui.json' with { type: 'json' };
import type { SeatForecast as Forecast } from '#contract/seats.ts';
import { renderInPortal } from '../../../test/render.tsx';
import { meQuery } from '../session-queries.ts';
import { importSeatsQuery, newcomerSeatsQuery } from './query.ts';
import { SeatForecast } from './SeatForecast.tsx';

const asked = vi.hoisted(() => ({ results: [] as unknown[], calls: 0, wait: undefined as Promise<void> | undefined }));
vi.mock('../../api/call.ts', () => ({
  call: async () => {
    asked.calls += 1;
    await asked.wait;
    return { results: asked.results };
  },
}));
afterEach(cleanup);

const one = (serviceName: string, used: number, more: number, volume: number, ground: Forecast['ground'] = 'rule') => ({
  ...{ licenseId: serviceName, serviceName, used, asked: more, volume, ground },
});

const ofImport = () => <SeatForecast query={importSeatsQuery('demo', 'i')} />;

function show(results: Forecast[], permissions: string[], component: () => ReactNode = ofImport) {
  Object.assign(asked, { results, calls: 0, wait: undefined });
  const queryClient = new QueryClient();
  queryClient.setQueryData(meQuery.queryKey, { tenantId: 'demo', permissions } as never);
  const root = createRootRoute({ component });
  const router = createRouter({ routeTree: root, history: createMemoryHistory() });
  renderInPortal(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
    { ui },
  );
  return queryClient;
}

test('says in numbers what would be over the limit, and why, that first', async () => {
  show(
    [
      one('Scan Desk', 3, 2, 8),
      one('Board', 3, 2, 100_000_000),
      one('Freed', 9, -1, 3),
      one('Print Flow', 500, 13, 500),
      one('Named', 8, 4, 10, 'named'),
    ],
    ['licenses:read'],
  );
  const items = await screen.findAllByRole('listitem');
  expect(items.map((item) => item.textContent)).toEqual([
    'Print Flow: 513 of 500 – 13 over the limit. Assigned to all users. Free up seats',
    'Named: 12 of 10 – 2 over the limit. 2 users get no seat. Free up seats',
    'Scan Desk: 5 of 8',
    'Board: 5, unlimited',
  ]);
  expect(screen.getAllByRole('link')[0]?.getAttribute('href')).toBe('/portal/licenses/Print%20Flow');
});

test('shows nothing where no seat is taken, and asks nothing for who may not see licenses', async () => {
  const queryClient = show([one('Freed', 9, -1, 3)], ['licenses:read']);
  await waitFor(() => expect([asked.calls, queryClient.isFetching()]).toEqual([1, 0]));
  expect(screen.queryByRole('list')).toBeNull();
  cleanup();
  show([one('Print Flow', 500, 13, 500)], ['users:read']);
  expect([asked.calls, screen.queryByRole('list')]).toEqual([0, null]);
});

test('keeps what was forecast until the next is known', async () => {
  function Growing() {
    const [count, setCount] = useState(1);
    return (
      <>
        <button type="button" onClick={() => setCount(2)}>
          More
        </button>
        <SeatForecast query={newcomerSeatsQuery('demo', { count, roles: ['User'] })} />
      </>
    );
  }
  show([one('Scan Desk', 3, 1, 8)], ['licenses:read'], Growing);
  await screen.findByText('Scan Desk: 4 of 8');
  const { promise, resolve } = Promise.withResolvers<void>();
  Object.assign(asked, { results: [one('Scan Desk', 3, 2, 8)], wait: promise });
  fireEvent.click(screen.getByRole('button', { name: 'More' }));
  await waitFor(() => expect(asked.calls).toBe(2));
  screen.getByText('Scan Desk: 4 of 8');
  resolve();
  await screen.findByText('Scan Desk: 5 of 8');
});
