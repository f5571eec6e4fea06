import { Outlet, useMatches, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { NavArea } from '../base/navigation.ts';
import type { TextKey } from '../i18n/keys.ts';
import { useArrival } from './use-arrival.ts';
import { useT } from '../i18n/use-t.tsx';
import { useFrameSession } from './frame-session.tsx';
import { AreaMenu } from './layout/AreaMenu.tsx';
import { BackToNavi, useNaviIcon } from './layout/BackToNavi.tsx';
import { Frame } from './layout/Frame.tsx';
import { navigationFor, placeAt } from '../base/navigation.ts';
import { useCaller } from '../base/use-place.ts';
import { pageProduct } from '../base/page-mode.ts';

/** The area of a page, where the headline of the page does not say the same. */
function areaTitleAt(areas: readonly NavArea[], at: string): TextKey | undefined {
  const place = placeAt(at, areas);
  return place && (place.page.label !== place.area.label || place.part.path !== at) ? place.area.label : undefined;
}

/**
 * The frame around the pages of the router: title and flags come from the route, the rest from the session. It is not
 * drawn anew where only the search of a page changes, as with the keys of who types one.
 */
export function FramedOutlet() {
  const t = useT();
  const navigate = useNavigate();
  const session = useFrameSession();
  const at = useMatches({ select: (matches) => matches.at(-1)?.pathname ?? '' });
  const page = useMatches({ select: (matches) => matches.at(-1)?.staticData });
  // Whether there is a page is not known where the routes did not come.
  const isFailed = useMatches({ select: (matches) => matches.at(-1)?.status === 'error' });
  const naviIcon = useNaviIcon();
  const caller = useCaller();
  const areas = useMemo(() => navigationFor(caller), [caller]);
  useArrival();
  const go = (href: string) => void navigate({ href });
  const { title: named = 'ui.nav.top', flags } = page ?? {};
  const title = isFailed && named === 'ui.notFoundTitle' ? 'ui.pageFailed' : named;
  const area = areaTitleAt(areas, at);
  return (
    <Frame
      {...session}
      me={session?.me ?? null}
      tenant={session?.tenant ?? null}
      product={session?.product ?? pageProduct()}
      title={t(title)}
      flags={{ guest: session === null, ...flags }}
      navigation={areas}
      caller={caller}
      areaTitle={area && t(area)}
      at={at}
      onNavigate={go}
    >
      {naviIcon ? <BackToNavi iconId={naviIcon} onNavigate={go} /> : null}
      <AreaMenu areas={areas} at={at} onNavigate={go} />
      <Outlet />
    </Frame>
  );
}
