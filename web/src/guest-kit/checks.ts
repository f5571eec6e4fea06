import { isConfirmCode, isLoginUserId, isMailAddress, isTenantId } from '#contract/rules.ts';
import type { Translate } from '../i18n/keys.ts';

export type Check = (value: string) => string | undefined;

/**
 * The checks of the boxes guest pages share: the mistake in a value as a sentence, or nothing. New passwords have theirs
 * beside their field (`checkNewPassword`).
 */
export function checksIn(t: Translate) {
  const filled =
    (empty: string): Check =>
    (value) =>
      value.trim() === '' ? empty : undefined;
  const valid =
    (isValid: (value: string) => boolean, empty: string, wrong: string): Check =>
    (value) =>
      filled(empty)(value) ?? (isValid(value.trim()) ? undefined : wrong);
  return {
    mailAddress: valid(isMailAddress, t('guest.enterMailAddress'), t('guest.invalidMailAddress')),
    tenantId: valid((value) => isTenantId(value.toLowerCase()), t('guest.enterTenantId'), t('guest.invalidTenantId')),
    optionalTenantId: (value: string) =>
      value.trim() === '' || isTenantId(value.trim().toLowerCase()) ? undefined : t('guest.invalidTenantId'),
    userId: valid(isLoginUserId, t('guest.enterUserId'), t('guest.invalidUserId')),
    password: (value: string) => (value === '' ? t('guest.enterPassword') : undefined),
    otp: valid(isConfirmCode, t('guest.enterCode'), t('guest.invalidCode')),
    recoveryCode: filled(t('guest.enterRecoveryCode')),
  };
}
