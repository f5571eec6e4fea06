import { sql } from 'kysely';
import type { JWK } from 'jose';
import { newSigningKey, type SigningAlgorithm, type SigningKey } from '../../platform/crypto/signing-key.ts';
import type { Sealer } from '../../platform/crypto/sealed-box.ts';
import { type Database, PROVIDER, type Tx } from '../../platform/db/transaction.ts';
import { signingKeyContext } from '../../platform/secrets/sealed-columns.ts';
import { life } from './paths.ts';

/** ES256 for all; RS256 for relying parties that know nothing else. */
const algorithms: readonly SigningAlgorithm[] = ['ES256', 'RS256'];

/** A retired key is shown until the last token it signed has expired, and a while longer for clocks that are slow. */
const SHOWN_AFTER_RETIREMENT_MS = 2 * life.idToken * 1000;

export interface StoredKey {
  kid: string;
  algorithm: string;
  state: 'next' | 'current' | 'retired';
  publicJwk: JWK;
  retiredAt: Date | null;
}

/** Two processes that start or rotate at the same moment take turns. */
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

/** Makes the keys at the first start: of each algorithm one that signs and one that is announced to follow it. */
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
 * The keys that are shown: those that sign, those that will, and retired ones whose tokens may still be good; the
 * signing ones first. Public halves only.
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

/** The same keys with their private halves, for the provider's key store. */
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
 * Puts the announced keys to work, retires those that signed until now, and announces new ones. Other processes follow
 * by themselves; tokens signed before stay good until they expire. Answers the new set.
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
 * Withdraws a key at once: it signs no more, is shown no more, and what it signed is worthless on every process within a
 * second. Where it was at work the announced one takes over; the place of one that was announced, or moved up, is taken
 * by a new one. Answers the new set; null: there is no such key.
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
    // Read again in one's turn: a rotation may have moved it.
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
