import { findOauthArtifact, type OauthRow } from '../../db/across-tenants.ts';
import type { Caches } from '../../db/fresh-cache.ts';
import { type Database, PROVIDER } from '../../db/transaction.ts';

export type ArtifactFinder = (model: string, idHash: Buffer) => Promise<OauthRow | null>;

/**
 * Rows of tokens and grants by their hash, each asked at most twice a second. Sign-ins and refreshes write these rows all
 * day, so that their changes are not told (db/fresh-cache.ts): what is ended is gone within half a second by age alone.
 */
export function createArtifactCache(db: Database, caches: Caches): ArtifactFinder {
  const kept = caches.open<OauthRow | null>({ age: 500, most: 20_000, of: [] });
  return (model, idHash) =>
    // A hash names its row in any tenant; which one is known only then.
    kept.get(PROVIDER, `${model}/${idHash.toString('base64url')}`, () => findOauthArtifact(db.pool, model, idHash));
}
