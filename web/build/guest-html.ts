import { direction, layoutGroup, type Language } from '../../contract/src/languages.ts';
import type { LanguageTexts } from './texts.ts';

export type GuestHtml = {
  page: string;
  language: Language;
  title: string;
  /** The prerendered inside of `#root`. */
  html: string;
  css: string;
  /** The entry first; the others are fetched along with it. */
  scripts: readonly string[];
  texts: LanguageTexts;
  /** The favicon's path. */
  icon: string;
};

/**
 * Runs before the first paint: the colour scheme somebody chose. And no form is ever sent by the browser itself: whoever
 * presses Enter before the page has woken up stays on it.
 */
const chosenScheme =
  'try{const s=localStorage.getItem("portico-color-scheme");if(s==="light"||s==="dark")document.documentElement.dataset.colorScheme=s}catch{}addEventListener("submit",e=>e.preventDefault(),true)';

/** The whole of `Logo` (guest-kit), which the server writes anew in a tenant's look. */
const LOGO = /<div class="g-logo">.*?<\/div>/s;

/** JSON that may stand inside a script element: no `<` can end it. */
function jsonForScript(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/**
 * A guest page as the server keeps it. In every answer the server replaces, wherever they stand,
 * - `__NONCE__` by the nonce of the content security policy,
 * - `__PRODUCT__` by the product's name, escaped for HTML,
 * - `"__PAGE_DATA__"` (with its quotes) by the JSON of `PageData` (guest-kit/context.tsx), each `<` as `\u003c`,
 * - `__TENANT_TOKENS__` inside the CSS comment; it may close the comment and set the accent tokens on `:root`.
 * - what stands between `__LOGO__` and `__END_LOGO__` by the tenant's logo, where it has one (the markers always go).
 * - `__APP__` on the sign-in page by the sentence that names the app that is signed in to.
 * What else it leaves as it is does no harm.
 */
export function guestHtml({ page, language, title, html, css, scripts, texts, icon }: GuestHtml): string {
  const [entry = '', ...others] = scripts;
  const preloads = others.map((script) => `<link rel="modulepreload" nonce="__NONCE__" href="/${script}">`).join('');
  return `<!doctype html>
<html lang="${language}" dir="${direction(language)}" data-layout-group="${layoutGroup(language)}" data-page="${page}" data-product="__PRODUCT__">
<head>
<meta charset="utf-8">
<title>${escapeText(title)} · __PRODUCT__</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="/${icon}" type="image/svg+xml">
<style nonce="__NONCE__">${css}/*__TENANT_TOKENS__*/</style>
<script nonce="__NONCE__">${chosenScheme}</script>
${preloads}<script type="module" nonce="__NONCE__" src="/${entry}"></script>
</head>
<body>
<div id="root">${html.replace(LOGO, '__LOGO__$&__END_LOGO__').replace('</h1>', page === 'login' ? '</h1>__APP__' : '</h1>')}</div>
<script type="application/json" id="texts">${jsonForScript(texts)}</script>
<script type="application/json" id="page-data">"__PAGE_DATA__"</script>
</body>
</html>
`;
}
