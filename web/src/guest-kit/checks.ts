import { checkPasswordPolicy, isAcceptablePassword, type PasswordPolicy } from '#contract/password.ts';
import { isConfirmCode, isLoginUserId, isMailAddress, isTenantId } from '#contract/rules.ts';
import type { Translate } from '../i18n/keys.ts';

type Check = (value: string) => string | undefined;

/** The checks of the boxes guest pages share: the mistake in a value as a sentence, or nothing. */
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
    newPassword:
      (policy: PasswordPolicy | undefined): Check =>
      (value) => {
        if (value === '') return t('password.enter');
        if (!isAcceptablePassword(value)) return t('password.unacceptable');
        return policy && checkPasswordPolicy(value, policy).length > 0 ? t('password.breaksPolicy') : undefined;
      },
  };
}
