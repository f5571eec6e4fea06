import IconApps from '@tabler/icons-react/dist/esm/icons/IconApps.mjs';
import IconBuilding from '@tabler/icons-react/dist/esm/icons/IconBuilding.mjs';
import IconLayoutDashboard from '@tabler/icons-react/dist/esm/icons/IconLayoutDashboard.mjs';
import IconListSearch from '@tabler/icons-react/dist/esm/icons/IconListSearch.mjs';
import IconPrinter from '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs';
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs';
import IconShieldLock from '@tabler/icons-react/dist/esm/icons/IconShieldLock.mjs';
import IconUserCircle from '@tabler/icons-react/dist/esm/icons/IconUserCircle.mjs';
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import type { Icon } from '@tabler/icons-react';
import type { Permission } from '#contract/roles.ts';
import type { FeatureToggle } from '#contract/toggles.ts';
import type { TextKey } from '../i18n/keys.ts';
import { type AccountSection, paths } from './paths.ts';
import type { TenantSection } from './tenant-sections.ts';

/**
 * The one table of where things are. The side navigation, the tabs of pages, the header and the command palette are
 * made of it; `palette-entries.ts` adds what only the palette shows. A new page is a line here.
 */

type NavPart = {
  path: string;
  label: TextKey;
  permission: Permission;
  toggle?: FeatureToggle;
  /** Other addresses that belong to it, with all that begins so; what lies below its own always does. */
  within?: readonly string[];
  /** Other words people look for it by. */
  keywords?: TextKey;
};

/** A page of an area: one address, or several that are its tabs (five at most). */
export type NavPage = { label: TextKey; lead?: TextKey; parts: readonly [NavPart, ...NavPart[]] };

export type NavArea = {
  id: string;
  label: TextKey;
  icon: Icon;
  /** Administrators' areas are listed apart, beneath a head. */
  admin?: boolean;
  pages: readonly [NavPage, ...NavPage[]];
};

/** A page with one address. */
const single = (part: NavPart): NavPage => ({ label: part.label, parts: [part] });

const own = (section: AccountSection, keywords: TextKey, toggle?: FeatureToggle): NavPage =>
  single({
    path: paths.account(section),
    label: `ui.account.${section}`,
    permission: 'me',
    keywords,
    ...(toggle && { toggle }),
  });

const tenant = (section: TenantSection, permission: Permission, keywords: TextKey): NavPart => ({
  path: paths.tenant(section),
  label: `ui.tenant.${section}`,
  permission,
  keywords,
});

export const navigation: readonly NavArea[] = [
  {
    id: 'top',
    label: 'ui.nav.top',
    icon: IconLayoutDashboard,
    pages: [single({ path: paths.top, label: 'ui.nav.top', permission: 'me', keywords: 'palette.top' })],
  },
  {
    id: 'account',
    label: 'ui.nav.account',
    icon: IconUserCircle,
    pages: [
      own('basic_settings', 'palette.ownBasics'),
      own('change_password', 'palette.ownPassword'),
      own('mfa_settings', 'palette.ownMfa'),
      own('device_login_settings', 'palette.ownDeviceLogin', 'deviceLoginSettings'),
      own('external_service_login_coordination', 'palette.ownServices', 'externalServiceConnection'),
      own('sessions', 'palette.ownSessions'),
      own('connected_apps', 'palette.ownApps'),
      own('login_history', 'palette.ownHistory'),
      own('group_list', 'palette.ownGroups'),
    ],
  },
  {
    id: 'people',
    label: 'ui.area.people',
    icon: IconUsers,
    admin: true,
    pages: [
      single({ path: paths.users, label: 'ui.nav.users', permission: 'users:read', keywords: 'palette.users' }),
      {
        label: 'ui.nav.groups',
        parts: [
          { path: paths.groups, label: 'ui.nav.groups', permission: 'users:read', keywords: 'palette.groups' },
          { path: paths.tags, label: 'ui.nav.tags', permission: 'users:read', keywords: 'palette.tags' },
        ],
      },
      {
        label: 'ui.nav.registration',
        lead: 'ui.registration.lead',
        parts: [
          {
            path: paths.registration('mails'),
            label: 'ui.registration.mails',
            permission: 'users:read',
            keywords: 'palette.invitations',
          },
          {
            path: paths.registration('sendings'),
            label: 'ui.registration.sendings',
            permission: 'users:read',
            keywords: 'palette.sendings',
          },
          {
            path: paths.registration('urls'),
            label: 'ui.registration.urls',
            permission: 'users:write',
            keywords: 'palette.links',
          },
        ],
      },
      single({ path: paths.jobs, label: 'ui.nav.jobs', permission: 'users:read', keywords: 'palette.jobs' }),
    ],
  },
  {
    id: 'apps',
    label: 'ui.area.apps',
    icon: IconApps,
    admin: true,
    pages: [
      single({
        path: paths.apps,
        label: 'ui.nav.permissions',
        permission: 'licenses:read',
        within: [paths.userPermissions, paths.devicePermissions],
        keywords: 'palette.apps',
      }),
      single({ ...tenant('license-list', 'licenses:read', 'palette.licenses'), within: ['/portal/licenses/'] }),
      single(tenant('contract-list', 'licenses:read', 'palette.contracts')),
      single({
        path: paths.oauthApps,
        label: 'ui.nav.oauthApps',
        permission: 'clients:write',
        keywords: 'palette.oauthApps',
      }),
      single(tenant('saml-idp-settings', 'clients:write', 'palette.samlIdp')),
    ],
  },
  {
    id: 'devices',
    label: 'ui.nav.devices',
    icon: IconPrinter,
    admin: true,
    pages: [
      single({ path: paths.devices, label: 'ui.nav.devices', permission: 'devices:read', keywords: 'palette.devices' }),
    ],
  },
  {
    id: 'security',
    label: 'ui.area.security',
    icon: IconShieldLock,
    admin: true,
    pages: [
      single(tenant('login-settings', 'tenant:read', 'palette.signInMethods')),
      single(tenant('mfa-settings', 'tenant:read', 'palette.mfa')),
      {
        label: 'ui.nav.singleSignOn',
        parts: [
          {
            path: paths.openidProviders,
            label: 'ui.nav.openidProviders',
            permission: 'tenant:write',
            keywords: 'palette.openidProviders',
          },
          tenant('saml-settings', 'tenant:write', 'palette.samlConnections'),
          tenant('cybozu-settings', 'tenant:write', 'palette.cybozu'),
          {
            path: paths.emailDomains,
            label: 'ui.nav.emailDomains',
            permission: 'tenant:write',
            keywords: 'palette.emailDomains',
          },
          {
            path: paths.certificates,
            label: 'ui.nav.certificates',
            permission: 'tenant:write',
            keywords: 'palette.certificates',
          },
        ],
      },
      {
        label: 'ui.nav.passwords',
        parts: [
          tenant('password-policy', 'tenant:read', 'palette.passwordPolicy'),
          tenant('password-expiration-policy', 'tenant:read', 'palette.passwordExpiry'),
          tenant('password-expiration-notice', 'tenant:write', 'palette.passwordNotice'),
        ],
      },
      {
        label: 'ui.nav.sessionsAndLock',
        parts: [
          tenant('session-policy', 'tenant:read', 'palette.sessions'),
          tenant('account-lock-policy', 'tenant:read', 'palette.lock'),
        ],
      },
      single(tenant('device-login-policy', 'tenant:read', 'palette.deviceLogin')),
    ],
  },
  {
    id: 'provisioning',
    label: 'ui.nav.provisioning',
    icon: IconRefresh,
    admin: true,
    pages: [
      single({
        path: paths.provisioning,
        label: 'ui.nav.provisioningSources',
        permission: 'tenant:write',
        keywords: 'palette.provisioningSources',
      }),
      single({
        path: paths.provisioningTargets,
        label: 'ui.nav.provisioningTargets',
        permission: 'tenant:write',
        keywords: 'palette.provisioningTargets',
      }),
      single({
        path: paths.managementTokens,
        label: 'ui.nav.managementTokens',
        permission: 'tenant:write',
        keywords: 'palette.managementTokens',
      }),
    ],
  },
  {
    id: 'organization',
    label: 'ui.area.organization',
    icon: IconBuilding,
    admin: true,
    pages: [
      single(tenant('basic-settings', 'tenant:read', 'palette.general')),
      single(tenant('header-customization', 'tenant:read', 'palette.look')),
      single({
        path: paths.registration('texts'),
        label: 'ui.registration.texts',
        permission: 'tenant:write',
        keywords: 'palette.emails',
      }),
      single({ ...tenant('custom-settings', 'tenant:read', 'palette.customFields'), within: [paths.userItemNames] }),
    ],
  },
  {
    id: 'logs',
    label: 'ui.area.logs',
    icon: IconListSearch,
    admin: true,
    pages: [
      single(tenant('login-log', 'logs:read', 'palette.signIns')),
      {
        label: 'ui.tenant.system-log',
        parts: [
          { ...tenant('system-log', 'logs:read', 'palette.changes'), label: 'ui.nav.allChanges' },
          tenant('policy-history', 'tenant:read', 'palette.policyHistory'),
          tenant('policy-mails', 'tenant:read', 'palette.policyMails'),
        ],
      },
      {
        label: 'ui.nav.exportsAndRetention',
        parts: [
          tenant('log-export', 'logs:read', 'palette.logExports'),
          tenant('log-retention', 'logs:read', 'palette.retention'),
        ],
      },
      single({
        path: paths.webhooks,
        label: 'ui.nav.webhooks',
        permission: 'tenant:write',
        keywords: 'palette.webhooks',
      }),
    ],
  },
];

/** Who looks at the table. While it is not known which features are on, none is. */
export type Caller = { rights: ReadonlySet<Permission>; toggles?: ReadonlySet<string> | undefined };

export const maySee = (
  { rights, toggles }: Caller,
  { permission, toggle }: { permission: Permission; toggle?: FeatureToggle },
): boolean => rights.has(permission) && (!toggle || toggles?.has(toggle) === true);

/** The table without what a caller may not open. */
export function navigationFor(caller: Caller, areas: readonly NavArea[] = navigation): NavArea[] {
  return areas.flatMap((area) => {
    const [first, ...more] = area.pages.flatMap((page) => {
      const [one, ...others] = page.parts.filter((part) => maySee(caller, part));
      return one ? [{ ...page, parts: [one, ...others] } satisfies NavPage] : [];
    });
    return first ? [{ ...area, pages: [first, ...more] }] : [];
  });
}

/** Where a page opens: at its first part. */
export const pathOf = (page: NavPage): string => page.parts[0].path;

export type Place = { area: NavArea; page: NavPage; part: NavPart };

/** How much of an address a part explains: the length of the address of it that the other is, or lies below. */
function overlap({ path, within = [] }: NavPart, at: string): number {
  const own = at === path || at.startsWith(`${path}/`) ? path.length : 0;
  return Math.max(own, ...within.filter((address) => at.startsWith(address)).map((address) => address.length));
}

/** The place of an address in the table. */
export function placeAt(at: string, areas: readonly NavArea[] = navigation): Place | undefined {
  const places = areas.flatMap((area) =>
    area.pages.flatMap((page) => page.parts.map((part) => ({ area, page, part }))),
  );
  const best = Math.max(0, ...places.map(({ part }) => overlap(part, at)));
  return best > 0 ? places.find(({ part }) => overlap(part, at) === best) : undefined;
}
