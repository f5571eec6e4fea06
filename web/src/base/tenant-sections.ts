import type { Permission } from '#contract/roles.ts';

/** The tenant's sections stand in areas; each area that has one is an entry of the side navigation. */
export type TenantArea = 'security' | 'tenant' | 'logs';

/**
 * The sections of "Tenant Info" (spec section 2) that exist, in the order of their menus. A new one is a line here, its
 * route in `shell/routes/tenant.tsx`, its address in `contract/src/site/portal-addresses.ts` and its name `ui.tenant.<section>`.
 */
export const tenantSections = [
  { section: 'login-settings', area: 'security', permission: 'tenant:read' },
  { section: 'mfa-settings', area: 'security', permission: 'tenant:read' },
  { section: 'device-login-policy', area: 'security', permission: 'tenant:read' },
  { section: 'password-policy', area: 'security', permission: 'tenant:read' },
  { section: 'password-expiration-policy', area: 'security', permission: 'tenant:read' },
  { section: 'password-expiration-notice', area: 'security', permission: 'tenant:write' },
  { section: 'account-lock-policy', area: 'security', permission: 'tenant:read' },
  { section: 'session-policy', area: 'security', permission: 'tenant:read' },
  { section: 'policy-history', area: 'security', permission: 'tenant:read' },
  { section: 'basic-settings', area: 'tenant', permission: 'tenant:read' },
  { section: 'header-customization', area: 'tenant', permission: 'tenant:read' },
  { section: 'custom-settings', area: 'tenant', permission: 'tenant:read' },
  { section: 'login-log', area: 'logs', permission: 'logs:read' },
  { section: 'system-log', area: 'logs', permission: 'logs:read' },
  { section: 'log-export', area: 'logs', permission: 'logs:read' },
  { section: 'log-retention', area: 'logs', permission: 'logs:read' },
  { section: 'contract-list', area: 'tenant', permission: 'licenses:read' },
  { section: 'license-list', area: 'tenant', permission: 'licenses:read' },
  { section: 'policy-mails', area: 'logs', permission: 'tenant:read' },
] as const satisfies readonly { section: string; area: TenantArea; permission: Permission }[];

export type TenantSection = (typeof tenantSections)[number]['section'];

export const tenantAreas: readonly TenantArea[] = ['security', 'tenant', 'logs'];

export type TenantSectionEntry = { section: TenantSection; area: TenantArea; permission: Permission };

/** The sections of one area. */
export function sectionsOf(area: TenantArea): readonly TenantSectionEntry[] {
  const all: readonly TenantSectionEntry[] = tenantSections;
  return all.filter((entry) => entry.area === area);
}

/** The area of the section whose page is open. */
export function areaAt(path: string): TenantArea {
  const open = path.split('/')[3];
  const all: readonly TenantSectionEntry[] = tenantSections;
  return (all.find(({ section }) => section === open) ?? tenantSections[0]).area;
}

/** The page of a section, where there is one. */
export function tenantPage(wanted: string): string | undefined {
  const all: readonly TenantSectionEntry[] = tenantSections;
  const found = all.find(({ section }) => section === wanted);
  return found && `/portal/tenant/${found.section}`;
}
