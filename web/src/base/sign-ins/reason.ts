import type { Translate } from '../../i18n/keys.ts';

/** Why a try was refused, in a word or two: not the advice of the sign-in page. */
const reasons = [
  'mismatch',
  'wrong_otp',
  'account_locked',
  'sign_in_stopped',
  'account_inactive',
  'password_expired',
  'account_not_exist',
  'not_login_user_role',
  'revoked_or_expired',
] as const;

export function reasonText(t: Translate, reason: string | null): string | undefined {
  const known = reasons.find((one) => one === reason);
  return known ? t(`account.history.reason_${known}`) : undefined;
}
