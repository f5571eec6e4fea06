import { roleNames } from '../../base/role-names.ts';
import type { Translate } from '../../i18n/keys.ts';
import { type Item, type License, nameOf } from './types.ts';

/** Why a cell has a minus mark (spec section 4): the role does not fit, or the type of the device. */
export function whyNot(t: Translate, language: string, license: License, item: Item): string {
  const { availableRoles, serviceName: app } = license;
  const name = nameOf(item);
  const ofRole = availableRoles === null || availableRoles.some((role) => item.roles.includes(role));
  if (!ofRole) {
    const [roles, own] = [roleNames(t, language, availableRoles), roleNames(t, language, item.roles)];
    return t('permissions.whyRole', { app, name, roles, own });
  }
  const list = new Intl.ListFormat(language, { type: 'disjunction' });
  const types = list.format(license.availableDeviceTypes ?? []);
  return t('permissions.whyType', { app, name, types, own: item.deviceType ?? '' });
}
