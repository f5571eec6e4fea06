import type { Region } from './region.ts';

export type PrivacyPolicyLink = 'group' | 'japan';

export interface PrivacyLinkQuestion {
  region?: Region | undefined;
  /** Absent if no tenant is known yet; `country` is an ISO 3166 code, null if the tenant has none. */
  tenant?: { country: string | null } | undefined;
  /** The language the interface is shown in. */
  language: string;
}

/**
 * The privacy policy that a page links to (spec section 2): eu regions the group's, jp regions Japan's; elsewhere by
 * the tenant's country, and without a tenant by the interface language.
 */
export function privacyPolicyLink({ region, tenant, language }: PrivacyLinkQuestion): PrivacyPolicyLink {
  if (region === 'eu') return 'group';
  if (region === 'jp') return 'japan';
  if (tenant !== undefined) return tenant.country?.toUpperCase() === 'JP' ? 'japan' : 'group';
  return language === 'ja' ? 'japan' : 'group';
}
