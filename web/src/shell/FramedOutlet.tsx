import { Outlet, useMatches, useNavigate } from '@tanstack/react-router';
import { useT } from '../i18n/use-t.tsx';
import { useFrameSession } from './frame-session.tsx';
import { BackToNavi, useNaviIcon } from './layout/BackToNavi.tsx';
import { Frame } from './layout/Frame.tsx';
import { navigation, navigationFor } from '../base/navigation.ts';
import { pageProduct } from '../base/page-mode.ts';

const noRights = new Set<never>();

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
  const naviIcon = useNaviIcon();
  const go = (href: string) => void navigate({ href });
  const { title = 'ui.nav.top', flags } = page ?? {};
  return (
    <Frame
      {...session}
      me={session?.me ?? null}
      tenant={session?.tenant ?? null}
      product={session?.product ?? pageProduct()}
      title={t(title)}
      flags={{ guest: session === null, ...flags }}
      navigation={navigationFor(navigation, session?.rights ?? noRights)}
      at={at}
      onNavigate={go}
    >
      {naviIcon ? <BackToNavi iconId={naviIcon} onNavigate={go} /> : null}
      <Outlet />
    </Frame>
  );
}
