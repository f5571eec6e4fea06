import type { User } from '#contract/people/users-fields.ts';
import { fail } from '#contract/errors.ts';
import { mayWriteUsers } from '#contract/roles.ts';
import { inviteUser, signOut as endSessions } from '../../ports.ts';
import { type Changes, changedFields } from '../../../platform/events/write.ts';
import type { Tx } from '../../../platform/db/transaction.ts';
import type { ClientInfo } from '../../../platform/http/client-info.ts';
import { requireRecentProof } from '../../../platform/http/recent-proof.ts';
import type { Caller } from '../../../platform/http/session.ts';
import type { Tools } from '../../../platform/tools.ts';
import { askForPassword, clearFailures } from '../../../credentials/passwords/passwords.ts';
import { removeSecondFactor } from '../../../credentials/totp/totp.ts';
import { type Audit, holdUser, readUser } from '../users.ts';
import { signedOutFields, switchUsers } from '../../changes/access.ts';
import { followChange } from '../../changes/consequences.ts';
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

/** Ends sessions and tokens; says how many, of which the user is mailed. */
async function signOut({ tx, now }: Acting, uuid: string, reason: string): Promise<Changes> {
  const lost = (await endSessions(tx, [uuid], reason, now)).get(uuid);
  return lost ? signedOutFields(lost) : {};
}

const byOf = ({ caller, client }: Acting) => ({ tenantId: caller.tenantId, userId: caller.userId, client });

/** Nobody gets in any more: not by session, token, mailed link or sign-in under way. Throws `last_administrator`. */
export const deactivateUser = (acting: Acting, userId: string) =>
  act(acting, userId, async ({ tools, tx, now }, { uuid }) => {
    await switchUsers(tx, [uuid], 'inactive', now);
    const lost = (await followChange(tools, tx, { switchedOff: [uuid] }, byOf(acting), now)).get(uuid);
    return lost ? signedOutFields(lost) : {};
  });

/** Administrators get their rights back, which takes a recent proof, as giving them does. */
export const activateUser = (acting: Acting, userId: string) =>
  act(acting, userId, async ({ tools, tx, caller, now }, { uuid, status, roles }) => {
    if (status === 'inactive' && mayWriteUsers({ status: 'active', roles })) requireRecentProof(caller, now);
    await switchUsers(tx, [uuid], 'active', now);
    await followChange(tools, tx, { switchedOn: [uuid] }, byOf(acting), now);
    return {};
  });

export const unlockUser = (acting: Acting, userId: string) =>
  act(acting, userId, async ({ tx }, { uuid }): Promise<Changes> => {
    const failures = await queries.countFailures(tx, uuid);
    await clearFailures(tx, uuid);
    return failures > 0 ? { failures: { before: failures, after: 0 } } : {};
  });

export const signOutUser = (acting: Acting, userId: string) =>
  act(acting, userId, (_, { uuid }) => signOut(acting, uuid, 'endedByAdministrator'));

/** The sessions end too, for they may be those of whoever has the lost device. */
export const resetUserMfa = (acting: Acting, userId: string) =>
  act(acting, userId, async ({ tx }, { uuid }) => {
    await removeSecondFactor(tx, uuid);
    return signOut(acting, uuid, 'mfaReset');
  });

/** Throws `no_password_assigned`. */
export const requireNewPassword = (acting: Acting, userId: string) =>
  act(acting, userId, async ({ tx }, { uuid }) => {
    if (!(await askForPassword(tx, uuid))) throw fail('no_password_assigned');
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
