import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router';
import { loadAreas } from '../../i18n/texts.ts';
import { isDevelopment } from '../../base/page-mode.ts';
import { paths } from '../../base/paths.ts';
import { frameRoute, rootRoute } from './frame.tsx';

const developmentOnly = () => {
  if (!isDevelopment()) throw notFound();
};

export const devWidgetsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: paths.devWidgets,
  staticData: { title: 'ui.nav.widgets' },
  beforeLoad: developmentOnly,
  loader: () => loadAreas('widgets'),
  component: lazyRouteComponent(() => import('../../dev-widgets/WidgetsPage.tsx'), 'WidgetsPage'),
});

export const devFrameRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.devFrame,
  beforeLoad: developmentOnly,
  loader: () => loadAreas('widgets'),
  component: lazyRouteComponent(() => import('../layout/FramePage.tsx'), 'FramePage'),
});
