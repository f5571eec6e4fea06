import type { LoginHistoryEntry, searchMyLoginHistory } from '#contract/logs/me-login-history.ts';
import { fail } from '#contract/errors.ts';
import { MAX_PERIOD_DAYS } from '#contract/limits.ts';
import type { BodyOf } from '#contract/route.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Caller } from '../../platform/http/session.ts';
import { placeOf, readCursor, toPage } from '../page.ts';
import { periodOf } from '../search.ts';
import { endOutlivingGrants, endSessions, forgetOldProofs } from '../../sign-in/sessions/sessions.ts';
import * as queries from './queries.ts';

type Asked = BodyOf<typeof searchMyLoginHistory>;

const DAY_MS = 86_400_000;
/** Totals above this are shown as "more than". */
const COUNTED = 10_000;
/** Sign-in methods that prove knowledge of the password. */
const byPassword = [
  // From a session that a password started, as far as can be known.
  'application',
  'loginMailAddress',
  'loginMailAddressAutoSelect',
  'userId',
  'cardAndPassword',
  'userCodeAndPassword',
];

/** The caller's sign-in history, newest first. Throws `invalid_params` with the field, and what `readPeriod` throws. */
export async function searchLoginHistory(tx: Tx, caller: Caller, asked: Asked, now: Date) {
  const { period } = await periodOf(tx, caller.uuid, asked, now);
  const cursor = readCursor(asked.cursor);
  const rows = await queries.listLogins(tx, caller.uuid, {
    ...period,
    ...placeOf(cursor),
    count: asked.count + 1,
    now,
  });
  const total = await queries.countLogins(tx, caller.uuid, period, COUNTED + 1);
  return {
    ...toPage(rows, { cursor, count: asked.count }, (row) => toEntry(row, caller)),
    totalResults: Math.min(total, COUNTED),
    ...(total > COUNTED && { totalIsEstimate: true }),
    itemsPerPage: asked.count,
  };
}

const toEntry = (row: queries.LoginRow, caller: Caller): LoginHistoryEntry => ({
  id: row.id,
  at: row.at.toISOString(),
  status: row.status === 'success' ? 'success' : 'error',
  reason: row.reason,
  loginType: row.login_type,
  deviceId: row.device_id,
  clientName: row.client_name,
  address: row.address,
  userAgent: row.user_agent,
  sessionId: row.session_id,
  sessionOpen: row.session_open,
  isCurrent: row.session_id !== null && row.session_id === caller.sessionId,
});

/**
 * "This wasn’t me": ends the session of a sign-in. If it succeeded, also revokes lasting access of apps, which the
 * intruder could have granted. Throws `not_found`.
 */
export async function disownLogin(
  tx: Tx,
  { uuid: userUuid }: Caller,
  id: string,
  now: Date,
): Promise<{ endedSessions: number; passwordChangeAdvised: boolean }> {
  // A day more than the list shows, because its days are those of the user's time zone.
  const login = await queries.findLogin(tx, userUuid, id, new Date(now.getTime() - (MAX_PERIOD_DAYS + 1) * DAY_MS));
  if (!login) throw fail('not_found');
  if (login.status !== 'success') return { endedSessions: 0, passwordChangeAdvised: false };
  const only = login.session_id;
  const endedSessions = only ? await endSessions(tx, { userUuid, only }, 'disowned', now) : 0;
  await endOutlivingGrants(tx, userUuid);
  // Otherwise the intruder could switch back here from another account of the user.
  await forgetOldProofs(tx, userUuid, now);
  return { endedSessions, passwordChangeAdvised: byPassword.includes(login.login_type) };
}
