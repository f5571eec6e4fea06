import { fail } from '#contract/errors.ts';
import { newUuid } from '../../platform/crypto/uuid.ts';
import type { Database } from '../../platform/db/transaction.ts';
import { departments, locations } from './names.ts';
import * as queries from './queries.ts';
import { parentsOfAll } from './tree.ts';

const BITE = 1000;

const groupIdOf = (n: number) => `g${String(n).padStart(5, '0')}`;
const numberOf = (groupId: string) => Number(groupId.slice(1));

/** A department at a place; from the second round on with a number, so that no two are alike. */
function groupName(n: number): string {
  const department = departments[n % departments.length];
  const location = locations[Math.floor(n / departments.length) % locations.length];
  const round = Math.floor(n / (departments.length * locations.length));
  return round === 0 ? `${location} ${department}` : `${location} ${department} ${round + 1}`;
}

/** Groups at the beginning whose edges are few enough to be made without statistics. */
const FEW = 250;

/**
 * Makes the made-up groups that are missing, nested six deep, each with the tag of its place; gives the uuids of all.
 * `analyze`: gathers statistics, without which every edge would read all groups before it, for an index that begins with
 * the tenant is as good as any for a tenant that is not known. Throws `not_found` when there is no such tenant.
 */
export async function ensureDemoGroups(
  db: Database,
  now: Date,
  { tenantId, groups }: { tenantId: string; groups: number },
  analyze: (tables: readonly string[]) => Promise<void>,
): Promise<string[]> {
  const wanted = Array.from({ length: Math.max(1, groups) }, (_, n) => ({
    tenant_id: tenantId,
    uuid: newUuid(),
    group_id: groupIdOf(n + 1),
    name: groupName(n),
    created_at: now,
  }));
  const [first, last] = [groupIdOf(1), groupIdOf(wanted.length)];
  const { uuids, edges } = await db.inTenant(tenantId, async (tx) => {
    if (!(await queries.hasTenant(tx))) throw fail('not_found', { field: 'tenantId' });
    // Groups that were there stand where somebody may have moved them, but for those behind the last that was nested.
    const nested = await queries.lastNested(tx, first, last);
    const there = (await queries.groupUuids(tx, first, last)).length;
    for (let start = 0; start < wanted.length; start += BITE) {
      await queries.insertMissingGroups(tx, wanted.slice(start, start + BITE));
    }
    const all = await queries.groupUuids(tx, first, last);
    return { uuids: all, edges: edgesFrom(all, nested === null ? 0 : Math.min(there, numberOf(nested))) };
  });
  await nest(db, tenantId, edges, analyze);
  await db.inTenant(tenantId, async (tx) => {
    await queries.insertMissingTags(tx, tenantId, locations, now);
    await queries.tagByName(tx, tenantId, locations, first, last);
  });
  return uuids;
}

interface Edge {
  parent: string;
  child: string;
}

/** What the groups from a place on are in, in their order: each is there before what is in it. */
function edgesFrom(uuids: readonly string[], from: number): Edge[] {
  return parentsOfAll(uuids.length).flatMap((parents, n) =>
    n < from ? [] : parents.map((parent) => ({ parent: uuids[parent] ?? '', child: uuids[n] ?? '' })),
  );
}

async function nest(
  db: Database,
  tenantId: string,
  edges: readonly Edge[],
  analyze: (tables: readonly string[]) => Promise<void>,
): Promise<void> {
  const isLong = edges.length > FEW;
  if (isLong) await analyze(['groups']);
  for (let start = 0; start < edges.length; ) {
    const end = start === 0 ? FEW : start + BITE;
    const bite = edges.slice(start, end);
    await db.inTenant(tenantId, (tx) => queries.insertEdges(tx, tenantId, bite));
    if (isLong && start === 0) await analyze(['group_groups', 'group_ancestry']);
    start = end;
  }
}
