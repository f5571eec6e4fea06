import {
  HIDDEN_NAVIGATION_IDS_PER_LIST,
  HIDDEN_NAVIGATION_LISTS,
  SETTING_GUIDE_MAX_DOTS,
  SETTING_GUIDE_MIN_DOTS,
} from '#contract/limits.ts';
import type { AppIcon } from '#contract/licences/available-services.ts';

/** A person can hide so many guides; so many applications have one, or some could never be hidden. */
export const MAX_GUIDES = HIDDEN_NAVIGATION_LISTS * HIDDEN_NAVIGATION_IDS_PER_LIST;

const listNames = ['hiddenNavigation1', 'hiddenNavigation2'] as const;
type Lists = Record<(typeof listNames)[number], string>;

/** The applications that have a guide: the site setup of administrators first, then the services. */
export function guidedApps(services: readonly AppIcon[], siteSetup: AppIcon | undefined): AppIcon[] {
  return [...(siteSetup ? [siteSetup] : []), ...services].slice(0, MAX_GUIDES);
}

/** The icon ids of both lists (spec section 3, Hidden navigation). */
export function hiddenIcons(appExtension: Readonly<Record<string, unknown>>): string[] {
  const ids = listNames.flatMap((name) => {
    const list = appExtension[name];
    return typeof list === 'string' ? list.split(',').filter(Boolean) : [];
  });
  return [...new Set(ids)];
}

/** What the dialog pages through: what is not hidden, and the application that was asked for. */
export function suppliedApps(
  guided: readonly AppIcon[],
  services: readonly AppIcon[],
  hidden: readonly string[],
  asked: string | undefined,
): AppIcon[] {
  const supplied = guided.filter(({ iconId }) => iconId === asked || !hidden.includes(iconId));
  const further = services.filter(({ iconId }) => iconId === asked && !supplied.some((app) => app.iconId === asked));
  return [...supplied, ...further];
}

/** The page after or before one; behind the last comes the first, and the other way round. */
export function pageBeside(at: number, step: 1 | -1, count: number): number {
  return count === 0 ? 0 : (at + step + count) % count;
}

/** Dots say where one is, unless there is one page only, or too many to tell apart. */
export function hasDots(count: number): boolean {
  return count >= SETTING_GUIDE_MIN_DOTS && count <= SETTING_GUIDE_MAX_DOTS;
}

/** The hidden ids with one more, or one less. */
export function withHidden(hidden: readonly string[], iconId: string, hide: boolean): string[] {
  const others = hidden.filter((id) => id !== iconId);
  return hide ? [...others, iconId] : others;
}

/**
 * The two lists to save. Where there are more ids than room, those of applications that are no longer there make room:
 * there are never more with a guide than can be hidden.
 */
export function hiddenLists(hidden: readonly string[], guided: readonly AppIcon[]): Lists {
  const isThere = (id: string) => guided.some(({ iconId }) => iconId === id);
  const gone = hidden.filter((id) => !isThere(id));
  const room = Math.max(0, MAX_GUIDES - (hidden.length - gone.length));
  const kept = new Set(gone.slice(Math.max(0, gone.length - room)));
  const ids = hidden.filter((id) => isThere(id) || kept.has(id)).slice(0, MAX_GUIDES);
  const list = (from: number) => ids.slice(from, from + HIDDEN_NAVIGATION_IDS_PER_LIST).join(',');
  return { hiddenNavigation1: list(0), hiddenNavigation2: list(HIDDEN_NAVIGATION_IDS_PER_LIST) };
}

/** Whether the same are hidden, in whatever order. */
export function isSameHidden(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id) => other.includes(id));
}
