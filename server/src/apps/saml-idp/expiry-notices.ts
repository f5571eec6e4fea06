import type { BodyOf } from '#contract/route.ts';
import type { setExpirationNotification } from '#contract/apps/saml-idp.ts';
import { fail } from '#contract/errors.ts';
import { toLower } from '#contract/text-forms.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { type Changes, changedFields } from '../../platform/events/write.ts';
import { refuseConflict } from '../../platform/http/conflict.ts';
import { holdCurrent, noteTold } from '../../platform/saml/own-certificates.ts';
import type { Tools } from '../../platform/tools.ts';
import { defineForEachTenant } from '../../platform/work/each-tenant.ts';
import type { Jobs } from '../../platform/work/queue.ts';
import { tellOfExpiry } from '../../tenant/notices/expiry.ts';
import { findAdministrators, findReceivers, type Receiver } from '../../tenant/notices/notices.ts';
import { samlKeys } from './certificates.ts';
import * as queries from './queries.ts';

const PAGE = '/portal/tenant/saml-idp-settings';
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
  const expiring = {
    ...{ kind: 'samlSigningExpires', page: PAGE, expiresAt: own.expires_at, noticed: own.noticed_days },
    note: (stage: number) => noteTold(tx, own.kid, stage),
  };
  return (await tellOfExpiry(tools, tx, expiring, now)) ? told + 1 : told;
}

async function noticeApps(tools: Tools, tx: Tx, now: Date): Promise<number> {
  let told = 0;
  for (const row of await queries.holdCertificatesToTell(tx, now)) {
    const expiring = {
      kind: 'samlCertificateExpires',
      page: `${PAGE}/${row.saml_sp_id}?tab=certificates`,
      ...{ expiresAt: row.expires_at, noticed: row.noticed_days, variables: { app: row.display_name } },
      stages: [row.notify_days, ...LAST_DAYS.filter((days) => days < row.notify_days)],
      receivers: () => receiversOf(tx, row.notify_users),
      note: (stage: number) => queries.setNoticed(tx, row.certification_id, stage),
    };
    if (await tellOfExpiry(tools, tx, expiring, now)) told += 1;
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

/** Once a day, and when a worker starts. */
export const defineCertificateNotices = (tools: Tools, jobs: Jobs): Promise<void> =>
  defineForEachTenant(tools, jobs, { job: 'samlCertificateNotices', cron: '40 5 * * *', each: noticeExpiring });
