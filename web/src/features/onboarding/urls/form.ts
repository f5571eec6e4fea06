import type { ErrorId } from '#contract/errors.ts';
import type { MAX_URL_DOMAINS, MAX_URL_SECONDS, MAX_URL_USERS, RegisterUrl } from '#contract/joining/register-urls.ts';
import { isDomain } from '#contract/rules.ts';
import type { FormFields } from '../../../base/editing/editing.ts';

// The contract's own numbers: their module brings zod with it, so the types hold them together.
export const MAX_SEATS: typeof MAX_URL_USERS = 100_000;
const MAX_SECONDS: typeof MAX_URL_SECONDS = 366 * 86_400;
const MAX_DOMAINS: typeof MAX_URL_DOMAINS = 50;
export const MAX_DAYS = MAX_SECONDS / 86_400;

const isWhole = (text: string, most: number) => /^[1-9]\d*$/.test(text) && Number(text) <= most;

/** True where a number of users is none that can be. */
export const seatsMistake = (text: string): true | undefined => (isWhole(text, MAX_SEATS) ? undefined : true);
export const daysMistake = (text: string): true | undefined => (isWhole(text, MAX_DAYS) ? undefined : true);

/** The domains typed, by commas, blanks or lines; an @ before them does not count. */
export function domainsIn(text: string): string[] {
  const parts = text.split(/[\s,;、]+/).map((part) => part.replace(/^@/, '').toLowerCase());
  return [...new Set(parts.filter((part) => part !== ''))];
}

/** The first of the domains typed that is none; else, where there are too many, how many there may be. */
export function domainMistake(text: string): { wrong: string } | { tooMany: number } | undefined {
  const domains = domainsIn(text);
  const wrong = domains.find((domain) => !isDomain(domain));
  if (wrong !== undefined) return { wrong };
  return domains.length > MAX_DOMAINS ? { tooMany: MAX_DOMAINS } : undefined;
}

export const urlFields = ['usersLimit', 'enabledDomains', 'expiresIn'] as const;
export type UrlField = (typeof urlFields)[number];
export type Refused = Partial<Record<UrlField, ErrorId>>;

/** A registration URL as its dialogs have it: `expiresIn` in days from now, of one that is there empty. */
export type UrlDraft = Record<UrlField, string> & {
  /** Until when it works; changed by `expiresIn` alone. */
  expiresAt: string;
};

export const draftOf = ({ usersLimit, enabledDomains, expiresAt }: RegisterUrl): UrlDraft => ({
  usersLimit: String(usersLimit),
  enabledDomains: enabledDomains.join(', '),
  expiresIn: '',
  expiresAt,
});

export const secondsIn = (days: string): number => Number(days) * 86_400;

export const urlForm: FormFields<UrlDraft> = {
  sent: (draft, field) => {
    if (field === 'usersLimit') return Number(draft.usersLimit);
    if (field === 'enabledDomains') return domainsIn(draft.enabledDomains);
    if (field === 'expiresAt') return draft.expiresAt;
    return draft.expiresIn === '' ? undefined : secondsIn(draft.expiresIn);
  },
};

/** Whether a draft can be sent; one of a URL that is there needs no new end. */
export const isSound = ({ usersLimit, enabledDomains, expiresIn }: UrlDraft, isMade: boolean): boolean =>
  !seatsMistake(usersLimit) &&
  !domainMistake(enabledDomains) &&
  ((isMade && expiresIn === '') || !daysMistake(expiresIn));
