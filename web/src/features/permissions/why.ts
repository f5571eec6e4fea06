import type { Translate } from '../../i18n/keys.ts';
import { type Item, type License, nameOf } from './types.ts';

/** Why a cell has a minus mark (spec section 4): the role does not fit, or the type of the device. */
export function whyNot(t: Translate, language: string, license: License, item: Item): string {
  const { availableRoles, serviceName: app } = license;
  const name = nameOf(item);
  const list = (words: readonly string[]) => new Intl.ListFormat(language, { type: 'disjunction' }).format(words);
  const roleWords = (roles: readonly string[]) =>
    list(roles.map((role) => (role === 'User' || role === 'PowerUser' ? t(`common.role.${role}`) : role)));
  const ofRole = availableRoles === null || availableRoles.some((role) => item.roles.includes(role));
  if (!ofRole) {
    const roles = roleWords(availableRoles);
    return t('permissions.whyRole', { app, name, roles, own: roleWords(item.roles) });
  }
  const types = list(license.availableDeviceTypes ?? []);
  return t('permissions.whyType', { app, name, types, own: item.deviceType ?? '' });
}
