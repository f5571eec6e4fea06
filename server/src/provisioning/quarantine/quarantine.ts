import { LEAVING_ALWAYS, type DepartureKind } from '#contract/provisioning/values.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Tools } from '../../platform/tools.ts';
import { tellAdministrators } from '../../tenant/notices/administrators.ts';
import { PIECE } from '../scim/bulk/plan.ts';
import * as queries from './queries.ts';

/**
 * Users who leave a source: so many a day as its settings allow. Nothing happens to more, until an administrator decides
 * (docs/decisions/0238).
 */

const DAY_MS = 86_400_000;
/**
 * So near the limit, those who leave at once take turns. Farther away no crowd that is answered at a time reaches it, nor with
 * the one Bulk whose turn it is.
 */
const NEAR = 64 + PIECE;

interface Leaving {
  tenantId: string;
  source: string;
  uuid: string;
}

type Limits = Pick<queries.Limits, 'max_leaving' | 'max_leaving_percent' | 'users'>;

/** How many may leave within a day; null: any number. */
export function allowedOf({ max_leaving: most, max_leaving_percent: percent, users }: Limits): number | null {
  const share = percent === null ? null : Math.max(LEAVING_ALWAYS, Math.floor((users * percent) / 100));
  if (most === null || share === null) return most ?? share;
  return Math.min(most, share);
}

/** Whether one more who leaves is too many; if not, it is noted that the user does. */
export async function wouldBeTooMany(
  tx: Tx,
  { tenantId, source, uuid }: Leaving,
  kind: DepartureKind,
  now: Date,
): Promise<boolean> {
  const since = new Date(now.getTime() - DAY_MS);
  let limits = await queries.readLimits(tx, source, since);
  const isNear = () => {
    const allowed = allowedOf(limits);
    return allowed !== null && limits.left + NEAR > allowed;
  };
  if (isNear()) {
    await queries.takeTurn(tx, source);
    limits = await queries.readLimits(tx, source, since);
  }
  const allowed = allowedOf(limits);
  if (allowed !== null && limits.left >= allowed) return true;
  if (allowed !== null)
    await queries.noteAll(tx, [
      { tenant_id: tenantId, source_uuid: source, user_uuid: uuid, kind, state: 'done', at: now },
    ]);
  return false;
}

/**
 * Of users who leave at once, those who may: the first. It is noted that they do. The source takes its turn, since whoever
 * leaves beside them would be counted wrong.
 */
export async function firstFew(
  tx: Tx,
  { tenantId, source, uuids }: { tenantId: string; source: string; uuids: readonly string[] },
  kind: DepartureKind,
  now: Date,
): Promise<string[]> {
  await queries.takeTurn(tx, source);
  const limits = await queries.readLimits(tx, source, new Date(now.getTime() - DAY_MS));
  const allowed = allowedOf(limits);
  if (allowed === null) return [...uuids];
  const leaving = uuids.slice(0, Math.max(0, allowed - limits.left));
  const row = { tenant_id: tenantId, source_uuid: source, kind, state: 'done' as const, at: now };
  await queries.noteAll(
    tx,
    leaving.map((uuid) => ({ ...row, user_uuid: uuid })),
  );
  return leaving;
}

/** Holds users back, and tells the administrators, once a day. */
export async function hold(
  tools: Tools,
  tx: Tx,
  { tenantId, source, uuids }: { tenantId: string; source: string; uuids: readonly string[] },
  kind: DepartureKind,
  now: Date,
): Promise<void> {
  if (uuids.length === 0) return;
  const row = { tenant_id: tenantId, source_uuid: source, kind, state: 'held' as const, at: now };
  await queries.noteHeld(
    tx,
    uuids.map((uuid) => ({ ...row, user_uuid: uuid })),
    kind,
  );
  const since = new Date(now.getTime() - DAY_MS);
  const name = await queries.takeTelling(tx, source, since, now);
  if (name === null) return;
  const limits = await queries.readLimits(tx, source, since);
  await tellAdministrators(tools, tx, {
    kind: 'departuresHeld',
    page: `/portal/provisioning/${source}`,
    variables: () => ({ source: name, left: limits.left, users: limits.users }),
    now,
  });
}

/** Forgets departures that count no more. */
export const forgetLeft = (tx: Tx, source: string, now: Date): Promise<void> =>
  queries.forgetLeft(tx, source, new Date(now.getTime() - DAY_MS));

/** Nobody decides any more: the source has changed its mind. */
export const letGo = (tx: Tx, uuids: readonly string[]): Promise<void> => queries.release(tx, uuids);
