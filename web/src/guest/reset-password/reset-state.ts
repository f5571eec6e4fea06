import type { OpenedLink } from '../../guest-kit/mail-link.ts';

export type Method = OpenedLink['mfaMethods'][number];

/** How far the reset of a password has come. */
export type ResetState =
  | { step: 'link' }
  | { step: 'secondFactor'; link: OpenedLink; method: Method }
  | { step: 'password'; link: OpenedLink; authMfaId?: string; byRecoveryCode: boolean }
  | { step: 'done'; link: OpenedLink }
  | { step: 'spent' };

export type ResetAction =
  | { type: 'opened'; link: OpenedLink }
  | { type: 'methodChosen'; method: Method }
  | { type: 'proved'; authMfaId: string }
  | { type: 'changed' }
  | { type: 'expired' };

/** The steps of `/portal/reset-password.html`; a pure function. An action that does not fit the step changes nothing. */
export function resetReducer(state: ResetState, action: ResetAction): ResetState {
  if (action.type === 'expired') return { step: 'spent' };
  if (action.type === 'opened') {
    const { link } = action;
    if (!link.mfaRequired) return { step: 'password', link, byRecoveryCode: false };
    return { step: 'secondFactor', link, method: link.mfaMethods.includes('totp') ? 'totp' : 'recoveryCode' };
  }
  if (state.step === 'secondFactor' && action.type === 'methodChosen') return { ...state, method: action.method };
  if (state.step === 'secondFactor' && action.type === 'proved') {
    return {
      step: 'password',
      link: state.link,
      authMfaId: action.authMfaId,
      byRecoveryCode: state.method === 'recoveryCode',
    };
  }
  return state.step === 'password' && action.type === 'changed' ? { step: 'done', link: state.link } : state;
}
