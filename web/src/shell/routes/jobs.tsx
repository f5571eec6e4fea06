import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { paths } from '../../base/paths.ts';
import { jobAddress } from '../../features/jobs/page-search.ts';
import { PageError } from '../error-pages/PageError.tsx';
import { openPage } from '../open-page.ts';
import { frameRoute } from './frame.tsx';

/** The page of all jobs. */
export const jobsRoute = createRoute({
  getParentRoute: () => frameRoute,
  errorComponent: PageError,
  staticData: { title: 'ui.nav.jobs', flags: { adminHeader: true } },
  path: paths.jobs,
  validateSearch: jobAddress.read,
  loader: openPage({ permission: 'users:read', areas: ['jobs'] }),
  component: lazyRouteComponent(() => import('../../features/jobs/Jobs.tsx'), 'Jobs'),
});
