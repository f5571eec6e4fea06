import type { User } from '#contract/people/users-fields.ts';
import { fail } from '#contract/errors.ts';
import { inviteUser, signOut as signOutOf } from '../../ports.ts';
import { type Changes, changedFields } from '../../../platform/audit/operation-log.ts';
import type { Tx } from '../../../platform/db/transaction.ts';
import type { ClientInfo } from '../../../platform/http/client-info.ts';
import type { Caller } from '../../../platform/http/session.ts';
import type { Tools } from '../../../platform/tools.ts';
import { queueNotice } from '../../../tenant/notices/notices.ts';
import { clearFailures } from '../../../credentials/passwords/passwords.ts';
import { type Audit, holdUser, readUser } from '../users.ts';
import * as queries from './queries.ts';

/** What an action works with. */
export interface Acting {
  tools: Tools;
  tx: Tx;
  caller: Caller;
  client: ClientInfo;
  now: Date;
  audit: Audit;
}

/** Does something to one user; gives what it changed besides the fields that `act` compares. */
type Work = (acting: Acting, before: User) => Promise<Changes>;

/**
 * Runs an action on a user who is held meanwhile, writes the log where something changed, answers the user as it is then.
 * This process sees the change at once, every other within half a second. Throws `not_found` and what the work throws.
 */
async function act(acting: Acting, userId: string, work: Work): Promise<User> {
  const { tx, now, audit, tools, caller } = acting;
  const { uuid } = await holdUser(tx, userId);
  const before = await readUser(tx, uuid, now);
  const changes = await work(acting, before);
  const after = await readUser(tx, uuid, now);
  await audit(tx, uuid, { ...changedFields(states(before), states(after)), ...changes });
  tools.principals.forget(caller.tenantId, uuid);
  return after;
}

const states = ({ status, mustChangePassword, openSessions, lockedUntil, signInStopped, ...user }: User) => ({
  ...{ status, mfaEnabled: user.mfaEnabled, mustChangePassword, openSessions, lockedUntil, signInStopped },
  totp: user.totp.length,
  recoveryCodes: user.mfaStatus.recoveryCodesLeft,
});

/** Ends sessions and tokens, and tells the user how many sessions that were. */
async function signOut({ tools, tx, caller, client, now }: Acting, uuid: string, reason: string): Promise<Changes> {
  const lost = (await signOutOf(tx, [uuid], reason, now)).get(uuid);
  if (!lost) return {};
  const notice = { tenantId: caller.tenantId, userUuid: uuid, kind: 'sessionsEnded' as const, client, now };
  if (lost.sessions > 0) await queueNotice(tools, tx, { ...notice, variables: { count: lost.sessions } });
  return queries.signedOutFields(lost);
}

/** Tells the user of a change of the account's state. */
async function tell(
  { tools, tx, caller, client, now }: Acting,
  userUuid: string,
  kind: 'userActivated' | 'userDeactivated' | 'userUnlocked',
): Promise<void> {
  await queueNotice(tools, tx, { tenantId: caller.tenantId, userUuid, kind, client, now });
}

/** Nobody gets in any more: not by session, token, mailed link or sign-in under way. Throws `last_administrator`. */
export const deactivateUser = (acting: Acting, userId: string) =>
  act(acting, userId, async ({ tx, now }, { uuid, status }) => {
    await queries.deactivate(tx, [uuid], now);
    await queries.revokeAllCodes(tx, [uuid], now);
    const lost = (await signOutOf(tx, [uuid], 'deactivated', now)).get(uuid);
    if (status !== 'inactive') await tell(acting, uuid, 'userDeactivated');
    return lost ? queries.signedOutFields(lost) : {};
  });

/** Who goes back to being invited has nothing to sign in with yet, and is told nothing. */
export const activateUser = (acting: Acting, userId: string) =>
  act(acting, userId, async ({ tx, now }, { uuid }) => {
    const [changed] = await queries.activate(tx, [uuid], now);
    if (changed?.after === 'active') await tell(acting, uuid, 'userActivated');
    return {};
  });

export const unlockUser = (acting: Acting, userId: string) =>
  act(acting, userId, async ({ tx }, { uuid, status }): Promise<Changes> => {
    const failures = await queries.countFailures(tx, uuid);
    await clearFailures(tx, uuid);
    if (status === 'locked') await tell(acting, uuid, 'userUnlocked');
    return failures > 0 ? { failures: { before: failures, after: 0 } } : {};
  });

export const signOutUser = (acting: Acting, userId: string) =>
  act(acting, userId, (_, { uuid }) => signOut(acting, uuid, 'endedByAdministrator'));

/** The sessions end too, for they may be those of whoever has the lost device. */
export const resetUserMfa = (acting: Acting, userId: string) =>
  act(acting, userId, async ({ tools, tx, caller, client, now }, { uuid, mfaEnabled }) => {
    await queries.removeSecondFactor(tx, uuid);
    const lost = await signOut(acting, uuid, 'mfaReset');
    const notice = { tenantId: caller.tenantId, userUuid: uuid, kind: 'mfaDisabled' as const, client, now };
    if (mfaEnabled) await queueNotice(tools, tx, notice);
    return lost;
  });

/** Throws `no_password_assigned`. */
export const requireNewPassword = (acting: Acting, userId: string) =>
  act(acting, userId, async ({ tx }, { uuid }) => {
    if (!(await queries.askForPassword(tx, uuid))) throw fail('no_password_assigned');
    return signOut(acting, uuid, 'newPasswordRequired');
  });

/** Mails the registration link anew. Throws `conflict`, `invalid_params` (no address), `too_many_requests`. */
export const sendInvitation = (acting: Acting, userId: string) =>
  act(acting, userId, async ({ tools, tx, caller, now }, { uuid, nextLoginMailAddress }) => {
    const mailAddress = nextLoginMailAddress ?? undefined;
    await inviteUser(tools, tx, {
      tenantId: caller.tenantId,
      userUuid: uuid,
      now,
      ...(mailAddress && { mailAddress }),
    });
    return { invitation: { after: mailAddress ?? null } };
  });
