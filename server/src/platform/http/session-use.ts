import type { KnownAccount } from './known-accounts.ts';
import type { Tx } from '../db/transaction.ts';
import { port } from '../port.ts';
import type { Tools } from '../tools.ts';

/** Notes when an open session was last seen; sessions are sign-in's. */
export const noteSeen = port<[tx: Tx, sessionId: string, now: Date], Promise<void>>('noteSeen');

const NOTED_EVERY_MS = 60_000;

/**
 * Records that a session is in use, at most once a minute, so that the idle timeout runs from the last call. The call
 * does not wait for it; if it fails, the next call tries again.
 */
export function noteUse(
  tools: Tools,
  { tenantId, sessionId }: { tenantId: string; sessionId: string | null },
  principal: KnownAccount,
  now: Date,
): void {
  const seenAt = principal.session_seen_at;
  if (sessionId === null || seenAt === null || now.getTime() - seenAt.getTime() < NOTED_EVERY_MS) return;
  // Set for the calls that share this state, so that they do not write it too.
  principal.session_seen_at = now;
  tools.db
    .inTenant(tenantId, (tx) => noteSeen(tx, sessionId, now))
    .catch((error) => {
      principal.session_seen_at = seenAt;
      tools.log.warn({ err: error }, 'the use of a session was not noted');
    });
}
