import type { MasterKeyState } from '#contract/operator/master-keys.ts';
import type { Sealer } from '../crypto/sealed-box.ts';
import type { Database } from '../db/transaction.ts';
import * as queries from './queries.ts';

/**
 * Shown without a stack trace to the person who starts the process: values are sealed under keys that are not
 * configured.
 */
export class MissingMasterKeys extends Error {}

/**
 * Master keys that are configured or that sealed something, the present one first, with the number of values and their
 * columns. Values under a `missing` one cannot be opened.
 */
export async function masterKeyStates(db: Database, sealer: Sealer): Promise<MasterKeyState[]> {
  const counts = await queries.countSealedValues(db.pool);
  const used = counts.map(({ key_id }) => key_id ?? 'unknown');
  return [...new Set([...sealer.keyIds, ...used])].map((keyId, at) => {
    const places = new Map<string, number>();
    for (const { key_id, place, amount } of counts) {
      if ((key_id ?? 'unknown') === keyId) places.set(place, (places.get(place) ?? 0) + amount);
    }
    const known = sealer.keyIds.includes(keyId);
    return {
      keyId,
      state: at === 0 ? ('current' as const) : known ? ('earlier' as const) : ('missing' as const),
      sealed: [...places.values()].reduce((sum, amount) => sum + amount, 0),
      places: [...places].map(([place, amount]) => ({ place, sealed: amount })),
    };
  });
}

/** Checked before anything is sealed or opened. Throws `MissingMasterKeys`, which names the missing keys. */
export async function checkMasterKeys(db: Database, sealer: Sealer): Promise<void> {
  const states = await masterKeyStates(db, sealer);
  const missing = states.filter(({ state }) => state === 'missing');
  if (missing.length === 0) return;
  const lines = missing.map(({ keyId, sealed, places }) => {
    const where = places.map((place) => `${place.sealed} in ${place.place}`).join(', ');
    return `  ${keyId}: ${sealed} sealed ${sealed === 1 ? 'value' : 'values'} (${where})`;
  });
  throw new MissingMasterKeys(
    [
      'A master key is missing: without it these values cannot be opened.',
      ...lines,
      `The keys that are set: ${sealer.keyIds.join(', ')} (the first is MASTER_KEY).`,
      'Add each missing key to PREVIOUS_MASTER_KEYS, or set MASTER_KEY to it, and start again.',
    ].join('\n'),
  );
}
