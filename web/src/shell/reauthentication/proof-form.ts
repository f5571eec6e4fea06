import type { Me } from '#contract/sign-in/me.ts';
import { isConfirmCode } from '#contract/rules.ts';

/** What an account can prove itself by here; `none`: only a new sign-in does. */
export type ProofWay = 'password' | 'otp' | 'both' | 'none';

export type ProofField = 'password' | 'otp' | 'recoveryCode';
export type TypedProof = Record<ProofField, string> & { byRecoveryCode: boolean };

export const nothingTyped: TypedProof = { password: '', otp: '', recoveryCode: '', byRecoveryCode: false };

export function wayFor({ passwordAssigned, totp }: Pick<Me, 'passwordAssigned' | 'totp'>): ProofWay {
  const hasTotp = totp.some(({ enabled }) => enabled);
  if (passwordAssigned) return hasTotp ? 'both' : 'password';
  return hasTotp ? 'otp' : 'none';
}

/** What to send; undefined while something is still missing. */
export function proofBody(way: ProofWay, typed: TypedProof): Partial<Record<ProofField, string>> | undefined {
  const { password, otp, recoveryCode, byRecoveryCode } = typed;
  if (way === 'none') return {};
  if (way !== 'otp' && password === '') return undefined;
  const first = way === 'otp' ? {} : { password };
  if (way === 'password') return first;
  if (byRecoveryCode)
    return recoveryCode.trim().length < 8 ? undefined : { ...first, recoveryCode: recoveryCode.trim() };
  return isConfirmCode(otp) ? { ...first, otp } : undefined;
}
