import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Reason } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { violates } from '../../platform/db/violation.ts';
import type { Tools } from '../../platform/tools.ts';
import { queueNotices } from '../../tenant/notices/notices.ts';
import { takeTurns } from '../users/address-turns.ts';
import { attempt } from '../bulk/queries.ts';
import { forgetDeleted, restoreUsers } from '../bin/put-back.ts';
import { deleteUsers } from '../bin/delete.ts';
import { type By, followChange, prepareChange } from './consequences.ts';
import { type Operator, writeGroupLog, writeLog } from './log.ts';
import * as queries from './queries.ts';
import { refusals } from './rules.ts';
import type { Staged } from './source.ts';

/** `tells`: who is switched on or off is mailed, as by hand. An act on many by hand mails nobody, nor does its undo. */
export type Doer = Operator & By & { tells: boolean };

/**
 * Carries staged rows out, set-based, in the transaction of the caller, with a row of the system-operation log for each.
 * Nothing is overwritten that is not what the row says it was: such rows, and those that the tenant no longer allows, are
 * left alone and told, as are those that somebody else has done. A login mail address that is new waits until its owner
 * confirms it, and no mail is sent about it: that is for the administrator to begin. Links mailed to the one before are
 * worthless. Who loses the address to sign in with is told.
 */
export async function carryOut(tools: Tools, tx: Tx, staged: Staged, by: Doer, now: Date): Promise<queries.Refused[]> {
  // Before any user is held: whoever stops the tenant holds it first, too.
  const room = await queries.takeRoom(tx, staged);
  await queries.holdUsers(tx, staged);
  await takeTurns(tx, staged);
  const touchesGroups = await queries.touchesGroups(tx, staged);
  if (touchesGroups) await queries.keepGroups(tx, staged);
  const refused = await queries.findRefused(tx, staged, by.uuid, now);
  const allowed = () => without(staged, refused);
  const refuse = (rows: number[], reason: Reason) => refused.push(...rows.map((row_no) => ({ row_no, reason })));
  if (room !== null) refuse(await queries.findBeyond(tx, allowed(), room), refusals.noRoom);
  const taken = await queries.insertUsers(tx, allowed(), now);
  refuse(taken, refusals.userIdTaken);
  await restore(tx, allowed, (rows) => refuse(rows, refusals.userIdTaken), now);
  const isLast = (error: unknown) => violates(error, 'last_administrator');
  const carry = () => change(tools, tx, { rows: allowed(), touchesGroups }, by, now);
  const done = await attempt(tx, () => carry().then(() => true), isLast);
  if (!done) {
    const losses = await queries.findLosses(tx, allowed());
    refuse(losses, refusals.lastAdministrator);
    await carry();
  }
  return refused;
}

/** Makes deleted users again whom the rows restore. */
async function restore(tx: Tx, allowed: () => Staged, refuse: (rows: number[]) => void, now: Date): Promise<void> {
  if (!(await queries.isRestoring(tx, allowed()))) return;
  const there = await restoreUsers(tx, queries.restoredBy(allowed()), now);
  refuse(await queries.findMissing(tx, allowed(), there));
  await forgetDeleted(tx, there);
}

function without(staged: Staged, refused: readonly queries.Refused[]): RawBuilder<unknown> {
  if (refused.length === 0) return staged;
  const numbers = refused.map(({ row_no }) => row_no);
  return sql`(select kept.* from ${staged} kept where ${sql<SqlBool>`kept.row_no <> all (${numbers}::integer[])`})`;
}

async function change(
  tools: Tools,
  tx: Tx,
  { rows, touchesGroups }: { rows: Staged; touchesGroups: boolean },
  by: Doer,
  now: Date,
): Promise<void> {
  await writeLog(tx, rows, by, now);
  if (touchesGroups) await writeGroupLog(tx, rows, by, now);
  const effects = await queries.findEffects(tx, rows);
  await prepareChange(tools, tx, effects, by, now);
  await queries.writeUsers(tx, rows, touchesGroups, now);
  await deleteUsers(tx, queries.deletedBy(rows), { by: by.userId, now });
  await followChange(tools, tx, effects, by, now);
  if (!by.tells) return;
  const notice = { client: by.client, now };
  await queueNotices(tools, tx, effects.switchedOff, { ...notice, kind: 'userDeactivated' });
  await queueNotices(tools, tx, effects.active, { ...notice, kind: 'userActivated' });
}
