import { fail } from '#contract/errors.ts';
import { newUuid } from '../../crypto/uuid.ts';
import type { Database, Tx } from '../../db/transaction.ts';
import { departments, locations } from './names.ts';
import * as queries from './queries.ts';
import { parentsOfAll } from './tree.ts';

const BITE = 1000;

const groupIdOf = (n: number) => `g${String(n).padStart(5, '0')}`;

/** A department at a place; from the second round on with a number, so that no two are alike. */
function groupName(n: number): string {
  const department = departments[n % departments.length];
  const location = locations[Math.floor(n / departments.length) % locations.length];
  const round = Math.floor(n / (departments.length * locations.length));
  return round === 0 ? `${location} ${department}` : `${location} ${department} ${round + 1}`;
}

/**
 * Makes the made-up groups that are missing, nested six deep, each with the tag of its place; gives the uuids of all.
 * Throws `not_found` when there is no such tenant.
 */
export async function ensureDemoGroups(
  db: Database,
  now: Date,
  { tenantId, groups }: { tenantId: string; groups: number },
): Promise<string[]> {
  return db.inTenant(tenantId, async (tx) => {
    if (!(await queries.hasTenant(tx))) throw fail('not_found', { field: 'tenantId' });
    const wanted = Array.from({ length: Math.max(1, groups) }, (_, n) => ({
      tenant_id: tenantId,
      uuid: newUuid(),
      group_id: groupIdOf(n + 1),
      name: groupName(n),
      created_at: now,
    }));
    const [first, last] = [groupIdOf(1), groupIdOf(wanted.length)];
    const there = new Set(await queries.groupUuids(tx, first, last));
    for (let start = 0; start < wanted.length; start += BITE) {
      await queries.insertMissingGroups(tx, wanted.slice(start, start + BITE));
    }
    const uuids = await queries.groupUuids(tx, first, last);
    // Groups that were there stand where somebody may have moved them.
    await nest(tx, tenantId, uuids, there);
    await queries.insertMissingTags(tx, tenantId, locations, now);
    await queries.tagByName(tx, tenantId, locations, first, last);
    return uuids;
  });
}

async function nest(tx: Tx, tenantId: string, uuids: readonly string[], there: ReadonlySet<string>): Promise<void> {
  const edges = parentsOfAll(uuids.length).flatMap((parents, n) => {
    const child = uuids[n] ?? '';
    return there.has(child) ? [] : parents.map((parent) => ({ parent: uuids[parent] ?? '', child }));
  });
  for (let start = 0; start < edges.length; start += BITE) {
    await queries.insertEdges(tx, tenantId, edges.slice(start, start + BITE));
  }
}
