import { findOauthArtifact, type OauthRow } from '../../platform/db/across-tenants.ts';
import type { Caches } from '../../platform/db/fresh-cache.ts';
import { type Database, PROVIDER } from '../../platform/db/transaction.ts';

/** Finds a row by the base64url hash of its ID. */
export type ArtifactFinder = (idHash: string) => Promise<OauthRow | null>;

/**
 * Cache of rows of one model (tokens or grants) by their hash, each read at most twice a second. Sign-ins and refreshes
 * write these rows constantly, so that their changes are not announced (db/fresh-cache.ts): revoked rows disappear
 * within half a second by age alone.
 */
export function createArtifactCache(db: Database, caches: Caches, model: string): ArtifactFinder {
  const kept = caches.open<OauthRow | null>({ age: 500, most: 10_000, of: [] });
  // A hash identifies a row in any tenant; the tenant is known only after the read.
  return (idHash) =>
    kept.get(PROVIDER, idHash, () => findOauthArtifact(db.pool, model, Buffer.from(idHash, 'base64url')));
}
