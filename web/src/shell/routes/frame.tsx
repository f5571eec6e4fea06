import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute } from '@tanstack/react-router';
import type { TextKey } from '../../i18n/keys.ts';
import { AppSession } from '../AppSession.tsx';
import { FramedOutlet } from '../FramedOutlet.tsx';
import type { FrameFlags } from '../layout/frame-types.ts';
import type { FindPage } from '../route-parts.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The page's title in the header and the browser's tab. */
    title?: TextKey;
    flags?: FrameFlags;
  }
}

type Context = { queryClient: QueryClient; findPage: FindPage };

export const rootRoute = createRootRouteWithContext<Context>()({ component: AppSession });

/** Pages inside the frame. A new page: its path, its title, `openPage` as its loader, its component lazily. */
export const frameRoute = createRoute({ getParentRoute: () => rootRoute, id: 'frame', component: FramedOutlet });
