import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Reason } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { isTaken, violates } from '../../platform/db/violation.ts';
import type { Tools } from '../../platform/tools.ts';
import { type NoticeKind, queueNotices } from '../../tenant/notices/notices.ts';
import { attempt } from '../../platform/db/attempt.ts';
import { forgetDeleted, restoreUsers } from '../bin/put-back.ts';
import { deleteUsers } from '../bin/delete.ts';
import {
  forgettingAddresses,
  givingAddresses,
  inserting,
  joiningGroups,
  keepingGroups,
  leavingGroups,
  partsOfFile,
  type Staged,
  stateValue,
  updating,
  userState,
} from './changes.ts';
import { type By, findEffects, followChange, prepareChange } from './consequences.ts';
import { type Operator, writeGroupLog, writeLog } from './log.ts';
import { firstReason, mayLoseAdministrator, reason, refusals, takeTurns } from './rules.ts';

export interface Refused {
  row_no: number;
  /** Null if the row has nothing left to do. */
  reason: Reason | null;
}

/**
 * Applies staged rows, set-based, in the caller's transaction, and logs each. Returns the rows that were left out: those whose
 * user was changed since the preview, those that are no longer allowed, and those already done. A new sign-in address is
 * pending until its owner confirms it, without an email: administrators send that themselves. Links mailed to the former
 * address stop working. Users who lose their sign-in address, are activated or deactivated are emailed, as by hand.
 */
export async function carryOut(tools: Tools, tx: Tx, staged: Staged, by: Operator & By, now: Date): Promise<Refused[]> {
  // Locks the tenant before any user, in the same order as suspending it does.
  const room = await takeRoom(tx, staged);
  await holdUsers(tx, staged);
  await takeTurns(tx, staged);
  const hasGroups = await touchesGroups(tx, staged);
  if (hasGroups) await keepingGroups(staged).execute(tx);
  const refused = await findRefused(tx, staged, by.uuid, now);
  const allowed = () => without(staged, refused);
  const refuse = (rows: number[], why: Reason) => refused.push(...rows.map((row_no) => ({ row_no, reason: why })));
  if (room !== null) refuse(await findBeyond(tx, allowed(), room), refusals.noRoom);
  const taken = await insertUsers(tx, allowed(), now);
  refuse(taken, refusals.userIdTaken);
  await restore(tx, allowed, (rows) => refuse(rows, refusals.userIdTaken), now);
  const isLast = (error: unknown) => violates(error, 'last_administrator');
  const carry = () => change(tools, tx, { rows: allowed(), hasGroups }, by, now);
  const done = await attempt(tx, () => carry().then(() => true), isLast);
  if (!done) {
    const losses = await findLosses(tx, allowed());
    refuse(losses, refusals.lastAdministrator);
    await carry();
  }
  return refused;
}

/** Restores the deleted users of `restore` rows. */
async function restore(tx: Tx, allowed: () => Staged, refuse: (rows: number[]) => void, now: Date): Promise<void> {
  if (!(await isRestoring(tx, allowed()))) return;
  const there = await restoreUsers(tx, restoredBy(allowed()), now);
  refuse(await findMissing(tx, allowed(), there));
  await forgetDeleted(tx, there);
}

function without(staged: Staged, refused: readonly Refused[]): RawBuilder<unknown> {
  if (refused.length === 0) return staged;
  const numbers = refused.map(({ row_no }) => row_no);
  return sql`(select kept.* from ${staged} kept where ${sql<SqlBool>`kept.row_no <> all (${numbers}::integer[])`})`;
}

async function change(
  tools: Tools,
  tx: Tx,
  { rows, hasGroups }: { rows: Staged; hasGroups: boolean },
  by: Operator & By,
  now: Date,
): Promise<void> {
  await writeLog(tx, rows, by, now);
  if (hasGroups) await writeGroupLog(tx, rows, by, now);
  const effects = await findEffects(tx, rows);
  await prepareChange(tools, tx, effects, by, now);
  await writeUsers(tx, rows, hasGroups, now);
  await deleteUsers(tx, deletedBy(rows), { by: by.userId, now });
  await followChange(tools, tx, effects, by, now);
  const noticesOf = (uuids: readonly string[], kind: NoticeKind) =>
    uuids.map((userUuid) => ({ userUuid, kind, client: by.client, now }));
  await queueNotices(tools, tx, [
    ...noticesOf(effects.switchedOff, 'userDeactivated'),
    ...noticesOf(effects.active, 'userActivated'),
  ]);
}

/** Locks the users of the rows, in one order, so that transactions do not deadlock. */
async function holdUsers(tx: Tx, rows: Staged): Promise<void> {
  await sql`
    select from users where uuid in (select r.user_uuid from ${rows} r where r.kind in ('update', 'delete'))
    order by uuid for update`.execute(tx);
  await sql`
    select from deleted_users where uuid in (select r.user_uuid from ${rows} r where r.kind = 'restore')
    order by uuid for update`.execute(tx);
}

/** True if the rows may add or remove memberships; most files do not. */
async function touchesGroups(tx: Tx, rows: Staged): Promise<boolean> {
  const found = await sql<{ touches: boolean }>`
    select exists (select from ${rows} r where r.kind in ('delete', 'restore') or (r.kind = 'create' and r.given ? 'groups')
      or (r.kind = 'update' and r.changes ? 'groups')) as touches`.execute(tx);
  return found.rows[0]?.touches ?? false;
}

/**
 * True if the user was restored and deleted again since the preview, with other rights, status or address: the preview, and
 * the recent proof asked for, were about the former state.
 */
const otherwiseDeleted = sql`exists (select from deleted_users d where d.uuid = r.user_uuid and (
  not (to_jsonb(d.roles) @> (r.given -> 'roles') and to_jsonb(d.roles) <@ (r.given -> 'roles'))
  or (d.account ->> 'status') is distinct from (r.given ->> 'status')
  or d.login_mail_address is distinct from (r.given ->> 'loginMailAddress')))`;

/**
 * The rows that can no longer be applied, each with the first reason; null if its user is gone already. Users and groups must
 * be locked.
 */
async function findRefused(tx: Tx, rows: Staged, operatorUuid: string, now: Date): Promise<Refused[]> {
  const changed = sql`(select c.key from jsonb_each(r.changes) c
    where c.value -> 'before' is distinct from case c.key
      when 'nextLoginMailAddress' then coalesce(to_jsonb(u.next_login_mail_address), 'null')
      else ${stateValue(sql`s.state`, sql`c.key`)} end order by 1 limit 1)`;
  const looked = { kind: sql`r.kind`, given: sql`r.given`, changes: sql`r.changes`, operatorUuid };
  const { rows: refused } = await sql<Refused>`
    select * from (
      select r.row_no, case
        when r.kind = 'delete' and u.uuid is null or r.kind = 'restore' and u.uuid is not null then 'null'::jsonb
        when r.kind = 'restore' and not exists (select from deleted_users d where d.uuid = r.user_uuid and d.expires_at > ${now})
          then ${reason(refusals.userUnknown)}
        when r.kind = 'restore' and ${otherwiseDeleted} then ${reason(refusals.userChanged)}
        when r.kind = 'restore' and exists (select from users o where o.user_id_key = lower(r.user_id))
          then ${reason(refusals.userIdTaken)}
        when r.kind = 'update' and u.uuid is null then ${reason(refusals.userGone)}
        when r.kind = 'delete' and s.state <> r.before then ${reason(refusals.userChanged)}
        when r.kind = 'update' and ${changed} is not null then ${reason(refusals.userChanged, changed)}
        else ${firstReason(looked)}
        end as reason
      from ${rows} r
      left join lateral (select * from users found where found.uuid = r.user_uuid and r.kind <> 'create' limit 1) u on true
      left join lateral (select ${userState} as state where u.uuid is not null offset 0) s on true
      where r.kind in ('create', 'update', 'delete', 'restore') offset 0) looked
    where reason is not null`.execute(tx);
  return refused;
}

/**
 * If the rows create users: locks the user limit and returns the number of users that may be added until the transaction ends;
 * null if there is no limit.
 */
async function takeRoom(tx: Tx, rows: Staged): Promise<number | null> {
  const { rows: found } = await sql<{ room: number | null }>`
    select take_user_room() as room where exists (select from ${rows} r where r.kind in ('create', 'restore'))`.execute(
    tx,
  );
  return found[0]?.room ?? null;
}

/** The last new users, who exceed the limit. */
async function findBeyond(tx: Tx, rows: Staged, room: number): Promise<number[]> {
  const { rows: beyond } = await sql<{ row_no: number }>`
    select r.row_no from ${rows} r where r.kind in ('create', 'restore') order by r.row_no offset ${room}`.execute(tx);
  return beyond.map(({ row_no }) => row_no);
}

/** Inserts the new users; returns the rows whose user ID was taken meanwhile. */
async function insertUsers(tx: Tx, rows: Staged, now: Date): Promise<number[]> {
  // `on conflict` looks in every unique index, a tenth of the total cost; conflicts are rare, so it comes second.
  const made = await attempt(tx, () => inserting(rows, now).execute(tx), isTaken);
  if (made) return [];
  const { rows: taken } = await sql<{ row_no: number }>`
    with made as (${inserting(rows, now)} on conflict do nothing returning uuid)
    select r.row_no from ${rows} r where r.kind = 'create' and r.user_uuid not in (select uuid from made)`.execute(tx);
  return taken.map(({ row_no }) => row_no);
}

/** Updates users, their further addresses and, if affected, their groups. */
async function writeUsers(tx: Tx, rows: Staged, hasGroups: boolean, now: Date): Promise<void> {
  await updating(rows, partsOfFile, { now }).execute(tx);
  await forgettingAddresses(rows).execute(tx);
  await givingAddresses(rows).execute(tx);
  if (!hasGroups) return;
  await leavingGroups(rows).execute(tx);
  await joiningGroups(rows).execute(tx);
}

/** The users to restore, for `restoreUsers`. */
const restoredBy = (rows: Staged) =>
  sql`(select r.user_uuid as uuid, r.user_id, true as keeps_address from ${rows} r where r.kind = 'restore')`;

const isRestoring = async (tx: Tx, rows: Staged): Promise<boolean> =>
  (await sql`select from ${rows} r where r.kind = 'restore' limit 1`.execute(tx)).rows.length > 0;

/** The rows whose users were not restored because their user ID is taken. */
async function findMissing(tx: Tx, rows: Staged, there: readonly string[]): Promise<number[]> {
  const { rows: missing } = await sql<{ row_no: number }>`
    select r.row_no from ${rows} r where r.kind = 'restore' and r.user_uuid <> all (${there}::uuid[])`.execute(tx);
  return missing.map(({ row_no }) => row_no);
}

/** The users to delete. */
const deletedBy = (rows: Staged) => sql`select r.user_uuid from ${rows} r where r.kind = 'delete'`;

/** The rows that remove an administrator's rights, account or sign-in address. */
async function findLosses(tx: Tx, rows: Staged): Promise<number[]> {
  const found = await sql<{ row_no: number }>`
    select r.row_no from ${rows} r join users u on u.uuid = r.user_uuid
    where r.kind in ('update', 'delete') and ${mayLoseAdministrator(sql`r.kind`, sql`r.changes`)}`.execute(tx);
  return found.rows.map(({ row_no }) => row_no);
}
