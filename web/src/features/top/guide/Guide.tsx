import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { SITE_SETUP_ICON } from '#contract/site/navigation-icons.ts';
import type { AppIcon } from '#contract/licences/available-services.ts';
import { paths } from '../../../base/paths.ts';
import { useMe, useRenewMe } from '../../../base/session-queries.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { localStore } from '../../../session/storage.ts';
import { localKeys } from '../../../session/storage-keys.ts';
import { saveHidden, servicesQuery } from '../services/queries.ts';
import { SettingGuide } from './SettingGuide.tsx';
import { guidedApps, hiddenIcons, hiddenLists, suppliedApps } from './guide-rules.ts';

const route = getRouteApi('/frame/portal/top.html');

function useSiteSetup(isPowerUser: boolean): AppIcon | undefined {
  const t = useT();
  if (!isPowerUser) return undefined;
  return {
    appName: t('ui.nav.setupNavi'),
    iconId: SITE_SETUP_ICON,
    appClass: 'portal',
    iconURL: null,
    linkURL: paths.setupNavi,
    isPowerUser: true,
    isSiteSetupNavi: true,
    description: t('top.guide.siteSetupIs'),
  };
}

/** Opens the setting guide once after each sign-in, and for the application that the address asks for. */
export function Guide() {
  const me = useMe();
  const renewMe = useRenewMe();
  const { iconId: asked } = route.useSearch();
  const navigate = route.useNavigate();
  const isPowerUser = me.permissions.includes('tenant:write');
  const siteSetup = useSiteSetup(isPowerUser);
  const { data: services } = useQuery(servicesQuery);
  const [shown, setShown] = useState(() => localStore.read<string>(localKeys.shownNavigation) === me.uuid);
  if (!services || (shown && !asked)) return null;
  const guided = guidedApps(services, siteSetup);
  const hidden = hiddenIcons(me.appExtension);
  const apps = suppliedApps(guided, services, hidden, asked);
  if (apps.length === 0) return null;
  return (
    <SettingGuide
      key={asked ?? ''}
      apps={apps}
      first={asked}
      isPowerUser={isPowerUser}
      hidden={hidden}
      onSave={async (wanted) => renewMe(await saveHidden(me, hiddenLists(wanted, guided)))}
      onClosed={() => {
        localStore.write(localKeys.shownNavigation, me.uuid);
        setShown(true);
        if (asked) void navigate({ search: {}, replace: true });
      }}
    />
  );
}
