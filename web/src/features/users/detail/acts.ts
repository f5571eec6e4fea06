import type {
  activateUser,
  deactivateUser,
  requireNewPassword,
  resetUserMfa,
  sendInvitation,
  signOutUser,
  unlockUser,
} from '#contract/people/users-actions.ts';
import type { SendType } from '#contract/joining/send-types.ts';
import { isAgentId } from '#contract/rules.ts';
import type { User } from '#contract/people/users-fields.ts';

export type ActRoute =
  | typeof activateUser
  | typeof deactivateUser
  | typeof requireNewPassword
  | typeof resetUserMfa
  | typeof sendInvitation
  | typeof signOutUser
  | typeof unlockUser;

/** The acts of the menu, by the last part of their call. */
export type UserAct =
  | 'activate'
  | 'deactivate'
  | 'unlock'
  | 'sendInvitation'
  | MailAct
  | 'requireNewPassword'
  | 'oneTimePassword'
  | 'resetMfa'
  | 'signOut'
  | 'delete';

/** The acts that mail the user something, each a sending of its own. */
export const mailActs = {
  sendConfirmation: 'loginMailAddressConfirmation',
  sendLoginGuide: 'loginGuide',
  sendMfaGuide: 'mfaGuide',
  sendPin: 'userCode',
  sendResetLink: 'passwordReset',
} as const satisfies Record<string, SendType>;
export type MailAct = keyof typeof mailActs;

export const isMailAct = (act: UserAct): act is MailAct => act in mailActs;

/** Acts that take something away say first what. */
const askedFirst = [
  'sendPin',
  'sendResetLink',
  'oneTimePassword',
  'deactivate',
  'requireNewPassword',
  'resetMfa',
  'signOut',
  'delete',
] as const;
export type AskedAct = (typeof askedFirst)[number];

export function isAskedFirst(act: UserAct): act is AskedAct {
  return (askedFirst as readonly UserAct[]).includes(act);
}

/** What can be done to a user as the user is now, in the order of the menu; `passwordOpen`: by the policy, for this user. */
export function actsFor(user: User, passwordOpen = true): UserAct[] {
  const { status, passwordAssigned, mustChangePassword, mfaEnabled, nextLoginMailAddress } = user;
  const isIn = status === 'active' || status === 'locked';
  const mayHavePassword = passwordOpen && !isAgentId(user.userId) && (user.source === 'local' || passwordAssigned);
  const canRead = isIn && user.loginMailAddress !== null;
  const offered: Record<UserAct, boolean> = {
    unlock: status === 'locked' || (status === 'active' && user.signInStopped),
    sendInvitation: status === 'registering' && nextLoginMailAddress !== null,
    sendConfirmation: isIn && nextLoginMailAddress !== null,
    sendLoginGuide: canRead,
    sendMfaGuide: canRead && !mfaEnabled,
    sendPin: canRead,
    signOut: status === 'active' || user.openSessions > 0,
    sendResetLink: canRead && mayHavePassword,
    oneTimePassword: isIn && mayHavePassword,
    requireNewPassword: passwordAssigned && !mustChangePassword,
    resetMfa: mfaEnabled,
    activate: status === 'inactive',
    deactivate: status !== 'inactive',
    delete: true,
  };
  return (Object.keys(offered) as UserAct[]).filter((act) => offered[act]);
}
