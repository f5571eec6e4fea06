import { isMailDomain, MAX_URL_DOMAINS, type RegisterUrlState } from '#contract/portal/register-urls.ts';
import { mayWriteUsers, ordinaryRoles, type Role } from '#contract/roles.ts';

export interface UrlFacts {
  role: Role;
  license_ids: readonly string[];
  users_limit: number;
  users_count: number;
  expires_at: Date;
  ended_at: Date | null;
  /** Null: unknown, of a version that did not keep it. */
  created_by_uuid: string | null;
  /** Of the maker; null when nobody has that uuid any more. */
  maker_status: string | null;
  maker_roles: readonly string[] | null;
}

/** Whether people can register behind a URL, else why not. */
export function stateOf(url: UrlFacts, now: Date): RegisterUrlState {
  if (url.ended_at) return 'ended';
  if (url.expires_at <= now) return 'expired';
  if (!hasMaker(url)) return 'withoutMaker';
  return url.users_count >= url.users_limit ? 'full' : 'open';
}

/** Nobody registers behind it, and it cannot be changed. */
export const isOver = (state: RegisterUrlState) => state !== 'open' && state !== 'full';

/**
 * Whether its maker may still add users: a URL lets nobody in whom they could not add themselves. Where the maker is
 * unknown, one that gives no more than an ordinary account goes on.
 */
export function hasMaker(url: UrlFacts): boolean {
  if (url.created_by_uuid === null) return ordinaryRoles.includes(url.role) && url.license_ids.length === 0;
  return url.maker_status !== null && mayWriteUsers({ status: url.maker_status, roles: url.maker_roles ?? [] });
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
