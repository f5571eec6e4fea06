import type { AreaTexts } from './catalog.ts';

/** The language that texts are written in first. */
export const source = 'en';

/** The plural forms of a text by their names; a plain text has the form ''. */
export type Forms = Map<string, string>;

/** `area.key` → its forms. Keys that end like a plural form are one where the same stem has `_other`. */
export function textsOf(areas: Record<string, AreaTexts>): Map<string, Forms> {
  const texts = new Map<string, Forms>();
  for (const [area, entries] of Object.entries(areas)) {
    for (const [key, text] of Object.entries(entries)) {
      const [, stem, form] = /^(.+)_(zero|one|two|few|many|other)$/.exec(key) ?? [];
      const isForm = stem !== undefined && form !== undefined && `${stem}_other` in entries;
      const address = `${area}.${isForm ? stem : key}`;
      texts.set(address, (texts.get(address) ?? new Map()).set(isForm ? form : '', text));
    }
  }
  return texts;
}
