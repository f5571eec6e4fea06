import { sql } from 'kysely';
import type { JWK } from 'jose';
import { newSigningKey, type SigningAlgorithm, type SigningKey } from '../../platform/crypto/signing-key.ts';
import type { Sealer } from '../../platform/crypto/sealed-box.ts';
import { type Database, PROVIDER, type Tx } from '../../platform/db/transaction.ts';
import { signingKeyContext } from '../../platform/secrets/sealed-columns.ts';
import { life } from './paths.ts';

/** ES256 for all; RS256 for relying parties that support nothing else. */
const algorithms: readonly SigningAlgorithm[] = ['ES256', 'RS256'];

/** A retired key is published until the last token it signed has expired, plus a margin for slow clocks. */
const SHOWN_AFTER_RETIREMENT_MS = 2 * life.idToken * 1000;

export interface StoredKey {
  kid: string;
  algorithm: string;
  state: 'next' | 'current' | 'retired';
  publicJwk: JWK;
  retiredAt: Date | null;
}

/** Serializes processes that start or rotate at the same moment. */
const takeTurns = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtext('portico/signing-keys'))`.execute(tx);

function insertKey(tx: Tx, sealer: Sealer, key: SigningKey, state: StoredKey['state'], now: Date) {
  return tx
    .insertInto('signing_keys')
    .values({
      tenant_id: PROVIDER,
      kid: key.kid,
      algorithm: String(key.publicJwk.alg),
      public_jwk: JSON.stringify(key.publicJwk),
      sealed_private_jwk: sealer.seal(JSON.stringify(key.privateJwk), signingKeyContext(key.kid)),
      state,
      created_at: now,
    })
    .execute();
}

/** Creates the keys at the first start: one active and one announced key per algorithm. */
export async function ensureSigningKeys(db: Database, sealer: Sealer, now: Date): Promise<void> {
  const known = await db.inTenant(PROVIDER, (tx) =>
    tx.selectFrom('signing_keys').select('algorithm').where('state', '=', 'current').execute(),
  );
  const missing = algorithms.filter((algorithm) => !known.some((row) => row.algorithm === algorithm));
  for (const algorithm of missing) {
    const [current, next] = [await newSigningKey(algorithm), await newSigningKey(algorithm)];
    await db.inTenant(PROVIDER, async (tx) => {
      await takeTurns(tx);
      const there = await tx
        .selectFrom('signing_keys')
        .select('kid')
        .where('algorithm', '=', algorithm)
        .where('state', '=', 'current')
        .executeTakeFirst();
      if (there) return;
      await insertKey(tx, sealer, current, 'current', now);
      await insertKey(tx, sealer, next, 'next', now);
    });
  }
}

/**
 * Published keys: active, announced, and retired ones whose tokens may still be valid; active ones first. Public halves
 * only.
 */
export async function loadPublicKeys(db: Database, now: Date): Promise<StoredKey[]> {
  const rows = await db.inTenant(PROVIDER, (tx) =>
    tx
      .selectFrom('signing_keys')
      .select(['kid', 'algorithm', 'state', 'public_jwk', 'retired_at'])
      .where((eb) => eb.or([eb('state', '<>', 'retired'), eb('retired_at', '>', shownSince(now))]))
      .orderBy(sql`array_position(array['current', 'next', 'retired'], state), created_at desc`)
      .execute(),
  );
  return rows.map(({ public_jwk, retired_at, ...row }) => ({
    ...row,
    publicJwk: public_jwk as JWK,
    retiredAt: retired_at,
  }));
}

const shownSince = (now: Date) => new Date(now.getTime() - SHOWN_AFTER_RETIREMENT_MS);

/** The same keys with private halves, for the provider's key store. */
export async function loadPrivateKeys(
  db: Database,
  sealer: Sealer,
  now: Date,
): Promise<(StoredKey & { privateJwk: JWK })[]> {
  const keys = await loadPublicKeys(db, now);
  const sealed = await db.inTenant(PROVIDER, (tx) =>
    tx.selectFrom('signing_keys').select(['kid', 'sealed_private_jwk']).execute(),
  );
  const boxes = new Map(sealed.map((row) => [row.kid, row.sealed_private_jwk]));
  return keys.map((key) => {
    const box = boxes.get(key.kid);
    if (!box) throw new Error(`The signing key ${key.kid} has gone`);
    return { ...key, privateJwk: JSON.parse(sealer.open(box, signingKeyContext(key.kid)).toString('utf8')) };
  });
}

/**
 * Activates the announced keys, retires the active ones, and announces new ones. Other processes follow automatically;
 * tokens signed before stay valid until they expire. Returns the new set.
 */
export async function rotateSigningKey(db: Database, sealer: Sealer, now: Date): Promise<StoredKey[]> {
  await ensureSigningKeys(db, sealer, now);
  const fresh = await Promise.all(algorithms.map((algorithm) => newSigningKey(algorithm)));
  await db.inTenant(PROVIDER, async (tx) => {
    await takeTurns(tx);
    await tx
      .updateTable('signing_keys')
      .set({ state: 'retired', retired_at: now })
      .where('state', '=', 'current')
      .execute();
    await tx.updateTable('signing_keys').set({ state: 'current' }).where('state', '=', 'next').execute();
    for (const key of fresh) await insertKey(tx, sealer, key, 'next', now);
    await tx.deleteFrom('signing_keys').where('retired_at', '<', shownSince(now)).execute();
  });
  return loadPublicKeys(db, now);
}

/**
 * Withdraws a key immediately: it no longer signs and is no longer published, and everything it signed becomes invalid
 * on every process within a second. An active key is replaced by the announced one; a withdrawn or promoted announced
 * key by a new one. Returns the new set; null: no such key.
 */
export async function withdrawSigningKey(
  db: Database,
  sealer: Sealer,
  kid: string,
  now: Date,
): Promise<StoredKey[] | null> {
  const find = (tx: Tx) =>
    tx.selectFrom('signing_keys').select(['algorithm', 'state']).where('kid', '=', kid).executeTakeFirst();
  const known = await db.inTenant(PROVIDER, find);
  if (!known) return null;
  const fresh = await newSigningKey(known.algorithm as SigningAlgorithm);
  const isGone = await db.inTenant(PROVIDER, async (tx) => {
    await takeTurns(tx);
    // Read again under the lock: a rotation may have changed it.
    const key = await find(tx);
    if (!key) return false;
    await tx.deleteFrom('signing_keys').where('kid', '=', kid).execute();
    if (key.state === 'current')
      await tx
        .updateTable('signing_keys')
        .set({ state: 'current' })
        .where('algorithm', '=', key.algorithm)
        .where('state', '=', 'next')
        .execute();
    if (key.state !== 'retired') await insertKey(tx, sealer, fresh, 'next', now);
    return true;
  });
  return isGone ? loadPublicKeys(db, now) : null;
}
