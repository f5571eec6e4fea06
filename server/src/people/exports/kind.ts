import type { UserCondition } from '#contract/people/users-search.ts';
import type { Database } from '../../platform/db/transaction.ts';
import type { ExportKind } from '../../platform/exports/kind.ts';
import type { End } from '../../platform/exports/queries.ts';
import { refuseGroupGone } from '../groups/members/in-group.ts';
import { asksNothing, divide, lineColumns, linesOf, matchingOf, usedAttributes } from '../lines/lines.ts';

/** The stretch of an export, by the uuids of users. */
const byUuid = ({ after, upTo }: { after: End | null; upTo: End | null }) => ({
  after: after?.uuid ?? null,
  upTo: upTo?.uuid ?? null,
});

/** Exports of users: those who met the condition when it was begun, oldest accounts first. */
export const userExportKind: ExportKind = {
  kind: 'users',
  job: 'user-export',
  hashed: false,
  fileName: ({ created_at }) => `users-${created_at.toISOString().slice(0, 10)}`,
  divide: async (db, row, every) => {
    const { tenant_id: tenantId, created_at: now } = row;
    const [{ total, ends }, attributes] = await Promise.all([
      db.inTenant(tenantId, (tx) => divide(tx, row.condition as UserCondition, now, every)),
      db.inTenant(tenantId, usedAttributes),
    ]);
    return { total, ends: ends.map((uuid) => ({ uuid, at: null })), attributes };
  },
  refuseWorthless: (tx, row) => refuseGroupGone(tx, row.condition as UserCondition),
  lines: async (db, client, row, part) => {
    const attributes = row.attributes ?? [];
    const stretch = byUuid(part);
    const matching = await matchingFor(db, row, stretch);
    if (matching) {
      // A table of those who meet the condition, until the transaction ends.
      await client.query('create temporary table export_matching (uuid uuid) on commit drop');
      await client.query(`insert into export_matching ${matching.text}`, matching.values);
    }
    const select = linesOf(stretch, attributes, matching && 'export_matching');
    return { columns: lineColumns(attributes), select };
  },
};

/** The question who meets the condition; null where everybody does. */
async function matchingFor(
  db: Database,
  row: { tenant_id: string; condition: unknown; created_at: Date },
  stretch: ReturnType<typeof byUuid>,
) {
  const condition = row.condition as UserCondition;
  if (asksNothing(condition, row.created_at)) return null;
  return db.inTenant(row.tenant_id, async (tx) => matchingOf(tx, condition, row.created_at, stretch));
}
