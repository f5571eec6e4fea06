import type { MySession } from '#contract/sign-in/me-sessions.ts';
import { fail } from '#contract/errors.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Caller } from '../../platform/http/session.ts';
import { wholePage } from '../../platform/http/whole-page.ts';
import { endSessions, listOpenSessions, signOutEverywhere } from '../sessions/sessions.ts';

/** The caller's open sessions, the current one first, then the latest. */
export async function listMySessions(tx: Tx, caller: Caller, now: Date) {
  const open = await listOpenSessions(tx, caller.uuid, now);
  const results: MySession[] = open
    .map((row) => ({
      sessionId: row.session_id,
      isCurrent: row.session_id === caller.sessionId,
      loginType: row.login_type,
      deviceId: row.device_id,
      address: row.address,
      userAgent: row.user_agent,
      loginAt: row.login_at.toISOString(),
      lastSeenAt: row.last_seen_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
    }))
    .sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
  return wholePage(results);
}

/** Ends one of the caller's sessions with its tokens. Throws `not_found`. */
export async function endMySession(tx: Tx, caller: Caller, sessionId: string, now: Date): Promise<void> {
  const ended = await endSessions(tx, { userUuid: caller.uuid, only: sessionId }, 'endedByUser', now);
  if (ended === 0) throw fail('not_found');
}

/** Ends all other sessions. */
export async function endMyOtherSessions(tx: Tx, caller: Caller, now: Date): Promise<{ endedSessions: number }> {
  return { endedSessions: await signOutEverywhere(tx, caller.uuid, 'endedByUser', now, caller.sessionId) };
}
