import type { ComponentType } from 'react';
import { GuestProvider, type PageData } from '../guest-kit/context.tsx';
import { createTranslate, type Texts } from '../i18n/translate.ts';

export type AppProps = { page: ComponentType; language: string; product: string; texts: Texts; data: PageData };

/** What build and browser both render; equal props give equal HTML, which hydration needs. */
export function App({ page: Page, language, product, texts, data }: AppProps) {
  return (
    <GuestProvider guest={{ language, product, data, t: createTranslate(language, texts) }}>
      <Page />
    </GuestProvider>
  );
}
