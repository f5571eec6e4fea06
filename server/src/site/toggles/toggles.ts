import {
  type FeatureToggle,
  featureToggleNames,
  featureToggles,
  isFeatureToggle,
} from '#contract/site/feature-toggles.ts';
import { isTenantId } from '#contract/rules.ts';
import { type Database, PROVIDER } from '../../db/transaction.ts';
import { readToggles } from './queries.ts';

const FRESH_MS = 500;
const MOST = 10_000;

interface Kept {
  until: number;
  settings: Promise<Map<string, boolean>>;
}

const keptByDatabase = new WeakMap<Database, Map<string, Kept>>();

/** What is set in one space, at most half a second old. */
function settingsOf(db: Database, space: string): Promise<Map<string, boolean>> {
  const kept = keptByDatabase.get(db) ?? new Map<string, Kept>();
  keptByDatabase.set(db, kept);
  const now = performance.now();
  const hit = kept.get(space);
  if (hit && hit.until > now) return hit.settings;
  if (kept.size >= MOST) kept.clear();
  const settings = db.inTenant(space, readToggles);
  kept.set(space, { until: now + FRESH_MS, settings });
  // A failed read is not remembered.
  settings.catch(() => kept.delete(space));
  return settings;
}

/** The settings that count for a tenant, or for everybody: the tenant's own word first, then the one for everywhere. */
async function readers(db: Database, tenantId: string | null) {
  const everywhere = await settingsOf(db, PROVIDER);
  // What cannot be a tenant is answered like a tenant without settings.
  const own = tenantId !== null && isTenantId(tenantId) ? await settingsOf(db, tenantId) : undefined;
  return (name: FeatureToggle) => own?.get(name) ?? everywhere.get(name) ?? featureToggles[name];
}

/**
 * Says whether a feature is on for a tenant (`null`: for guests, everywhere). A change is seen within half a second.
 * A name that is no toggle is off.
 */
export async function isToggleActive(db: Database, name: string, tenantId: string | null): Promise<boolean> {
  return isFeatureToggle(name) && (await readers(db, tenantId))(name);
}

/** The features that are on for a tenant, or for guests. */
export async function activeToggles(db: Database, tenantId: string | null): Promise<FeatureToggle[]> {
  const isActive = await readers(db, tenantId);
  return featureToggleNames.filter(isActive);
}

/** What is set in the space of a transaction, name by name. */
export { readToggles };
