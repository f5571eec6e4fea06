import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { paths } from '../../base/paths.ts';
import { startExpirations } from '../../features/expirations/start.ts';
import { PageError } from '../error-pages/PageError.tsx';
import { openPage } from '../open-page.ts';
import { frameRoute } from './frame.tsx';

/** Every date that keeps users from signing in. */
export const certificatesRoute = createRoute({
  getParentRoute: () => frameRoute,
  errorComponent: PageError,
  staticData: { title: 'ui.nav.certificates', flags: { adminHeader: true } },
  path: paths.certificates,
  loader: openPage({ permission: 'tenant:write', areas: ['expirations', 'samlIdp'], start: startExpirations }),
  component: lazyRouteComponent(() => import('../../features/expirations/ExpirationList.tsx'), 'ExpirationList'),
});
