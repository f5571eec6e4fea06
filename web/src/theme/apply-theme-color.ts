import { accentTokens } from '#contract/theme/accent.ts';

/** Puts a tenant's colour on a page that is already open. */
export function applyThemeColor(themeColor: string | null | undefined, root: HTMLElement = document.documentElement) {
  for (const [name, value] of Object.entries(accentTokens(themeColor))) root.style.setProperty(name, value);
}
