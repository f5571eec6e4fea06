import type { LoginHistoryEntry, searchMyLoginHistory } from '#contract/authentication/me-login-history.ts';
import { fail } from '#contract/errors.ts';
import { MAX_PERIOD_DAYS } from '#contract/limits.ts';
import type { BodyOf } from '#contract/route.ts';
import { checkPeriod } from '#contract/period.ts';
import type { Tx } from '../../../db/transaction.ts';
import type { ClientInfo } from '../../../http/client-info.ts';
import type { Caller } from '../../../http/session.ts';
import type { Tools } from '../../../tools.ts';
import { queueNotice } from '../../notices/notices.ts';
import { endOutlivingGrants, endSessions, forgetOldProofs } from '../../sessions/sessions.ts';
import { type Cursor, formatCursor, parseCursor } from './cursor.ts';
import * as queries from './queries.ts';

type Asked = BodyOf<typeof searchMyLoginHistory>;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const PERIOD_MS = { hours24: 24 * HOUR_MS, days7: 7 * DAY_MS, days35: MAX_PERIOD_DAYS * DAY_MS };
/** Totals above this are told as "more than". */
const COUNTED = 10_000;
/** The ways of signing in that show that the password is known. */
const byPassword = ['loginMailAddress', 'loginMailAddressAutoSelect', 'userId'];

/** One's own login history, newest first. Throws `invalid_params` with the field. */
export async function searchLoginHistory(tx: Tx, caller: Caller, asked: Asked, now: Date) {
  const period = await periodOf(tx, caller, asked, now);
  const cursor = asked.cursor === undefined ? null : parseCursor(asked.cursor);
  if (asked.cursor !== undefined && !cursor) throw fail('invalid_params', { field: 'cursor' });
  const place = cursor && { [cursor.direction === 'next' ? 'after' : 'before']: cursor.place };
  const rows = await queries.listLogins(tx, caller.uuid, { ...period, ...place, count: asked.count + 1, now });
  const total = await queries.countLogins(tx, caller.uuid, period, COUNTED + 1);
  return {
    ...toPage(rows, cursor, asked.count, caller),
    totalResults: Math.min(total, COUNTED),
    ...(total > COUNTED && { totalIsEstimate: true }),
    itemsPerPage: asked.count,
  };
}

/** One row more than a page was read: it tells whether the list goes on that way. */
function toPage(rows: queries.LoginRow[], cursor: Cursor | null, count: number, caller: Caller) {
  const back = cursor?.direction === 'previous';
  const goesOn = rows.length > count;
  const shown = back ? rows.slice(-count) : rows.slice(0, count);
  const first = shown[0];
  const last = shown.at(-1);
  return {
    results: shown.map((row) => toEntry(row, caller)),
    ...(last && (back || goesOn) && { next: formatCursor('next', last) }),
    ...(first && (back ? goesOn : cursor !== null) && { previous: formatCursor('previous', first) }),
  };
}

const toEntry = (row: queries.LoginRow, caller: Caller): LoginHistoryEntry => ({
  id: row.id,
  at: row.at.toISOString(),
  status: row.status === 'success' ? 'success' : 'error',
  reason: row.reason,
  loginType: row.login_type,
  address: row.address,
  userAgent: row.user_agent,
  sessionId: row.session_id,
  sessionOpen: row.session_open,
  isCurrent: row.session_id !== null && row.session_id === caller.sessionId,
});

async function periodOf(tx: Tx, caller: Caller, asked: Asked, now: Date): Promise<queries.Period> {
  if (asked.periodType !== 'custom') return { from: new Date(now.getTime() - PERIOD_MS[asked.periodType]), to: now };
  const from = asked.fromDatetime === undefined ? undefined : new Date(asked.fromDatetime);
  const to = asked.toDatetime === undefined ? undefined : new Date(asked.toDatetime);
  const timezone = (await queries.readTimezone(tx, caller.uuid)) ?? undefined;
  const [wrong, ...more] = checkPeriod(from, to, now, timezone).map(({ field }) => ({
    id: 'invalid_params' as const,
    field,
  }));
  if (wrong || !from || !to) throw fail('invalid_params', { field: wrong?.field, more });
  return { from, to };
}

/**
 * "This was not me": ends the session a sign-in opened, and, if it succeeded, the grants to applications that outlive
 * sessions, for whoever signed in could have given them. Throws `not_found`.
 */
export async function disownLogin(
  tools: Tools,
  tx: Tx,
  caller: Caller,
  id: string,
  { client, now }: { client: ClientInfo; now: Date },
): Promise<{ endedSessions: number; passwordChangeAdvised: boolean }> {
  const { tenantId, uuid: userUuid } = caller;
  // A day more than the list shows: days are those of the person's time zone.
  const login = await queries.findLogin(tx, userUuid, id, new Date(now.getTime() - (MAX_PERIOD_DAYS + 1) * DAY_MS));
  if (!login) throw fail('not_found');
  if (login.status !== 'success') return { endedSessions: 0, passwordChangeAdvised: false };
  const only = login.session_id;
  const endedSessions = only ? await endSessions(tx, { userUuid, only }, 'disowned', now) : 0;
  await endOutlivingGrants(tx, userUuid);
  // Nor may another account of the person, opened by the same thief, open this one again by ticket.
  await forgetOldProofs(tx, userUuid, now);
  if (endedSessions > 0) {
    const variables = { count: endedSessions };
    await queueNotice(tools, tx, { tenantId, userUuid, kind: 'sessionsEnded', client, now, variables });
  }
  return { endedSessions, passwordChangeAdvised: byPassword.includes(login.login_type) };
}
