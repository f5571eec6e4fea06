import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act } from '@testing-library/react';
import type { JSX } from 'react';
import { meQuery } from '../src/base/session-queries.ts';
import { renderInPortal } from './render.tsx';

type Page = {
  /** As in `shell/routes/`, below the frame. */
  path: string;
  component: () => JSX.Element;
  validateSearch?: (search: Record<string, unknown>) => object;
};

const me = {
  tenantId: 'demo',
  uuid: 'admin',
  timezone: null,
  tenantTimezone: 'Etc/UTC',
  tenantLocale: 'en',
  permissions: ['users:read', 'users:write', 'tenant:read', 'tenant:write'],
};

/** Opens a page of the portal at an address, with the English texts of further areas, and other pages it leads to. */
export function openPage(
  page: Page,
  address: string,
  texts: Record<string, Record<string, string>>,
  others: readonly Page[] = [],
) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } });
  queryClient.setQueryData(meQuery.queryKey, me as never);
  const root = createRootRoute();
  const frame = createRoute({ getParentRoute: () => root, id: 'frame' });
  const routes = [page, ...others].map((one) => createRoute({ ...one, getParentRoute: () => frame }));
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createRouter({ routeTree: root.addChildren([frame.addChildren(routes)]), history });
  renderInPortal(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
    texts,
  );
  return { queryClient, address: () => history.location.href, go: (to: string) => act(async () => history.push(to)) };
}
