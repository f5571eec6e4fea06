import type { CustomScript } from '#contract/site/custom-script.ts';
import { type Database, PROVIDER, type Tx } from '../../db/transaction.ts';

const FRESH_MS = 500;
const keptByDatabase = new WeakMap<Database, { until: number; script: Promise<CustomScript | null> }>();

/** The script of the page configuration, in the provider's space; null: none. */
export async function readCustomScript(tx: Tx): Promise<CustomScript | null> {
  return (await tx.selectFrom('custom_scripts').select(['url', 'integrity']).executeTakeFirst()) ?? null;
}

/** The same for a page, at most half a second old. */
export function customScript(db: Database): Promise<CustomScript | null> {
  const now = performance.now();
  const hit = keptByDatabase.get(db);
  if (hit && hit.until > now) return hit.script;
  const script = db.inTenant(PROVIDER, readCustomScript);
  keptByDatabase.set(db, { until: now + FRESH_MS, script });
  // A failed read is not remembered.
  script.catch(() => keptByDatabase.delete(db));
  return script;
}
