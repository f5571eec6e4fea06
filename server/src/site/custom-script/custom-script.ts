import type { CustomScript } from '#contract/site/custom-script.ts';
import type { Caches } from '../../platform/db/fresh-cache.ts';
import { type Database, PROVIDER, type Tx } from '../../platform/db/transaction.ts';

/** The custom script of the deployment; null if none is set. */
export async function readCustomScript(tx: Tx): Promise<CustomScript | null> {
  return (await tx.selectFrom('custom_scripts').select(['url', 'integrity']).executeTakeFirst()) ?? null;
}

/** Returns a reader for pages, at most half a second old. */
export function createCustomScript(db: Database, caches: Caches): () => Promise<CustomScript | null> {
  const kept = caches.open<CustomScript | null>({ age: 500, most: 1, of: ['custom_scripts'] });
  return () => kept.get(PROVIDER, '', () => db.inTenant(PROVIDER, readCustomScript));
}
