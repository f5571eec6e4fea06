import { type FeatureToggle, featureToggleNames, featureToggles, isFeatureToggle } from '#contract/toggles.ts';
import { isTenantId } from '#contract/rules.ts';
import type { Caches, FreshCache } from '../../platform/db/fresh-cache.ts';
import { type Database, PROVIDER } from '../../platform/db/transaction.ts';
import { readToggles } from './queries.ts';

/** Reads which features are on for a tenant, or for unauthenticated users (null), at most half a second late. */
export function createToggles(db: Database, caches: Caches) {
  const kept: FreshCache<Map<string, boolean>> = caches.open({ age: 500, most: 10_000, of: ['feature_toggles'] });
  const settingsOf = (space: string) => kept.get(space, '', () => db.inTenant(space, readToggles));
  /** Settings for a tenant, or for everybody: the tenant's setting first, then the one for everywhere. */
  const readers = async (tenantId: string | null) => {
    const everywhere = await settingsOf(PROVIDER);
    // An invalid tenant ID is answered like a tenant without settings.
    const own = tenantId !== null && isTenantId(tenantId) ? await settingsOf(tenantId) : undefined;
    return (name: FeatureToggle) => own?.get(name) ?? everywhere.get(name) ?? featureToggles[name];
  };
  return {
    /** Unknown names are off. */
    isToggleActive: async (name: string, tenantId: string | null) =>
      isFeatureToggle(name) && (await readers(tenantId))(name),
    activeToggles: async (tenantId: string | null) => featureToggleNames.filter(await readers(tenantId)),
  };
}

export { readToggles };
