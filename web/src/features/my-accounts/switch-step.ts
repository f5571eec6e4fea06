import type { LoginAnswer } from '#contract/sign-in/login.ts';

/** What the account switch does next. */
export type SwitchStep =
  | { step: 'choose' }
  /** The other account has a second factor. */
  | { step: 'secondFactor'; loginId: string; methods: readonly ('totp' | 'recoveryCode')[] }
  /** The other account wants what only its own sign-in page can do (a new password). */
  | { step: 'signInThere' }
  | { step: 'opened'; mfaSetupRequired: boolean };

/** Pure: the answer of a sign-in by ticket or second factor decides. */
export function nextSwitchStep(answer: LoginAnswer): SwitchStep {
  switch (answer.status) {
    case 'completed':
      return { step: 'opened', mfaSetupRequired: answer.mfaSetupRequired };
    case 'mfaRequired':
      return { step: 'secondFactor', loginId: answer.loginId, methods: answer.methods };
    case 'passwordExpired':
    case 'selectAccounts':
      return { step: 'signInThere' };
  }
}
