import { createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router';
import { loadAreas } from '../../i18n/texts.ts';
import { isDevelopment } from '../page-mode.ts';
import { paths } from '../paths.ts';
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
  component: lazyRouteComponent(() => import('../../dev-widgets/FramePage.tsx'), 'FramePage'),
});
