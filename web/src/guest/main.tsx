import { hydrateRoot } from 'react-dom/client';
import type { PageData } from '../guest-kit/context.tsx';
import '../guest-kit/guest.css';
import '../guest-kit/forms.css';
import { pageLanguage } from '../i18n/language.ts';
import type { Texts } from '../i18n/translate.ts';
import { App } from './App.tsx';
import { loadPage } from './load-page.ts';

function readJson<T>(id: string, otherwise: T): T {
  try {
    const value: unknown = JSON.parse(document.getElementById(id)?.textContent ?? '');
    return typeof value === 'object' && value !== null ? (value as T) : otherwise;
  } catch {
    return otherwise;
  }
}

async function start() {
  const root = document.getElementById('root');
  const { page, product = '' } = document.documentElement.dataset;
  const component = page === undefined ? undefined : await loadPage(page);
  if (!root || !component) return;
  const texts = readJson<Texts>('texts', {});
  const data = readJson<PageData>('page-data', {});
  hydrateRoot(root, <App page={component} language={pageLanguage()} product={product} texts={texts} data={data} />);
}

void start();
