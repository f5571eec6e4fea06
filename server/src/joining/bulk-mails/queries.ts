import { type RawBuilder, sql } from 'kysely';
import type { MailRefusal, SendType } from '#contract/joining/send-types.ts';
import { sameForAll, updating } from '../../people/changes/changes.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Place } from '../../platform/db/newest-first.ts';

export interface RunRow {
  tenant_id: string;
  uuid: string;
  send_type: SendType;
  status: 'processing' | 'completed' | 'cancelled';
  link_seconds: number | null;
  total: number;
  sent: number;
  refused: number;
  operator_uuid: string;
  operator_user_id: string;
  address: string | null;
  request_id: string;
  created_at: Date;
  ended_at: Date | null;
}

export type NewRun = Omit<RunRow, 'status' | 'total' | 'sent' | 'refused' | 'ended_at'>;

export async function insertRun(tx: Tx, run: NewRun): Promise<void> {
  await tx
    .insertInto('mail_runs')
    .values({ ...run, total: 0 })
    .execute();
}

/** Inserts targets by visible ID; returns their number. */
export async function addTargetsById(tx: Tx, run: NewRun, userIds: readonly string[]): Promise<number> {
  const keys = userIds.map((userId) => userId.toLowerCase());
  return addTargets(tx, run, sql`select uuid from users where user_id_key = any (${keys}::text[])`);
}

export async function addTargetsByUuid(tx: Tx, run: NewRun, uuids: readonly string[]): Promise<number> {
  return addTargets(tx, run, sql`select unnest(${uuids}::uuid[]) as uuid`);
}

/** Inserts the users of a query as targets; returns their number. */
export async function addTargets(tx: Tx, run: NewRun, users: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into mail_run_targets (tenant_id, run_uuid, user_uuid)
    select ${run.tenant_id}, ${run.uuid}, m.uuid from (${users}) m`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

export async function isAnybody(tx: Tx, users: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql`select from (${users}) m limit 1`.execute(tx);
  return rows.length > 0;
}

/** Sets the number of targets. A mailing without targets is completed. */
export async function setTotal(tx: Tx, runUuid: string, total: number, now: Date): Promise<void> {
  const over = total === 0 ? { status: 'completed' as const, ended_at: now } : {};
  await tx
    .updateTable('mail_runs')
    .set({ total, ...over })
    .where('uuid', '=', runUuid)
    .execute();
}

/** Mailings, newest first, after a position; backwards from it, oldest first. */
export async function listRuns(
  tx: Tx,
  asked: { sendType?: SendType | undefined; place?: Place | null; count: number },
): Promise<RunRow[]> {
  let query = tx.selectFrom('mail_runs').selectAll();
  if (asked.sendType) query = query.where('send_type', '=', asked.sendType);
  if (asked.place) query = query.where('uuid', asked.place.back ? '>' : '<', asked.place.uuid);
  return (await query
    .orderBy('uuid', asked.place?.back ? 'asc' : 'desc')
    .limit(asked.count)
    .execute()) as RunRow[];
}

export async function countRuns(tx: Tx, sendType?: SendType): Promise<number> {
  let query = tx.selectFrom('mail_runs').select((eb) => eb.fn.countAll<number>().as('total'));
  if (sendType) query = query.where('send_type', '=', sendType);
  return (await query.executeTakeFirst())?.total ?? 0;
}

/** The next pending users of a mailing. */
export async function nextTargets(tx: Tx, runUuid: string, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('mail_run_targets')
    .select('user_uuid')
    .where('run_uuid', '=', runUuid)
    .where('state', '=', 'waiting')
    .orderBy('user_uuid')
    .limit(limit)
    .execute();
  return rows.map((row) => row.user_uuid);
}

/** Marks targets: sent with which email, or refused with which reason. */
export async function stampTargets(
  tx: Tx,
  runUuid: string,
  users: readonly string[],
  { refused, mailIds }: { refused: ReadonlyMap<string, MailRefusal>; mailIds: ReadonlyMap<string, string> },
): Promise<void> {
  const reasons = users.map((uuid) => refused.get(uuid) ?? null);
  const mails = users.map((uuid) => mailIds.get(uuid) ?? null);
  await sql`
    update mail_run_targets t
    set state = case when done.reason is null then 'sent' else 'refused' end, reason = done.reason,
      mail_id = done.mail_id
    from unnest(${users}::uuid[], ${reasons}::text[], ${mails}::uuid[]) as done (uuid, reason, mail_id)
    where t.run_uuid = ${runUuid} and t.user_uuid = done.uuid`.execute(tx);
}

/** Cancels a mailing for all pending targets. */
export async function cancelRun(tx: Tx, runUuid: string, now: Date): Promise<void> {
  await tx
    .updateTable('mail_run_targets')
    .set({ state: 'cancelled' })
    .where('run_uuid', '=', runUuid)
    .where('state', '=', 'waiting')
    .execute();
  await tx.updateTable('mail_runs').set({ status: 'cancelled', ended_at: now }).where('uuid', '=', runUuid).execute();
}

export interface MailedUser {
  uuid: string;
  user_id: string;
  status: string;
  login_mail_address: string | null;
  next_login_mail_address: string | null;
  has_second_factor: boolean;
  roles: string[];
  may_have_password: boolean;
}

/** Locks users and reads what emails need; in one order everywhere. */
export async function holdUsers(tx: Tx, uuids: readonly string[]): Promise<MailedUser[]> {
  const { rows } = await sql<MailedUser>`
    select u.uuid, u.user_id, u.status, u.roles, u.login_mail_address, u.next_login_mail_address,
      exists (select from totps x where x.tenant_id = u.tenant_id and x.user_uuid = u.uuid and x.enabled) as has_second_factor,
      u.user_id not like 'agent:%' and (u.source = 'local' or exists (
        select from user_passwords p where p.tenant_id = u.tenant_id and p.user_uuid = u.uuid)) as may_have_password
    from users u where u.uuid = any (${uuids}::uuid[]) order by u.uuid for update of u`.execute(tx);
  return rows;
}

/** Stores the expiry of confirmation links just mailed. */
export async function noteLinksUntil(tx: Tx, uuids: readonly string[], until: Date): Promise<void> {
  const rows = sameForAll(sql`select unnest(${uuids}::uuid[]) as user_uuid`, { linkUntil: until });
  await updating(rows, ['address']).execute(tx);
}

/** Hashes that are in use as PINs of the tenant. */
export async function findTakenPins(tx: Tx, hashes: readonly Buffer[]): Promise<Set<string>> {
  const { rows } = await sql<{ hash: Buffer }>`
    select user_code_hash as hash from users where user_code_hash = any (${hashes}::bytea[])`.execute(tx);
  return new Set(rows.map(({ hash }) => hash.toString('hex')));
}

export async function readTenant(tx: Tx): Promise<{ users: number; security_policy: Record<string, unknown> }> {
  return tx
    .selectFrom('tenants')
    .select(['security_policy', sql<number>`count_users()`.as('users')])
    .executeTakeFirstOrThrow();
}
