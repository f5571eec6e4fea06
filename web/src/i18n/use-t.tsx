import {
  cloneElement,
  createContext,
  Fragment,
  useContext,
  useSyncExternalStore,
  type ReactElement,
  type ReactNode,
} from 'react';
import { intlLocale } from '#contract/intl-locale.ts';
import type { TextKey, TextParams, Translate } from './keys.ts';
import { portalTexts, type TextStore } from './texts.ts';
import { interpolate } from './translate.ts';

const TextsContext = createContext<TextStore>(portalTexts);

/** Other texts than the portal's own: for tests. */
export function TextsProvider({ store, children }: { store: TextStore; children: ReactNode }) {
  return <TextsContext value={store}>{children}</TextsContext>;
}

/** `const t = useT()`: texts of the page's language, with typed keys. */
export function useT(): Translate {
  const { subscribe, translate } = useContext(TextsContext);
  return useSyncExternalStore(subscribe, translate, translate);
}

/** The page's language: one of the 24. */
export function usePageLanguage(): string {
  return useContext(TextsContext).language;
}

/** The page's language, for `Intl`. */
export function useLanguage(): string {
  return intlLocale(usePageLanguage());
}

type RichTextProps = { text: TextKey; params?: TextParams; parts: Record<string, ReactElement> };

/**
 * A sentence with elements in it: `"Read the <a>policy</a>."` with `parts={{ a: <a href=… /> }}`. The parts are found
 * before the values are put in, so that a value that looks like a part stays a text.
 */
export function RichText({ text, params, parts }: RichTextProps) {
  useT();
  const found = useContext(TextsContext).find(text, params);
  const pieces = found.text.split(/(<\w+>[^<>]*<\/\w+>)/);
  return pieces.map((piece, place) => {
    const [, name = '', words = ''] = /^<(\w+)>([^<>]*)<\/\1>$/.exec(piece) ?? [];
    const part = parts[name];
    const key = `${place}`;
    if (!part) return <Fragment key={key}>{interpolate(piece, found.params)}</Fragment>;
    return cloneElement(part, { key }, interpolate(words, found.params));
  });
}
