import type { Tx } from '../../platform/db/transaction.ts';
import type { Changes } from '../../platform/events/write.ts';
import type { TypedEntry } from '../../platform/http/acting.ts';
import type { Caller } from '../../platform/http/session.ts';
import type { Tools } from '../../platform/tools.ts';
import { deleteUsers } from '../../people/bin/delete.ts';
import { signedOutFields, switchUsers } from '../../people/changes/access.ts';
import { sameForAll, updating } from '../../people/changes/changes.ts';
import { followChange } from '../../people/changes/consequences.ts';
import { atGroupsOfLeaving } from '../../people/groups/members/log.ts';
import { sql } from 'kysely';
import * as queries from './queries.ts';

interface Deciding {
  tools: Tools;
  tx: Tx;
  caller: Caller;
  now: Date;
}

export interface Decision {
  decided: number;
  spared: number;
  entries: TypedEntry[];
  /** Whom it concerns. */
  uuids: string[];
}

const uuidsOf = (rows: readonly queries.Decided[]) => rows.map(({ user_uuid }) => user_uuid);

/** Decides about users who are held back, in the administrator's name. Who has rights meanwhile, or is excluded, stays. */
export async function decide(
  deciding: Deciding,
  source: string,
  decision: 'allow' | 'reject',
  ids: readonly string[] | null,
  most: number,
): Promise<Decision> {
  const { tx, now } = deciding;
  const rows = await queries.takeHeld(tx, source, ids, ids ? ids.length : most);
  const spared = decision === 'allow' ? rows.filter(({ is_spared }) => is_spared) : [];
  const leaving = decision === 'allow' ? rows.filter(({ is_spared }) => !is_spared) : [];
  const staying = decision === 'allow' ? spared : rows;
  await queries.release(tx, uuidsOf(rows));
  const entries = [...(await keep(tx, staying, now)), ...(await letLeave(deciding, leaving))];
  return { decided: rows.length - spared.length, spared: spared.length, entries, uuids: uuidsOf(rows) };
}

/** Whom the source has deleted is the tenant's own from now on. */
async function keep(tx: Tx, rows: readonly queries.Decided[], now: Date): Promise<TypedEntry[]> {
  const gone = uuidsOf(rows.filter(({ is_gone }) => is_gone));
  if (gone.length > 0) {
    const users = sql`select unnest(${gone}::uuid[]) as user_uuid`;
    await updating(sameForAll(users, { source: 'local' }), ['source'], { now }).execute(tx);
    await queries.forgetLinks(tx, gone);
  }
  return rows.map(({ user_uuid, is_gone }) => ({
    type: 'user.departureRejected',
    targetId: user_uuid,
    changes: (is_gone ? { source: { before: 'scim', after: 'local' } } : {}) as Changes,
  }));
}

async function letLeave({ tools, tx, caller, now }: Deciding, rows: readonly queries.Decided[]): Promise<TypedEntry[]> {
  const off = uuidsOf(rows.filter(({ kind }) => kind === 'deactivate'));
  const deleted = uuidsOf(rows.filter(({ kind }) => kind === 'delete'));
  const entries: TypedEntry[] = [];
  if (off.length > 0) {
    const switched = await switchUsers(tx, off, 'inactive', now);
    const by = { tenantId: caller.tenantId, userId: caller.userId, client: null };
    const lost = await followChange(tools, tx, { switchedOff: switched.map(({ uuid }) => uuid) }, by, now);
    for (const { uuid, before, after } of switched) {
      const ended = lost.get(uuid);
      const changes: Changes = { status: { before, after }, ...(ended && signedOutFields(ended)) };
      entries.push({ type: 'user.deactivated', targetId: uuid, changes });
    }
  }
  if (deleted.length > 0) {
    const atGroups = await atGroupsOfLeaving(tx, deleted);
    const gone = await deleteUsers(tx, deleted, { by: caller.userId, now });
    for (const [targetId, changes] of gone) entries.push({ type: 'user.deleted', targetId, changes });
    entries.push(...atGroups);
  }
  return entries;
}
