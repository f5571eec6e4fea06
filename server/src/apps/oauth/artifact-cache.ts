import { findOauthArtifact, type OauthRow } from '../../platform/db/across-tenants.ts';
import type { Caches } from '../../platform/db/fresh-cache.ts';
import { type Database, PROVIDER } from '../../platform/db/transaction.ts';

/** Finds a row by the hash of its id, in base64url. */
export type ArtifactFinder = (idHash: string) => Promise<OauthRow | null>;

/**
 * Rows of one model (tokens or grants) by their hash, each asked at most twice a second. Sign-ins and refreshes write these rows all
 * day, so that their changes are not told (db/fresh-cache.ts): what is ended is gone within half a second by age alone.
 */
export function createArtifactCache(db: Database, caches: Caches, model: string): ArtifactFinder {
  const kept = caches.open<OauthRow | null>({ age: 500, most: 10_000, of: [] });
  // A hash names its row in any tenant; which one is known only then.
  return (idHash) =>
    kept.get(PROVIDER, idHash, () => findOauthArtifact(db.pool, model, Buffer.from(idHash, 'base64url')));
}
