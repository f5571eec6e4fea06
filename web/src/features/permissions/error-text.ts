import type { Translate } from '../../i18n/keys.ts';

const known = [
  'license_not_exist',
  'license_expired',
  'exceeded_permitted_users',
  'role_not_allowed',
  'not_found',
] as const;

/** Why one was sent to the screen; an unknown code is turned into a failure message (spec section 2). */
export function errorText(t: Translate, code: string): string {
  const id = known.find((one) => one === code);
  return id ? t(`errors.${id}`) : t('permissions.processFailed');
}
