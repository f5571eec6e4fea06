import type { DeviceCondition } from '#contract/devices/devices.ts';
import type { Translate } from '../../../i18n/keys.ts';

const texts = {
  keyword: 'common.search',
  deviceId: 'common.deviceId',
  serialId: 'common.serialId',
  comment: 'common.deviceComment',
} as const;

/**
 * What is searched for, one line for each thing asked; none: all devices.
 * @param groupNames by their uuids
 */
export function conditionWords(
  t: Translate,
  language: string,
  condition: DeviceCondition,
  groupNames: Record<string, string>,
): string[] {
  const line = (name: string, value: string) => t('transfer.conditionLine', { name, value });
  const { deviceType, role, notSeenForDays: days, lastSeen, group } = condition;
  const found = (Object.keys(texts) as (keyof typeof texts)[]).flatMap((field) =>
    condition[field] ? [line(t(texts[field]), condition[field])] : [],
  );
  if (deviceType) {
    const types = new Intl.ListFormat(language, { type: 'disjunction' }).format(deviceType);
    found.push(line(t('common.deviceType'), types));
  }
  if (role) found.push(line(t('common.role'), t(`common.role.${role}`)));
  if (days !== undefined) found.push(line(t('devices.idle'), new Intl.NumberFormat(language).format(days)));
  if (lastSeen) found.push(line(t('devices.lastSeen'), t(`common.period.${lastSeen.periodType}`)));
  if (group) {
    const name = groupNames[group.uuid] ?? '…';
    found.push(line(t(group.included ? 'devices.exportInGroup' : 'devices.exportNotInGroup'), name));
  }
  return found;
}
