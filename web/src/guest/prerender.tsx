import { renderToString } from 'react-dom/server';
import { createTranslate, type Texts } from '../i18n/translate.ts';
import { App } from './App.tsx';
import { loadPage } from './load-page.ts';
import { guestPages } from './pages.ts';

/** The server writes the product's name over this, in the HTML and in the attribute hydration reads. */
const PRODUCT = '__PRODUCT__';

/**
 * Renders a guest page in a language, for the build.
 * @returns its title and the inside of `#root`
 */
export async function prerender(
  name: string,
  language: string,
  texts: Texts,
): Promise<{ title: string; html: string }> {
  const entry = guestPages.find((page) => page.name === name);
  if (!entry) throw new Error(`no guest page ${name}`);
  const page = await loadPage(name);
  if (!page) throw new Error(`no file for the guest page ${name}`);
  const html = renderToString(<App page={page} language={language} product={PRODUCT} texts={texts} data={{}} />);
  return { title: createTranslate(language, texts)(entry.title), html };
}

export { guestPages };
