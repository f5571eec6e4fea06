import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import type { Me } from '#contract/sign-in/me.ts';
import { isRegion, isTestEnvironment, type Region } from '#contract/region.ts';
import type { SiteLinks } from '#contract/site/links.ts';
import { privacyPolicyLink } from '#contract/privacy-link.ts';
import type { Permission } from '#contract/roles.ts';
import { pageLanguage } from '../i18n/language.ts';
import { loadAreas } from '../i18n/texts.ts';
import { useT } from '../i18n/use-t.tsx';
import { cachedMe, cachedTenant, type MyTenant } from '../base/me.ts';
import { guideListQuery } from '../base/guides/guide-queries.ts';
import { clearSession, onSignedOutElsewhere } from '../base/sign-out.ts';
import { ThemeProvider } from '../theme/ThemeProvider.tsx';
import type { Translate } from '../i18n/keys.ts';
import { type FrameSession, FrameSessionProvider } from './frame-session.tsx';
import { pageProduct, pageThemeColor } from '../base/page-mode.ts';
import { paths } from '../base/paths.ts';
import { Reauthentication } from './reauthentication/Reauthentication.tsx';
import {
  type PageConfig,
  meQuery,
  pageConfigQuery,
  regionLinksQuery,
  tenantQuery,
  timeZoneOf,
} from '../base/session-queries.ts';

const AccountSwitchDialog = lazy(async () => {
  const [dialog] = await Promise.all([import('../features/my-accounts/AccountSwitchDialog.tsx'), loadAreas('portal')]);
  return { default: dialog.AccountSwitchDialog };
});

const HeaderTray = lazy(async () => ({ default: (await import('../base/jobs/HeaderTray.tsx')).HeaderTray }));

type RegionalLinks = { region: Region | undefined; links: SiteLinks };

/** Loaded when an administrator first searches: most pages are opened without. */
function finding(tenantId: string, t: Translate, language: string): NonNullable<FrameSession['search']> {
  return async (keyword, signal) => {
    const { findThings } = await import('./palette/find-things.ts');
    return findThings(tenantId, t, language)(keyword, signal);
  };
}

/** The provider's links for the tenant's region; those of the deployment's own until they are known. */
function useRegionalLinks(tenant: MyTenant | undefined, config: PageConfig | undefined): RegionalLinks {
  const own = config?.region;
  const region = tenant && isRegion(tenant.region) ? tenant.region : own;
  const elsewhere = own !== undefined && region !== undefined && region !== own;
  const { data } = useQuery({ ...regionLinksQuery(region ?? 'na'), enabled: elsewhere });
  const links = (elsewhere && data) || config?.links;
  return useMemo(() => ({ region, links: links ?? {} }), [region, links]);
}

/** What the frame shows of who is signed in, where, and of the provider's links. */
export function frameSessionOf(
  me: Me,
  tenant: MyTenant | undefined,
  config: PageConfig | undefined,
  regional: RegionalLinks,
  language: string,
): Omit<FrameSession, 'onSwitchAccount' | 'onSignOut'> {
  const rights = new Set(me.permissions as Permission[]);
  const { region, links } = regional;
  const policy = privacyPolicyLink({ region, tenant: { country: me.tenantCountry }, language });
  return {
    me,
    tenant: {
      tenantId: me.tenantId,
      name: tenant?.name ?? me.tenantName,
      country: me.tenantCountry,
      themeColor: tenant?.customTheme.themeColor ?? null,
      logoUrl: tenant?.customTheme.logo ?? null,
      logoPlate: tenant?.customTheme.logoPlate ?? true,
      headerTitle: tenant?.customTheme.headerTitle ?? null,
      headerStyle: tenant?.customTheme.headerStyle ?? 'plain',
    },
    product: config?.productName ?? pageProduct(),
    environment: config && isTestEnvironment(config.environment) ? config.environment : undefined,
    rights,
    helpUrl: rights.has('tenant:read') ? (links.adminHelp ?? links.help) : links.help,
    notificationUrl: links.notification,
    termsUrl: links.terms,
    privacyPolicyUrl: policy === 'japan' ? links.privacyPolicyJapan : links.privacyPolicyGroup,
  };
}

/**
 * The session around all pages: what the frame shows (of the last visit until the guard knows better), the tenant's
 * colour, the account switch, signing out here and in other tabs, and the reauthentication dialog.
 */
export function AppSession() {
  // The guard asks who is signed in; this only looks, so that developers' pages need no sign-in.
  const { data: me = cachedMe() } = useQuery({ ...meQuery, enabled: false });
  const { data: tenant = cachedTenant() } = useQuery({ ...tenantQuery, enabled: false });
  const { data: config } = useQuery({ ...pageConfigQuery, enabled: me !== undefined });
  const [switching, setSwitching] = useState<boolean>();
  useEffect(
    () =>
      onSignedOutElsewhere(() => {
        clearSession();
        location.replace(paths.login);
      }),
    [],
  );
  const t = useT();
  const queryClient = useQueryClient();
  const own = tenant?.tenantId === me?.tenantId ? tenant : undefined;
  const regional = useRegionalLinks(own, config);
  const session = useMemo<FrameSession | null>(() => {
    if (!me) return null;
    return {
      ...frameSessionOf(me, own, config, regional, pageLanguage()),
      zone: timeZoneOf(me),
      search: me.permissions.includes('users:read') ? finding(me.tenantId, t, pageLanguage()) : undefined,
      // They are about what administrators set; others find them on the help page only.
      guides: me.permissions.includes('tenant:read') ? () => queryClient.fetchQuery(guideListQuery) : undefined,
      onSwitchAccount: () => setSwitching(true),
      onSignOut: () => location.assign(paths.logout),
      // Only administrators have long work.
      tray: me.permissions.includes('users:read') ? (
        <Suspense>
          <HeaderTray tenantId={me.tenantId} />
        </Suspense>
      ) : null,
    };
  }, [me, own, config, regional, t, queryClient]);
  return (
    <FrameSessionProvider session={session}>
      <ThemeProvider themeColor={own ? own.customTheme.themeColor : pageThemeColor()}>
        <Reauthentication>
          <Outlet />
        </Reauthentication>
        {switching === undefined ? null : (
          <Suspense>
            <AccountSwitchDialog opened={switching} onClose={() => setSwitching(false)} />
          </Suspense>
        )}
      </ThemeProvider>
    </FrameSessionProvider>
  );
}
