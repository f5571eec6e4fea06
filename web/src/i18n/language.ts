/** The server reads this cookie first when it chooses the language of a page. */
export const LANGUAGE_COOKIE = 'portico-language';

/** The language of this page: what the server wrote into `<html lang>`. */
export function pageLanguage(): string {
  const language = document.documentElement.lang;
  return /^[a-z]{2}(-[A-Z]{2})?$/.test(language) ? language : 'en';
}

/** Remembers the language for a year. */
export function rememberLanguage(language: string): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox, and the server must see it
  document.cookie = `${LANGUAGE_COOKIE}=${encodeURIComponent(language)}; path=/; max-age=31536000; samesite=lax${secure}`;
}

/** Remembers the language and loads the page again in it; a `ui_locales` in the address would win over it and goes. */
export function changeLanguage(language: string): void {
  rememberLanguage(language);
  const url = new URL(location.href);
  if (!url.searchParams.has('ui_locales')) {
    location.reload();
    return;
  }
  url.searchParams.delete('ui_locales');
  location.replace(url);
}
