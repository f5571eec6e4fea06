import type { ToggleState } from '#contract/operator/toggles.ts';
import { type FeatureToggle, featureToggleNames, featureToggles } from '#contract/toggles.ts';
import { PROVIDER } from '../../platform/db/transaction.ts';
import { readToggles } from '../../site/toggles/toggles.ts';
import type { Acting } from '../../platform/http/acting.ts';
import { showTenant } from '../tenants/tenants.ts';
import type { Tools } from '../../platform/tools.ts';
import * as queries from './queries.ts';

/** Every toggle as it stands everywhere, or for a tenant, and what decided. Throws `not_found` (tenant). */
export async function listToggles(tools: Tools, tenantId: string | null): Promise<ToggleState[]> {
  if (tenantId) await showTenant(tools, tenantId);
  const everywhere = await tools.db.inTenant(PROVIDER, readToggles);
  const own = tenantId ? await tools.db.inTenant(tenantId, readToggles) : new Map<string, boolean>();
  return featureToggleNames.map((name) => {
    const setOwn = own.get(name);
    const setEverywhere = everywhere.get(name);
    if (setOwn !== undefined) return { name, active: setOwn, setFor: 'tenant' };
    if (setEverywhere !== undefined) return { name, active: setEverywhere, setFor: 'everywhere' };
    return { name, active: featureToggles[name], setFor: 'default' };
  });
}

/**
 * Turns a feature on or off everywhere (`tenantId` null) or for one tenant; `active` null takes that setting back.
 * Answers the toggle as it stands then. Throws `not_found` (tenant).
 */
export async function setToggle(
  tools: Tools,
  act: Acting,
  { name, active, tenantId }: { name: FeatureToggle; active: boolean | null; tenantId: string | null },
): Promise<ToggleState> {
  const before = await toggleState(tools, name, tenantId);
  const space = tenantId ?? PROVIDER;
  await tools.db.inTenant(space, async (tx) => {
    if (active === null) await queries.deleteToggle(tx, name);
    else await queries.upsertToggle(tx, { tenant_id: space, name, active, updated_at: act.now });
    const changes = { active: { before: before.active, after: active } };
    await act.audit(
      tx,
      { type: 'featureToggle.changed', targetId: name, changes },
      { tenantId: space, operation: 'update' },
    );
  });
  return toggleState(tools, name, tenantId);
}

async function toggleState(tools: Tools, name: FeatureToggle, tenantId: string | null): Promise<ToggleState> {
  const states = await listToggles(tools, tenantId);
  return states.find((state) => state.name === name) as ToggleState;
}
