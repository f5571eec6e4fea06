/**
 * What may still be due of a sign-in once somebody proved who they are, in this order; when nothing is, it is complete.
 * Of each the answer that asks for it.
 */
export const askedBy = {
  selectAccounts: 'selectAccounts',
  mfa: 'mfaRequired',
  password: 'passwordExpired',
} as const;

export type SignInStep = keyof typeof askedBy;
export const signInSteps = Object.keys(askedBy) as SignInStep[];
