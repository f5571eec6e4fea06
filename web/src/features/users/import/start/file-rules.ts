import { MAX_IMPORT_BYTES } from '#contract/limits.ts';

/** The endings a file to import may have. */
export const importEndings = ['.csv', '.txt'] as const;

export type FileMistake = 'ending' | 'empty' | 'tooLarge';

/** What is wrong with a file, before it is sent. */
export function fileMistake({ name, size }: Pick<File, 'name' | 'size'>): FileMistake | undefined {
  if (!importEndings.some((ending) => name.toLowerCase().endsWith(ending))) return 'ending';
  if (size === 0) return 'empty';
  return size > MAX_IMPORT_BYTES ? 'tooLarge' : undefined;
}
