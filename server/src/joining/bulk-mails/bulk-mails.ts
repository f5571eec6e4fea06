import { EXACT_TOTAL } from '#contract/limits.ts';
import { fail } from '#contract/errors.ts';
import { bulkSendMail, type MailRun, type MailSend } from '#contract/joining/bulk-mails.ts';
import { personActor } from '#contract/principals.ts';
import { MAX_RUN_USERS, type SendType } from '#contract/joining/send-types.ts';
import type { InvitedMany } from '../../people/ports.ts';
import { type Changes, writeOperations } from '../../platform/events/write.ts';
import { requireRecentProof } from '../../platform/http/recent-proof.ts';
import { spendTry } from '../../platform/limits/throttle.ts';
import { matchingUsers } from '../../people/search/search.ts';
import { newUuid } from '../../platform/crypto/uuid.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { ClientInfo } from '../../platform/http/client-info.ts';
import type { Caller } from '../../platform/http/session.ts';
import type { Tools } from '../../platform/tools.ts';
import { pageOfNewest, readCursor } from '../../platform/db/newest-first.ts';
import { matchingMails } from '../registration-mails/registration-mails.ts';
import * as delivery from './delivery-queries.ts';
import { type ListedJob, type ListJobs, shareOf } from '../../platform/work/listed.ts';
import { mailRunWork } from './job.ts';
import * as queries from './queries.ts';
import { hasMailsToStop, stopRun } from './stop.ts';

const RUNS_AN_HOUR = 300;
const LISTED_REFUSALS = 1000;

/**
 * Stores a mailing and starts it when that is committed. Reset links and PINs require a recent proof. Throws
 * `reauthentication_required`, `forbidden` (PINs are switched off), `too_many_requests`, `invalid_params_userIds`,
 * `conflict` (another number matches than was shown), `exceeded_users`.
 */
export async function startRun(
  tools: Tools,
  caller: Caller,
  send: MailSend,
  { client, now }: { client: ClientInfo; now: Date },
  audit: (tx: Tx, sendId: string, changes: Changes, status?: 'processing') => Promise<void>,
): Promise<MailRun> {
  const { tenantId } = caller;
  if (send.sendType === 'passwordReset' || send.sendType === 'userCode') requireRecentProof(caller, now);
  if (send.sendType === 'userCode' && !caller.account.policy.loginPolicy.userCode.enabled) throw fail('forbidden');
  await spendTry(tools.db, [{ name: 'mailRun', key: tenantId, most: RUNS_AN_HOUR, withinSeconds: 3600 }], now);
  const run: queries.NewRun = {
    tenant_id: tenantId,
    uuid: newUuid(),
    send_type: send.sendType,
    link_seconds: send.expiresInDays ? send.expiresInDays * 86_400 : null,
    operator_uuid: caller.uuid,
    operator_user_id: caller.userId,
    address: client.address,
    request_id: client.requestId,
    created_at: now,
  };
  return tools.db.inTenant(tenantId, async (tx) => {
    await queries.insertRun(tx, run);
    const total = await addTargets(tx, run, send, now);
    await queries.setTotal(tx, run.uuid, total, now);
    await audit(tx, run.uuid, { sendType: { after: send.sendType }, users: { after: total } }, 'processing');
    await mailRunWork.wake(tools, tx, tenantId, run.uuid);
    return readRun(tx, run.uuid);
  });
}

/** Fills the port of people: a mailing of registration emails, started by a job, and not counted among those of an hour. */
export async function inviteMany(tools: Tools, tx: Tx, invited: InvitedMany): Promise<string | null> {
  const { tenantId, now, operatorUuid, operatorUserId, address, requestId } = invited;
  if (!(await queries.isAnybody(tx, invited.users))) return null;
  const run: queries.NewRun = {
    ...{ tenant_id: tenantId, uuid: newUuid(), send_type: 'registration', link_seconds: null, created_at: now },
    ...{ operator_uuid: operatorUuid, operator_user_id: operatorUserId, address, request_id: requestId },
  };
  await queries.insertRun(tx, run);
  const total = await queries.addTargets(tx, run, invited.users);
  await queries.setTotal(tx, run.uuid, total, now);
  const act = {
    ...{ tenantId, at: now, operation: 'create' as const, action: `${bulkSendMail.method} ${bulkSendMail.path}` },
    ...{ actor: personActor(operatorUuid, operatorUserId), address, requestId, clientRequestId: null },
  };
  const changes = { sendType: { after: 'registration' }, users: { after: total } };
  await writeOperations(tx, act, [{ type: 'mailRun.started', targetId: run.uuid, changes }]);
  await mailRunWork.wake(tools, tx, tenantId, run.uuid);
  return run.uuid;
}

async function addTargets(tx: Tx, run: queries.NewRun, send: MailSend, now: Date): Promise<number> {
  if (send.userIds) {
    const found = await queries.addTargetsById(tx, run, send.userIds);
    if (found !== send.userIds.length) throw fail('invalid_params_userIds', { field: 'userIds' });
    return found;
  }
  if (send.registrationMails) {
    const mails = await matchingMails(tx, send.registrationMails, send.expectedCount ?? 0, now);
    return queries.addTargetsByUuid(tx, run, [...new Set(mails.map(({ user_uuid }) => user_uuid))]);
  }
  const found = await queries.addTargets(
    tx,
    run,
    await matchingUsers(tx, send.condition ?? {}, now, MAX_RUN_USERS + 1),
  );
  if (found > MAX_RUN_USERS) throw fail('exceeded_users', { field: 'expectedCount' });
  if (!isAsShown(found, send.expectedCount ?? 0)) throw fail('conflict', { field: 'expectedCount' });
  return found;
}

/** Totals above 10,000 are estimates, so a difference is allowed. */
function isAsShown(found: number, shown: number): boolean {
  return shown <= EXACT_TOTAL ? found === shown : found >= shown * 0.5 && found <= shown * 1.5;
}

async function readRun(tx: Tx, sendId: string): Promise<MailRun> {
  const row = await mailRunWork.read(tx, sendId);
  const [run] = row ? await toRuns(tx, [row]) : [];
  if (!run) throw fail('not_found');
  return run;
}

async function toRuns(tx: Tx, rows: readonly queries.RunRow[]): Promise<MailRun[]> {
  const uuids = rows.map(({ uuid }) => uuid);
  const undelivered = await delivery.countUndelivered(tx, uuids);
  const waiting = await delivery.countWaiting(tx, uuids);
  return rows.map((row) => toMailRun(row, waiting.get(row.uuid) ?? 0, undelivered.get(row.uuid)));
}

const none: delivery.Undelivered = { failed: 0, takenBack: 0, cancelled: 0 };

/** The row counts queued emails. */
const toMailRun = (row: queries.RunRow, waiting: number, { failed, takenBack, cancelled } = none): MailRun => ({
  sendId: row.uuid,
  sendType: row.send_type,
  status: row.status,
  total: row.total,
  sent: row.sent - failed - takenBack - cancelled,
  refused: row.refused + takenBack,
  failed,
  waiting,
  operatorUserId: row.operator_user_id,
  createdAt: row.created_at.toISOString(),
  endedAt: row.ended_at?.toISOString() ?? null,
});

/** A mailing with the users who did not get the email. Throws `not_found`. */
export async function readRunWithRefusals(tx: Tx, sendId: string) {
  const run = await readRun(tx, sendId);
  const refusals = await delivery.listRefusals(tx, sendId, LISTED_REFUSALS);
  return {
    ...run,
    refusals: refusals.map(({ user_id, reason }) => ({ userId: user_id ?? '', reason })),
  };
}

/** Mailings, newest first. */
export async function listRuns(
  tx: Tx,
  { sendType, cursor, count }: { sendType?: SendType | undefined; cursor?: string | undefined; count: number },
) {
  const place = readCursor(cursor);
  const rows = await queries.listRuns(tx, { sendType, place, count: count + 1 });
  const { shown, cursors } = pageOfNewest(rows, place, count);
  return {
    results: await toRuns(tx, shown),
    totalResults: await queries.countRuns(tx, sendType),
    itemsPerPage: count,
    ...cursors,
  };
}

/** Mailings as jobs. */
export const listRunJobs: ListJobs<ListedJob<RunJobStatus>> = async (tx, asked) => {
  const { rows, ...page } = await mailRunWork.list(tx, asked);
  return { ...page, jobs: rows.map(toRunJob) };
};

type RunJobStatus = 'processing' | 'completed' | 'canceled';

const toRunJob = (row: queries.RunRow): ListedJob<RunJobStatus> => ({
  ...{ id: row.uuid, status: row.status === 'cancelled' ? 'canceled' : row.status, total: row.total },
  share: shareOf(row.sent + row.refused, row.total),
  ...{ startedBy: row.operator_user_id, createdAt: row.created_at, finishedAt: row.ended_at },
});

/** The newest mailing of a type. */
export async function readNewestRun(tx: Tx, sendType: SendType): Promise<{ newest: MailRun | null }> {
  const [newest = null] = await toRuns(tx, await queries.listRuns(tx, { sendType, count: 1 }));
  return { newest };
}

/**
 * Cancels a mailing for users who are still pending (`stopRun`). An ended one stays as it is, unless emails can still
 * be kept from leaving. Throws `not_found`.
 */
export async function cancelRun(
  tx: Tx,
  sendId: string,
  now: Date,
  audit: (changes: Changes | null) => Promise<void>,
): Promise<MailRun> {
  const row = await mailRunWork.hold(tx, sendId);
  if (!row) throw fail('not_found');
  if (row.status !== 'processing' && !(await hasMailsToStop(tx, row))) {
    await audit(null);
    return readRun(tx, sendId);
  }
  await stopRun(tx, row, now);
  await audit({ status: { before: row.status, after: 'cancelled' } });
  return readRun(tx, sendId);
}
