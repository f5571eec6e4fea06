import type { JWK } from 'jose';
import { sql } from 'kysely';
import type { Sealer } from '../crypto/sealed-box.ts';
import { newSigningKey, type SigningAlgorithm, type SigningKey } from '../crypto/signing-key.ts';
import type { Caches } from '../db/fresh-cache.ts';
import type { SigningKeysPurpose } from '../db/rows.ts';
import type { Database, Tx } from '../db/transaction.ts';
import { signingKeyContext } from './sealed-columns.ts';

/** What keys of a tenant, or of the provider, are for. Declared by the room that signs with them. */
export interface KeyUse {
  purpose: SigningKeysPurpose;
  algorithms: readonly SigningAlgorithm[];
  /** How long a retired key is shown: what it signed may still be good. */
  shownMillis: number;
}

/** The public half of a key. */
export interface StoredKey {
  kid: string;
  algorithm: SigningAlgorithm;
  /** `next` is announced, `current` signs, `retired` is shown until `shownUntil`. */
  state: 'next' | 'current' | 'retired';
  publicJwk: JWK;
  retiredAt: Date | null;
  shownUntil: Date | null;
}

export type PrivateKey = StoredKey & { privateJwk: JWK };

/** What belongs to a change of keys, in its transaction: where it throws, the keys stay. `keys`: the new set. */
type Within = (tx: Tx, keys: readonly StoredKey[]) => Promise<void>;

/** The keys of all tenants; those of the provider belong to the tenant `PROVIDER`. */
export interface Keyring {
  /** Makes the keys where there are none: of each algorithm one that signs and one that is announced to follow it. */
  ensure(tenantId: string, use: KeyUse): Promise<void>;
  /**
   * The keys that are shown: those that sign, those that will, and retired ones whose signatures may still be good; the
   * signing ones first. At most half a second old; the same array as long as it is.
   */
  shown(tenantId: string, use: KeyUse): Promise<readonly StoredKey[]>;
  /** The same keys with their private halves. */
  opened(tenantId: string, use: KeyUse): Promise<PrivateKey[]>;
  /**
   * Puts the announced keys to work, retires those that signed until now, and announces new ones. Other processes follow
   * by themselves. Answers the new set.
   */
  rotate(tenantId: string, use: KeyUse, within?: Within): Promise<readonly StoredKey[]>;
  /** The same, if `known` is at work; null: it is not (any more). */
  rotateFrom(tenantId: string, use: KeyUse, known: string, within?: Within): Promise<readonly StoredKey[] | null>;
  /**
   * Withdraws a key at once: it signs no more and is shown no more, on every process within a second. Where it was at work
   * the announced one takes over; the place of one that was announced, or moved up, is taken by a new one. Answers the new
   * set; null: there is no such key.
   */
  withdraw(tenantId: string, use: KeyUse, kid: string, within?: Within): Promise<readonly StoredKey[] | null>;
  /** The same of a key that is not in use; `current`: it is now, perhaps by a rotation of this moment. */
  withdrawUnused(
    tenantId: string,
    use: KeyUse,
    kid: string,
    within?: Within,
  ): Promise<readonly StoredKey[] | 'current' | null>;
  /** Has the next `shown` of a tenant read the database. */
  forget(tenantId: string): void;
}

const MOST_KEPT = 1000;

/** Opens the keyring of a process. */
export function createKeyring(parts: { db: Database; sealer: Sealer; caches: Caches; clock(): Date }): Keyring {
  const { db, sealer, caches, clock } = parts;
  const kept = caches.open<readonly StoredKey[]>({ age: 500, most: MOST_KEPT, of: ['signing_keys'] });
  const openedOf = new WeakMap<readonly StoredKey[], Promise<PrivateKey[]>>();

  const shown: Keyring['shown'] = (tenantId, use) =>
    kept.get(tenantId, use.purpose, () => db.inTenant(tenantId, (tx) => readShown(tx, use, clock())));
  const changed = (tenantId: string, use: KeyUse) => {
    kept.forget(tenantId);
    return shown(tenantId, use);
  };
  const insert = async (tx: Tx, tenantId: string, use: KeyUse, key: SigningKey, state: 'next' | 'current') => {
    const context = signingKeyContext(tenantId, use.purpose, key.kid);
    await insertKey(tx, tenantId, use, key, state, sealer.seal(JSON.stringify(key.privateJwk), context), clock());
  };

  const ensure: Keyring['ensure'] = async (tenantId, use) => {
    const known = await db.inTenant(tenantId, (tx) => readCurrent(tx, use));
    for (const algorithm of use.algorithms.filter((one) => !known.includes(one))) {
      const [current, next] = [await newSigningKey(algorithm), await newSigningKey(algorithm)];
      await db.inTenant(tenantId, async (tx) => {
        await takeTurns(tx);
        if ((await readCurrent(tx, use)).includes(algorithm)) return;
        await insert(tx, tenantId, use, current, 'current');
        await insert(tx, tenantId, use, next, 'next');
      });
      kept.forget(tenantId);
    }
  };

  const freshKeys = async (tenantId: string, use: KeyUse) => {
    await ensure(tenantId, use);
    return Promise.all(use.algorithms.map((algorithm) => newSigningKey(algorithm)));
  };
  const putToWork = async (tx: Tx, tenantId: string, use: KeyUse, fresh: readonly SigningKey[]) => {
    await moveUp(tx, use, clock());
    for (const key of fresh) await insert(tx, tenantId, use, key, 'next');
  };

  const remove = async (tenantId: string, use: KeyUse, kid: string, spared: StoredKey['state'][], within?: Within) => {
    const known = await db.inTenant(tenantId, (tx) => findKey(tx, use, kid));
    if (!known) return 'unknown';
    const fresh = await newSigningKey(known.algorithm);
    return db.inTenant(tenantId, async (tx) => {
      await takeTurns(tx);
      // Read again in one's turn: a rotation may have moved it.
      const key = await findKey(tx, use, kid);
      if (!key) return 'unknown';
      if (spared.includes(key.state)) return 'spared';
      await removeKey(tx, use, kid, key);
      if (key.state !== 'retired') await insert(tx, tenantId, use, fresh, 'next');
      await within?.(tx, await readShown(tx, use, clock()));
      return 'gone';
    });
  };

  return {
    ensure,
    shown,
    opened: async (tenantId, use) => {
      const keys = await shown(tenantId, use);
      const open = async () => {
        const boxes = await db.inTenant(tenantId, (tx) => readSealed(tx, use));
        return keys.map((key) => {
          const box = boxes.get(key.kid);
          if (!box) {
            kept.forget(tenantId);
            throw new Error(`The signing key ${key.kid} has gone`);
          }
          const plain = sealer.open(box, signingKeyContext(tenantId, use.purpose, key.kid));
          return { ...key, privateJwk: JSON.parse(plain.toString('utf8')) as JWK };
        });
      };
      const opening = openedOf.get(keys) ?? open();
      openedOf.set(keys, opening);
      opening.catch(() => openedOf.delete(keys));
      return opening;
    },
    rotate: async (tenantId, use, within) => {
      const fresh = await freshKeys(tenantId, use);
      await db.inTenant(tenantId, async (tx) => {
        await takeTurns(tx);
        await putToWork(tx, tenantId, use, fresh);
        await within?.(tx, await readShown(tx, use, clock()));
      });
      return changed(tenantId, use);
    },
    rotateFrom: async (tenantId, use, known, within) => {
      const fresh = await freshKeys(tenantId, use);
      const isDone = await db.inTenant(tenantId, async (tx) => {
        await takeTurns(tx);
        // Read in one's turn: another may have rotated meanwhile.
        if ((await findKey(tx, use, known))?.state !== 'current') return false;
        await putToWork(tx, tenantId, use, fresh);
        await within?.(tx, await readShown(tx, use, clock()));
        return true;
      });
      const keys = await changed(tenantId, use);
      return isDone ? keys : null;
    },
    withdraw: async (tenantId, use, kid, within) =>
      (await remove(tenantId, use, kid, [], within)) === 'gone' ? changed(tenantId, use) : null,
    withdrawUnused: async (tenantId, use, kid, within) => {
      const outcome = await remove(tenantId, use, kid, ['current'], within);
      if (outcome === 'spared') return 'current';
      return outcome === 'gone' ? changed(tenantId, use) : null;
    },
    forget: (tenantId) => kept.forget(tenantId),
  };
}

/** Processes that make, rotate or withdraw keys at the same moment take turns. */
const takeTurns = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtext('portico/signing-keys'))`.execute(tx);

/** Those that the version before retired have no time of their own. */
const shownUntil = ({ shownMillis }: KeyUse) =>
  sql<Date | null>`coalesce(shown_until, retired_at + ${shownMillis} * interval '1 millisecond')`;

/** By state, then in the order in which the use names its algorithms: the first is what others take by default. */
async function readShown(tx: Tx, use: KeyUse, now: Date): Promise<StoredKey[]> {
  const rows = await tx
    .selectFrom('signing_keys')
    .select(['kid', 'algorithm', 'state', 'public_jwk', 'retired_at', shownUntil(use).as('shown_until')])
    .where('purpose', '=', use.purpose)
    .where((eb) => eb.or([eb('state', '<>', 'retired'), eb(shownUntil(use), '>', now)]))
    .orderBy(
      sql`array_position(array['current', 'next', 'retired'], state),
        array_position(${[...use.algorithms]}::text[], algorithm), created_at desc`,
    )
    .execute();
  return rows.map(({ kid, algorithm, state, public_jwk, retired_at, shown_until }) => ({
    ...{ kid, algorithm: algorithm as SigningAlgorithm, state },
    ...{ publicJwk: public_jwk as JWK, retiredAt: retired_at, shownUntil: shown_until },
  }));
}

async function readCurrent(tx: Tx, { purpose }: KeyUse): Promise<string[]> {
  const current = tx.selectFrom('signing_keys').select('algorithm').where('state', '=', 'current');
  return (await current.where('purpose', '=', purpose).execute()).map(({ algorithm }) => algorithm);
}

async function readSealed(tx: Tx, { purpose }: KeyUse): Promise<Map<string, Buffer>> {
  const sealed = tx.selectFrom('signing_keys').select(['kid', 'sealed_private_jwk']);
  const rows = await sealed.where('purpose', '=', purpose).execute();
  return new Map(rows.map((row) => [row.kid, row.sealed_private_jwk]));
}

type FoundKey = Pick<StoredKey, 'algorithm' | 'state'>;

async function findKey(tx: Tx, { purpose }: KeyUse, kid: string): Promise<FoundKey | undefined> {
  const found = tx.selectFrom('signing_keys').select(['algorithm', 'state']).where('kid', '=', kid);
  return found.where('purpose', '=', purpose).$narrowType<FoundKey>().executeTakeFirst();
}

async function insertKey(
  tx: Tx,
  tenantId: string,
  { purpose }: KeyUse,
  { kid, publicJwk }: SigningKey,
  state: StoredKey['state'],
  sealed: Buffer,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('signing_keys')
    .values({
      ...{ tenant_id: tenantId, purpose, kid, state, created_at: now, sealed_private_jwk: sealed },
      ...{ algorithm: String(publicJwk.alg), public_jwk: JSON.stringify(publicJwk) },
    })
    .execute();
}

/** Retires what signs, puts what is announced to work, and deletes what need not be shown any more. */
async function moveUp(tx: Tx, use: KeyUse, now: Date): Promise<void> {
  const keys = tx.updateTable('signing_keys').where('purpose', '=', use.purpose);
  const shown_until = new Date(now.getTime() + use.shownMillis);
  await keys.where('state', '=', 'current').set({ state: 'retired', retired_at: now, shown_until }).execute();
  await keys.where('state', '=', 'next').set({ state: 'current' }).execute();
  await tx.deleteFrom('signing_keys').where('purpose', '=', use.purpose).where(shownUntil(use), '<', now).execute();
}

/** Removes a key; where it was at work the announced one of its algorithm takes over. */
async function removeKey(tx: Tx, { purpose }: KeyUse, kid: string, { algorithm, state }: FoundKey): Promise<void> {
  await tx.deleteFrom('signing_keys').where('kid', '=', kid).where('purpose', '=', purpose).execute();
  if (state !== 'current') return;
  const announced = tx.updateTable('signing_keys').where('purpose', '=', purpose).where('state', '=', 'next');
  await announced.where('algorithm', '=', algorithm).set({ state: 'current' }).execute();
}
