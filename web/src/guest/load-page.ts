import type { ComponentType } from 'react';
import type { GuestPageEntry } from './pages.ts';

const files = import.meta.glob<{ default: ComponentType }>('./*/*Page.tsx');

/** Loads the component of a guest page; each is a chunk of its own. */
export async function loadPage({ file }: GuestPageEntry): Promise<ComponentType> {
  const load = files[`./${file}`];
  if (!load) throw new Error(`no file ${file} for a guest page`);
  return (await load()).default;
}
