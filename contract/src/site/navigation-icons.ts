/** The built-in pseudo-app of administrators (spec section 2). No service's id begins with an underscore. */
export const SITE_SETUP_ICON = '_siteSetupNavi';

/** What `iconId` of an address may be: an icon's id, else nothing. */
export function readIconId(value: unknown): string | undefined {
  // A router reads `7` as a number.
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && /^[A-Za-z0-9._-]{1,70}$/.test(text) ? text : undefined;
}
