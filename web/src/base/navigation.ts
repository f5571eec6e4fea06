import IconLayoutDashboard from '@tabler/icons-react/dist/esm/icons/IconLayoutDashboard.mjs';
import IconBuilding from '@tabler/icons-react/dist/esm/icons/IconBuilding.mjs';
import IconPrinter from '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs';
import IconListSearch from '@tabler/icons-react/dist/esm/icons/IconListSearch.mjs';
import IconShieldLock from '@tabler/icons-react/dist/esm/icons/IconShieldLock.mjs';
import IconApps from '@tabler/icons-react/dist/esm/icons/IconApps.mjs';
import IconTags from '@tabler/icons-react/dist/esm/icons/IconTags.mjs';
import IconMailForward from '@tabler/icons-react/dist/esm/icons/IconMailForward.mjs';
import IconUserCircle from '@tabler/icons-react/dist/esm/icons/IconUserCircle.mjs';
import IconUsersGroup from '@tabler/icons-react/dist/esm/icons/IconUsersGroup.mjs';
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import type { Icon } from '@tabler/icons-react';
import type { Permission } from '#contract/roles.ts';
import type { TextKey } from '../i18n/keys.ts';
import { paths } from './paths.ts';
import { sectionsOf, type TenantArea, tenantAreas } from './tenant-sections.ts';

export type NavigationEntry = {
  path: string;
  label: TextKey;
  icon: Icon;
  /** The entry belongs to every page whose path begins so, or to these pages; its own path when absent. */
  within?: string | readonly string[];
  /** Who may see it. */
  permission: Permission;
  /** Administrators' entries stand apart, beneath a line. */
  admin?: boolean;
};

const areaIcons: Record<TenantArea, Icon> = { security: IconShieldLock, tenant: IconBuilding, logs: IconListSearch };

/** What there is of the tenant's settings: an entry for each area that has sections. */
const tenantEntries = tenantAreas.flatMap((area): NavigationEntry[] => {
  const sections = sectionsOf(area);
  const [first] = sections;
  if (!first) return [];
  const pages = sections.map(({ section }) => paths.tenant(section));
  // The page of a licence hangs on the list of licences.
  const within = area === 'tenant' ? [...pages, '/portal/licenses'] : pages;
  const { section, permission } = first;
  const label = `ui.tenantArea.${area}` as const;
  return [{ path: paths.tenant(section), within, label, icon: areaIcons[area], permission, admin: true }];
});

/** The side navigation and the pages of the command palette. Only pages that exist stand here: a page brings its line. */
export const navigation: readonly NavigationEntry[] = [
  { path: paths.top, label: 'ui.nav.top', icon: IconLayoutDashboard, permission: 'me' },
  {
    path: paths.account('basic_settings'),
    within: '/portal/account/',
    label: 'ui.nav.account',
    icon: IconUserCircle,
    permission: 'me',
  },
  { path: paths.users, label: 'ui.nav.users', icon: IconUsers, permission: 'users:read', admin: true },
  { path: paths.groups, label: 'ui.nav.groups', icon: IconUsersGroup, permission: 'users:read', admin: true },
  { path: paths.tags, label: 'ui.nav.tags', icon: IconTags, permission: 'users:read', admin: true },
  { path: paths.devices, label: 'ui.nav.devices', icon: IconPrinter, permission: 'devices:read', admin: true },
  {
    path: paths.userPermissions,
    within: [paths.userPermissions, paths.devicePermissions],
    label: 'ui.nav.permissions',
    icon: IconApps,
    permission: 'licenses:read',
    admin: true,
  },
  {
    path: paths.registration('mails'),
    within: '/portal/registration/',
    label: 'ui.nav.registration',
    icon: IconMailForward,
    permission: 'users:read',
    admin: true,
  },
  ...tenantEntries,
];

/** The entries somebody with these rights sees. */
export function navigationFor(entries: readonly NavigationEntry[], rights: ReadonlySet<Permission>): NavigationEntry[] {
  return entries.filter(({ permission }) => rights.has(permission));
}

/** Whether an entry is the one of the page at a path. */
export function isHere({ path, within }: Pick<NavigationEntry, 'path' | 'within'>, at: string): boolean {
  if (typeof within === 'object') return within.some((page) => isHere({ path: page }, at));
  return at === path || at.startsWith(within ?? `${path}/`);
}
