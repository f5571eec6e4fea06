import type { Language } from '#contract/languages.ts';
import { outageState } from '#contract/outage.ts';
import type { ScheduledMaintenance } from '#contract/site/status.ts';
import type { Component } from '#contract/operator/status.ts';
import { PROVIDER } from '../../platform/db/transaction.ts';
import { listOpenMaintenances, stateOf } from '../maintenance/maintenance.ts';
import { listComponents } from '../status/status.ts';
import type { Tools } from '../../platform/tools.ts';

/** Head of every status answer. */
export function statusPage({ config }: Tools, now: Date) {
  return { id: config.REGION, name: config.PRODUCT_NAME, url: config.publicUrl, updated_at: now.toISOString() };
}

/** Announced and current maintenance, titled in the language (or English where it has no title in it). */
export async function upcomingMaintenances(
  { db }: Tools,
  language: Language,
  now: Date,
): Promise<ScheduledMaintenance[]> {
  const rows = await db.inTenant(PROVIDER, (tx) => listOpenMaintenances(tx, now));
  return rows.map((row) => ({
    id: row.uuid,
    name: row.title[language] ?? row.title.en ?? '',
    status: stateOf(row, now) === 'in_progress' ? 'in_progress' : 'scheduled',
    scheduled_for: row.starts_at.toISOString(),
    scheduled_until: row.ends_at.toISOString(),
    created_at: row.created_at.toISOString(),
  }));
}

export type Indicator = 'none' | 'minor' | 'major' | 'critical';

/** Overall state: the outage rule (spec section 4), otherwise whether any component is degraded. */
export function indicatorOf(components: readonly Pick<Component, 'status'>[]): Indicator {
  const outage = outageState(components);
  if (outage === 'major') return 'critical';
  if (outage === 'partial') return 'major';
  return components.some(({ status }) => status !== 'operational') ? 'minor' : 'none';
}

/** The components that the public status names. */
export const publicComponents = ({ db }: Tools) => db.inTenant(PROVIDER, listComponents);
