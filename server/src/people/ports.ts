import type { RawBuilder, SqlBool } from 'kysely';
import type { SeatForecast } from '#contract/seats.ts';
import type { ErrorId } from '#contract/errors.ts';
import type { Tx } from '../platform/db/transaction.ts';
import { port } from '../platform/port.ts';
import type { Tools } from '../platform/tools.ts';

// What changes of people ask of the rooms above: licences, sign-in and joining.

export interface Invitation {
  tenantId: string;
  userUuid: string;
  /** Receiver, and so the future sign-in address; by default the user's. */
  mailAddress?: string;
  /** Validity of the link; seven days by default. */
  seconds?: number;
  now: Date;
}

/** A license for many users, by their uuids. */
export interface AssignedToMany {
  licenseId: string;
  userUuids: readonly string[];
  operatorUuid: string;
  now: Date;
}

/**
 * Assigns a license to the users it is for while seats last. Answers who got it, and who was refused for which reason;
 * the others had it. Throws `license_not_exist`, `license_expired`.
 */
export const assignToMany = port<
  [tx: Tx, assigned: AssignedToMany],
  Promise<{ gained: string[]; refused: Map<string, ErrorId> }>
>('assignToMany');

/** Mails a user who is to register the link for it. Throws what `joining/registration/invitation.ts` says. */
export const inviteUser = port<[tools: Tools, tx: Tx, invitation: Invitation], Promise<{ expiresAt: Date }>>(
  'inviteUser',
);

/** Users to invite, as a question with the column `uuid`, and who has it done. */
export interface InvitedMany {
  tenantId: string;
  users: RawBuilder<{ uuid: string }>;
  operatorUuid: string;
  operatorUserId: string;
  address: string | null;
  requestId: string;
  now: Date;
}

/** Starts a mailing of registration emails once the transaction commits. Answers its id; null: there is nobody to invite. */
export const inviteMany = port<[tools: Tools, tx: Tx, invited: InvitedMany], Promise<string | null>>('inviteMany');

/** Makes the mailed invitations of users worthless; they are shown as cancelled. */
export const cancelInvitations = port<[tx: Tx, userUuids: readonly string[], now: Date], Promise<void>>(
  'cancelInvitations',
);

/** Mails the link that confirms a pending address; earlier links stop working. */
export const mailConfirmation = port<
  [tools: Tools, tx: Tx, to: { tenantId: string; userUuid: string; address: string; now: Date }],
  Promise<void>
>('mailConfirmation');

/** What a user lost by being signed out: open sessions, and grants to applications that would have outlived them. */
export interface SignedOut {
  sessions: number;
  grants: number;
}

/** Ends every session and token of users, and every sign-in under way. Answers, by uuid, what of whom ended. */
export const signOut = port<
  [tx: Tx, uuids: readonly string[], reason: string, now: Date],
  Promise<Map<string, SignedOut>>
>('signOut');

/** Has the open sessions of users last no longer than those of administrators. */
export const shortenSessions = port<[tx: Tx, userUuids: readonly string[]], Promise<void>>('shortenSessions');

/** The condition that a session `s` is open. */
export const isOpenSession = port<[now: Date], RawBuilder<SqlBool>>('isOpenSession');

/** Whether a user may have the password replaced: registered, active, and not signing in elsewhere. */
export const isResettable = port<[tx: Tx, userUuid: string, now: Date], Promise<boolean>>('isResettable');

/**
 * The seats that a change of people would take. `moves` is a relation of users that come, go or change roles: `uuid`, the
 * roles `before` and `after` (text[]; null: not there). Of licenses that are active, in the language of who asks.
 */
export const forecastSeats = port<
  [tx: Tx, moves: RawBuilder<unknown>, asked: { userUuid: string; now: Date }],
  Promise<SeatForecast[]>
>('forecastSeats');
