import { describe } from 'vitest';
import { guestWalk } from './guest-pages.ts';
import { walkOverPages } from './journey.ts';
import { connectionWalk, peopleWalk, tenantWalk } from './portal-pages.ts';

/** Every page in one language: each walk with a Portico of its own, as in a file of its own, for walks leave things behind. */
export function walkOverAllPages(language: Parameters<typeof walkOverPages>[0]): void {
  for (const [name, pages] of Object.entries({ guestWalk, peopleWalk, tenantWalk, connectionWalk }))
    describe(name, () => void walkOverPages(language, pages));
}
