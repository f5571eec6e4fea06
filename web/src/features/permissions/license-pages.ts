import { LICENSES_PER_PAGE } from '#contract/limits.ts';

/** The first page shows three licences and dummy columns (spec section 2), those after it five. */
const FIRST_PAGE = 3;

/** How many pages so many licences fill. */
export function pageCount(licenses: number): number {
  return 1 + Math.max(0, Math.ceil((licenses - FIRST_PAGE) / LICENSES_PER_PAGE));
}

/** The licences of a page (from 1; one beyond the last is the last), from which on they are, and how many columns stay empty. */
export function licensePage<T>(
  licenses: readonly T[],
  asked: number,
): { shown: T[]; from: number; page: number; dummies: number } {
  const page = Math.min(asked, pageCount(licenses.length));
  const start = page === 1 ? 0 : FIRST_PAGE + (page - 2) * LICENSES_PER_PAGE;
  const shown = licenses.slice(start, start + (page === 1 ? FIRST_PAGE : LICENSES_PER_PAGE));
  return { shown, from: start + 1, page, dummies: LICENSES_PER_PAGE - shown.length };
}

/** Where several licences are of one service, the name alone does not tell them apart: the id stands beside it. */
export function toldApart<T extends { serviceName: string; licenseId: string }>(licenses: readonly T[]): T[] {
  const times = new Map<string, number>();
  for (const { serviceName } of licenses) times.set(serviceName, (times.get(serviceName) ?? 0) + 1);
  return licenses.map((license) =>
    (times.get(license.serviceName) ?? 0) > 1
      ? { ...license, serviceName: `${license.serviceName} (${license.licenseId})` }
      : license,
  );
}
