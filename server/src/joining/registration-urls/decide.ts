import { isMailDomain, MAX_URL_DOMAINS, type RegisterUrlState } from '#contract/joining/register-urls.ts';
import { mayWriteUsers, ordinaryRoles, type Role } from '#contract/roles.ts';

export interface UrlFacts {
  role: Role;
  license_ids: readonly string[];
  users_limit: number;
  users_count: number;
  expires_at: Date;
  ended_at: Date | null;
  /** Null: unknown, because older versions did not store it. */
  created_by_uuid: string | null;
  /** Of the creator; null when no user has that UUID any more. */
  maker_status: string | null;
  maker_roles: readonly string[] | null;
}

/** State of a URL: open for registration, or why not. */
export function stateOf(url: UrlFacts, now: Date): RegisterUrlState {
  if (url.ended_at) return 'ended';
  if (url.expires_at <= now) return 'expired';
  if (!hasMaker(url)) return 'withoutMaker';
  return url.users_count >= url.users_limit ? 'full' : 'open';
}

/** True if nobody can register any more and the URL cannot be changed. */
export const isOver = (state: RegisterUrlState) => state !== 'open' && state !== 'full';

/**
 * True if the creator may still add users: a URL only admits users that its creator could add. With an unknown creator
 * (older URLs), one that gives an ordinary account continues.
 */
export function hasMaker(url: UrlFacts): boolean {
  if (url.created_by_uuid === null) return ordinaryRoles.includes(url.role) && url.license_ids.length === 0;
  return url.maker_status !== null && mayWriteUsers({ status: url.maker_status, roles: url.maker_roles ?? [] });
}

/** Domains as stored, lower-case; null when one is invalid, repeated, or there are too many. */
export function readDomains(given: readonly string[]): string[] | null {
  const domains = given.map((domain) => domain.trim().replace(/^@/, '').toLowerCase());
  const isFine = domains.length <= MAX_URL_DOMAINS && domains.every(isMailDomain);
  return isFine && new Set(domains).size === domains.length ? domains : null;
}

/** True if an address is in one of the domains, exactly (not a subdomain). Without domains, every address is. */
export function isOfDomains(mailAddress: string, domains: readonly string[]): boolean {
  const domain = mailAddress.slice(mailAddress.lastIndexOf('@') + 1).toLowerCase();
  return domains.length === 0 || domains.includes(domain);
}
