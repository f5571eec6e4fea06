/**
 * Steps that may be due after the first proof of a sign-in, in this order, each with the answer that asks for it; when
 * none is due, the sign-in is complete.
 */
export const askedBy = {
  selectAccounts: 'selectAccounts',
  mfa: 'mfaRequired',
  password: 'passwordExpired',
} as const;

export type SignInStep = keyof typeof askedBy;
export const signInSteps = Object.keys(askedBy) as SignInStep[];
