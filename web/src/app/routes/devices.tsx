import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { type DeviceSearch, readDeviceSearch } from '../../features/devices/list-search.ts';
import { startDeviceList } from '../../features/devices/queries.ts';
import { PageError } from '../error-pages/PageError.tsx';
import { openPage } from '../open-page.ts';
import { paths } from '../paths.ts';
import { frameRoute } from './frame.tsx';

const listRoute = createRoute({
  getParentRoute: () => frameRoute,
  errorComponent: PageError,
  staticData: { title: 'ui.nav.devices', flags: { adminHeader: true } },
  path: paths.devices,
  validateSearch: readDeviceSearch,
  loaderDeps: ({ search }) => search,
  loader: openPage<DeviceSearch>({ permission: 'devices:read', areas: ['devices'], start: startDeviceList }),
  component: lazyRouteComponent(() => import('../../features/devices/DeviceList.tsx'), 'DeviceList'),
});

/** The device pages (spec section 2). */
export const deviceRoutes = [listRoute] as const;
