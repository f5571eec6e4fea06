import { randomBytes } from 'node:crypto';
import { type KeyedHash, keyedHashUnder, masterLookupKey } from '../crypto/keyed-hash.ts';
import type { Sealer } from '../crypto/sealed-box.ts';
import { listTenants } from '../db/across-tenants.ts';
import { type Database, PROVIDER } from '../db/transaction.ts';
import * as queries from './queries.ts';
import { lookupKeyContext } from './sealed-columns.ts';

/** Purposes of look-up keys. `isOld`: existing installations derived this key from the master key. */
const purposes = {
  userCode: { isOld: true },
  card: { isOld: true },
  recoveryCode: { isOld: false },
  knownBrowser: { isOld: false },
  /** Of which the successors of refresh tokens are made (docs/decisions/0187). */
  refreshToken: { isOld: false },
  /** Who signed in at an identity provider and has no user here. */
  unknownUser: { isOld: false },
} as const;
export type LookupPurpose = keyof typeof purposes;

/** Keyed hashes by purpose, the one for new values first. */
export type LookupHashes = Readonly<Record<LookupPurpose, readonly KeyedHash[]>>;

/**
 * Opens the look-up keys, created at the first start: random ones in an empty database; with existing tenants, the keys
 * derived from each master key so far, so that stored PINs and cards are still found. Throws if the master key that
 * sealed one is unknown (`checkMasterKeys` explains it before).
 */
export async function openLookupKeys(
  db: Database,
  sealer: Sealer,
  masterKeys: readonly Buffer[],
): Promise<LookupHashes> {
  let rows = await db.inTenant(PROVIDER, queries.readLookupKeys);
  const names = Object.keys(purposes) as LookupPurpose[];
  if (!names.every((purpose) => rows.some((row) => row.purpose === purpose))) {
    const isUsed = (await listTenants(db.pool)).length > 0;
    rows = await db.inTenant(PROVIDER, async (tx) => {
      await queries.takeTurns(tx);
      const known = new Set((await queries.readLookupKeys(tx)).map((row) => row.purpose));
      for (const purpose of names.filter((name) => !known.has(name))) {
        const isDerived = isUsed && purposes[purpose].isOld;
        const keys = isDerived ? masterKeys.map((key) => masterLookupKey(key, purpose)) : [randomBytes(32)];
        for (const [at, key] of keys.entries()) {
          const rank = at + 1;
          const sealed_key = sealer.seal(key, lookupKeyContext(purpose, rank));
          await queries.insertLookupKey(tx, { purpose, rank, sealed_key });
        }
      }
      return queries.readLookupKeys(tx);
    });
  }
  const hashesOf = (purpose: LookupPurpose) =>
    rows
      .filter((row) => row.purpose === purpose)
      .map((row) => keyedHashUnder(sealer.open(row.sealed_key, lookupKeyContext(purpose, row.rank))));
  return {
    userCode: hashesOf('userCode'),
    card: hashesOf('card'),
    recoveryCode: hashesOf('recoveryCode'),
    knownBrowser: hashesOf('knownBrowser'),
    refreshToken: hashesOf('refreshToken'),
    unknownUser: hashesOf('unknownUser'),
  };
}
