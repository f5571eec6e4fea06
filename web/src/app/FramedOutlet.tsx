import { Outlet, useMatches, useNavigate } from '@tanstack/react-router';
import { useT } from '../i18n/use-t.tsx';
import { useFrameSession } from './frame-session.tsx';
import { BackToNavi, useNaviIcon } from './layout/BackToNavi.tsx';
import { Frame } from './layout/Frame.tsx';
import { navigation, navigationFor } from './navigation.ts';
import { pageProduct } from './page-mode.ts';

const noRights = new Set<never>();

/** The frame around the pages of the router: title and flags come from the route, the rest from the session. */
export function FramedOutlet() {
  const t = useT();
  const navigate = useNavigate();
  const session = useFrameSession();
  const page = useMatches().at(-1);
  const naviIcon = useNaviIcon();
  const go = (href: string) => void navigate({ href });
  const { title = 'ui.nav.top', flags } = page?.staticData ?? {};
  return (
    <Frame
      {...session}
      me={session?.me ?? null}
      tenant={session?.tenant ?? null}
      product={session?.product ?? pageProduct()}
      title={t(title)}
      flags={{ guest: session === null, ...flags }}
      navigation={navigationFor(navigation, session?.rights ?? noRights)}
      at={page?.pathname ?? ''}
      onNavigate={go}
    >
      {naviIcon ? <BackToNavi iconId={naviIcon} onNavigate={go} /> : null}
      <Outlet />
    </Frame>
  );
}
