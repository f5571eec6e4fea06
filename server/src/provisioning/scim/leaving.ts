import type { DepartureKind } from '#contract/provisioning/values.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { TypedEntry } from '../../platform/http/acting.ts';
import { firstFew, hold, letGo, wouldBeTooMany } from '../quarantine/quarantine.ts';
import { type ScimAct, sourceOf } from './act.ts';
import type { HeldRow } from './queries.ts';

/** What of the quarantine concerns users who leave by SCIM. */

const whoOf = (act: ScimAct, uuid: string) => ({ tenantId: act.caller.tenantId, source: sourceOf(act), uuid });

/** Whether a user may leave now; who may not is held back. The operations of a Bulk take their turn however far the limit is. */
export async function mayLeave(act: ScimAct, uuid: string, kind: DepartureKind): Promise<boolean> {
  if (act.isOfBulk) return (await leavingOf(act, [uuid], kind)).has(uuid);
  const { tools, tx, now } = act;
  if (!(await wouldBeTooMany(tx, whoOf(act, uuid), kind, now))) return true;
  await hold(tools, tx, { ...whoOf(act, uuid), uuids: [uuid] }, kind, now);
  return false;
}

/** Those of many who may leave now; the others are held back. */
export async function leavingOf(act: ScimAct, uuids: readonly string[], kind: DepartureKind): Promise<Set<string>> {
  if (uuids.length === 0) return new Set();
  const { tools, tx, now, caller } = act;
  const of = { tenantId: caller.tenantId, source: sourceOf(act) };
  const leaving = new Set(await firstFew(tx, { ...of, uuids }, kind, now));
  await hold(tools, tx, { ...of, uuids: uuids.filter((uuid) => !leaving.has(uuid)) }, kind, now);
  return leaving;
}

/** The source wants the user to stay after all. */
export const withdraw = (act: ScimAct, uuid: string): Promise<void> => letGo(act.tx, [uuid]);

/** The same of many. */
export const withdrawAll = async (tx: Tx, uuids: readonly string[]): Promise<void> => {
  if (uuids.length > 0) await letGo(tx, uuids);
};

/** What the log says of one who is held back; nothing if that was so before. */
export const heldBack = ({ user_uuid, held }: HeldRow): TypedEntry[] =>
  held === null ? [{ type: 'user.departureHeld', targetId: user_uuid, changes: {} }] : [];
