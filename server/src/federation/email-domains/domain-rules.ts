/** The domains of email addresses that a connection signs in. */
export interface DomainRules {
  /** Empty: any. */
  enabled_domains: readonly string[];
  /** Never these. */
  disabled_domains: readonly string[];
}

/** The domain of an email address, as domains are kept; undefined for what has none. */
export function domainOf(address: string): string | undefined {
  const at = address.lastIndexOf('@');
  return at < 0 ? undefined : address.slice(at + 1).toLowerCase();
}

export const hasDomainRules = ({ enabled_domains, disabled_domains }: DomainRules): boolean =>
  enabled_domains.length > 0 || disabled_domains.length > 0;

/** A domain means itself, without those below it. */
export const isOpenToDomain = ({ enabled_domains, disabled_domains }: DomainRules, domain: string): boolean =>
  !disabled_domains.includes(domain) && (enabled_domains.length === 0 || enabled_domains.includes(domain));
