import { hasErrorId, isCancelled } from '../../api/api-error.ts';

/** What the page does about an error (spec section 8, "MFA registration"). */
export type Reaction =
  /** The code is wrong: said at its field. */
  | 'wrongOtp'
  /** An app was activated meanwhile: the user is read again, and a failure message says so. */
  | 'alreadyConfigured'
  /** There is an app already, or there can be none: the user is read again, and the page goes to its target. */
  | 'leave'
  /** The sign-in is too long ago for this. */
  | 'reauthenticate'
  /** "Processing failed, please try again"; OK is disabled. */
  | 'processFailed'
  | 'nothing';

const reactions = [
  ['wrong_otp', 'wrongOtp'],
  ['already_activated_secret_key', 'alreadyConfigured'],
  ['exceeded_totps', 'leave'],
  ['mfa_not_available', 'leave'],
  ['reauthentication_required', 'reauthenticate'],
] as const;

/** Decides by the ids of an error; a pure function. */
export function reactionTo(error: unknown): Reaction {
  if (isCancelled(error)) return 'nothing';
  return reactions.find(([id]) => hasErrorId(error, id))?.[1] ?? 'processFailed';
}
