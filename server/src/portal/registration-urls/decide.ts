import { isMailDomain, MAX_URL_DOMAINS } from '#contract/portal/register-urls.ts';

export type UrlState = 'open' | 'full' | 'expired' | 'ended';

export interface UrlFacts {
  users_limit: number;
  users_count: number;
  expires_at: Date;
  ended_at: Date | null;
}

/** Whether people can register behind a URL, else why not. */
export function stateOf(url: UrlFacts, now: Date): UrlState {
  if (url.ended_at) return 'ended';
  if (url.expires_at <= now) return 'expired';
  return url.users_count >= url.users_limit ? 'full' : 'open';
}

/** The domains as they are stored, lower-cased; null when one is none, stands there twice, or they are too many. */
export function readDomains(given: readonly string[]): string[] | null {
  const domains = given.map((domain) => domain.trim().replace(/^@/, '').toLowerCase());
  const isFine = domains.length <= MAX_URL_DOMAINS && domains.every(isMailDomain);
  return isFine && new Set(domains).size === domains.length ? domains : null;
}

/** Whether an address is of one of the domains: exactly, not of one below it. None: every address may. */
export function isOfDomains(mailAddress: string, domains: readonly string[]): boolean {
  const domain = mailAddress.slice(mailAddress.lastIndexOf('@') + 1).toLowerCase();
  return domains.length === 0 || domains.includes(domain);
}
