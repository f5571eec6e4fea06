import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readDevicePageSearch } from '../../features/devices/detail/page-search.ts';
import { type DeviceSearch, deviceAddress } from '../../features/devices/list/list-search.ts';
import { startDeviceList, startDevicePage } from '../../features/devices/queries.ts';
import { PageError } from '../error-pages/PageError.tsx';
import { openPage } from '../open-page.ts';
import { historyAreas } from '../../base/history/areas.ts';
import { paths } from '../../base/paths.ts';
import { idOfAddress } from '../../base/thing-address.ts';
import { frameRoute } from './frame.tsx';

const page = {
  getParentRoute: () => frameRoute,
  errorComponent: PageError,
  staticData: { title: 'ui.nav.devices', flags: { adminHeader: true } },
} as const;

const listRoute = createRoute({
  ...page,
  path: paths.devices,
  validateSearch: deviceAddress.read,
  loaderDeps: ({ search }) => search,
  loader: openPage<DeviceSearch>({ permission: 'devices:read', areas: ['devices'], start: startDeviceList }),
  component: lazyRouteComponent(() => import('../../features/devices/list/DeviceList.tsx'), 'DeviceList'),
});

const exportsRoute = createRoute({
  ...page,
  path: paths.deviceExport,
  loader: openPage({ permission: 'devices:read', areas: ['devices', 'transfer'] }),
  component: lazyRouteComponent(() => import('../../features/devices/export/DeviceExports.tsx'), 'DeviceExports'),
});

const deviceRoute = createRoute({
  ...page,
  path: '/portal/devices/$deviceId',
  validateSearch: readDevicePageSearch,
  loader: ({ params, ...opening }) =>
    openPage({
      permission: 'devices:read',
      areas: ['devices', ...historyAreas, 'reasons'],
      start: (queryClient) => startDevicePage(queryClient, idOfAddress(params.deviceId)),
    })(opening),
  component: lazyRouteComponent(() => import('../../features/devices/detail/DevicePage.tsx'), 'DevicePage'),
});

/** The device pages (spec section 2). */
export const deviceRoutes = [listRoute, exportsRoute, deviceRoute] as const;
