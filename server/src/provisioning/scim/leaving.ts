import type { DepartureKind } from '#contract/provisioning/values.ts';
import type { TypedEntry } from '../../platform/http/acting.ts';
import { hold, letGo, wouldBeTooMany } from '../quarantine/quarantine.ts';
import { type ScimAct, sourceOf } from './act.ts';
import type { HeldRow } from './queries.ts';

/** What of the quarantine concerns one user who leaves by SCIM. */

const whoOf = (act: ScimAct, uuid: string) => ({ tenantId: act.caller.tenantId, source: sourceOf(act), uuid });

/** Whether a user may leave now; who may not is held back. */
export async function mayLeave(act: ScimAct, uuid: string, kind: DepartureKind): Promise<boolean> {
  const { tools, tx, now } = act;
  if (!(await wouldBeTooMany(tx, whoOf(act, uuid), kind, now))) return true;
  await hold(tools, tx, whoOf(act, uuid), kind, now);
  return false;
}

/** The source wants the user to stay after all. */
export const withdraw = (act: ScimAct, uuid: string): Promise<void> => letGo(act.tx, uuid);

/** What the log says of one who is held back; nothing if that was so before. */
export const heldBack = ({ user_uuid, held }: HeldRow): TypedEntry[] =>
  held === null ? [{ type: 'user.departureHeld', targetId: user_uuid, changes: {} }] : [];
