import type { BodyOf } from '#contract/route.ts';
import type { setExpirationNotification } from '#contract/apps/saml-idp.ts';
import { fail } from '#contract/errors.ts';
import { toLower } from '#contract/text-forms.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { type Changes, changedFields } from '../../platform/events/write.ts';
import { refuseConflict } from '../../platform/http/conflict.ts';
import { holdCurrent, noteTold } from '../../platform/saml/own-certificates.ts';
import type { Tools } from '../../platform/tools.ts';
import type { Jobs } from '../../platform/work/queue.ts';
import {
  defineExpiryNotices,
  EXPIRY_STAGES,
  findAdministrators,
  findReceivers,
  noticeTime,
  queueMailsTo,
  type Receiver,
  stageOf,
} from '../../tenant/notices/notices.ts';
import { samlKeys } from './certificates.ts';
import * as queries from './queries.ts';

/** After the first email, further ones with so many days left. */
const LAST_DAYS = [7, 1];

type Given = BodyOf<typeof setExpirationNotification>;
type Notification = Pick<Given, 'beforeExpiration' | 'userIds'>;

async function read(tx: Tx, row: queries.SpRow): Promise<Notification> {
  const names = await queries.userIdsOf(tx, row.notify_users);
  return { beforeExpiration: row.notify_days, userIds: names.map(({ user_id }) => user_id) };
}

async function mustFind(tx: Tx, samlSpId: string, find = queries.findSp): Promise<queries.SpRow> {
  const row = await find(tx, samlSpId);
  if (!row) throw fail('not_found');
  return row;
}

/** Who is told before certificates of a service provider expire. Throws `not_found`. */
export const readExpirationNotification = async (tx: Tx, samlSpId: string): Promise<Notification> =>
  read(tx, await mustFind(tx, samlSpId));

/** Changes it. Throws `not_found`, `conflict`, `invalid_params_userIds` for users who do not exist. */
export async function changeExpirationNotification(
  tx: Tx,
  samlSpId: string,
  { expected, ...given }: Given,
): Promise<{ notification: Notification; changes: Changes }> {
  const before = await read(tx, await mustFind(tx, samlSpId, queries.holdSp));
  refuseConflict({ ...given, expected }, { ...before });
  const users = await queries.findUsersNamed(tx, given.userIds.map(toLower));
  if (users.length !== new Set(given.userIds.map(toLower)).size)
    throw fail('invalid_params_userIds', { field: 'userIds' });
  const set = { notify_days: given.beforeExpiration, notify_users: users.map(({ uuid }) => uuid) };
  await queries.updateSp(tx, samlSpId, set);
  const notification = await readExpirationNotification(tx, samlSpId);
  return { notification, changes: changedFields({ ...before }, { ...notification }) };
}

/** Emails of the transaction's tenant about certificates that expire soon, each stage once. Returns how many were told of. */
export async function noticeExpiring(tools: Tools, tx: Tx, now: Date): Promise<number> {
  const told = await noticeApps(tools, tx, now);
  const own = await holdCurrent(tx, samlKeys);
  if (!own) return told;
  const stage = stageOf(EXPIRY_STAGES, own.expires_at, own.noticed_days, now);
  if (stage === null) return told;
  await noteTold(tx, own.kid, stage);
  await send(tools, tx, await findAdministrators(tx), { expiresAt: own.expires_at, now });
  return told + 1;
}

async function noticeApps(tools: Tools, tx: Tx, now: Date): Promise<number> {
  let told = 0;
  for (const row of await queries.holdCertificatesToTell(tx, now)) {
    const stages = [row.notify_days, ...LAST_DAYS.filter((days) => days < row.notify_days)];
    const stage = stageOf(stages, row.expires_at, row.noticed_days, now);
    if (stage === null) continue;
    await queries.setNoticed(tx, row.certification_id, stage);
    const app = { name: row.display_name, samlSpId: row.saml_sp_id };
    await send(tools, tx, await receiversOf(tx, row.notify_users), { expiresAt: row.expires_at, now, app });
    told += 1;
  }
  return told;
}

/** Those named who can still be told; administrators as well, if that is not all of them. */
async function receiversOf(tx: Tx, uuids: readonly string[]): Promise<Receiver[]> {
  const active = await queries.activeOf(tx, uuids);
  const named = active.length > 0 ? await findReceivers(tx, active) : [];
  if (named.length === uuids.length && uuids.length > 0) return named;
  const others = await findAdministrators(tx);
  return [...named, ...others.filter(({ uuid }) => uuid === null || !active.includes(uuid))];
}

async function send(
  tools: Tools,
  tx: Tx,
  receivers: readonly Receiver[],
  { expiresAt, now, app }: { expiresAt: Date; now: Date; app?: { name: string; samlSpId: string } },
): Promise<void> {
  const page = '/portal/tenant/saml-idp-settings';
  const link = `${tools.config.publicUrl}${app ? `${page}/${app.samlSpId}?tab=certificates` : page}`;
  const mails = receivers.map((receiver) => {
    const variables = () => ({ app: app?.name ?? '', expiresAt: noticeTime(expiresAt, receiver) });
    return { receiver, link, variables };
  });
  await queueMailsTo(tools, tx, mails, { kind: app ? 'samlCertificateExpires' : 'samlSigningExpires', now });
}

/** Once a day, and when a worker starts. */
export const defineCertificateNotices = (tools: Tools, jobs: Jobs): Promise<void> =>
  defineExpiryNotices(tools, jobs, { job: 'samlCertificateNotices', cron: '40 5 * * *', notice: noticeExpiring });
