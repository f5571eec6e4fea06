/** The built-in pseudo-app of administrators (spec section 2). No service's ID begins with an underscore. */
export const SITE_SETUP_ICON = '_siteSetupNavi';

/** Reads `iconId` from an address: an icon's ID, or undefined. */
export function readIconId(value: unknown): string | undefined {
  // A router reads `7` as a number.
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && /^[A-Za-z0-9._-]{1,70}$/.test(text) ? text : undefined;
}
