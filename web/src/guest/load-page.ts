import type { ComponentType } from 'react';

const files = import.meta.glob<{ default: ComponentType }>('./*/*Page.tsx');

/**
 * Loads the component of a guest page, which its folder names as the page; each is a chunk of its own. The table of pages is
 * not asked: every page would carry it.
 */
export async function loadPage(name: string): Promise<ComponentType | undefined> {
  const folder = name === '404' ? 'not-found' : name;
  const file = Object.keys(files).find((path) => path.startsWith(`./${folder}/`));
  return file === undefined ? undefined : (await files[file]?.())?.default;
}
