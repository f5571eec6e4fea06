import { eachTextCondition, userTexts } from '#contract/people/user-texts.ts';
import type { UserCondition } from '#contract/people/users-search.ts';
import type { Translate } from '../../../i18n/keys.ts';

const texts = {
  keyword: 'common.search',
  userId: 'common.userId',
  mailAddress: 'common.mailAddress',
  names: 'common.name',
  ...eachTextCondition((text) => userTexts[text].word),
} as const;

/**
 * What is searched for, one line for each thing asked; none: all users.
 * @param groupNames by their uuids
 */
export function conditionWords(
  t: Translate,
  language: string,
  condition: UserCondition,
  groupNames: Record<string, string>,
): string[] {
  const list = new Intl.ListFormat(language, { type: 'disjunction' });
  const line = (name: string, value: string) => t('transfer.conditionLine', { name, value });
  const { status, source, role, mfa, group, lastSignInOlderThanDays: days, passwordOlderThanDays: age } = condition;
  const found = (Object.keys(texts) as (keyof typeof texts)[]).flatMap((field) => {
    // A backslash is the escape of a search; what was typed stands behind it.
    const text = condition[field]?.replace(/\\([\\*&])/g, '$1');
    return text ? [line(t(texts[field]), text)] : [];
  });
  if (condition.userIds) found.push(t('transfer.selectedUsers', { count: condition.userIds.length }));
  if (role) found.push(line(t('common.role'), t(`common.role.${role}`)));
  if (mfa !== undefined) found.push(line(t('users.mfa'), t(mfa ? 'common.on' : 'common.off')));
  if (days !== undefined) found.push(line(t('users.idle'), new Intl.NumberFormat(language).format(days)));
  if (age !== undefined) found.push(line(t('users.passwordAge'), new Intl.NumberFormat(language).format(age)));
  if (group) {
    const name = groupNames[group.uuid] ?? '…';
    found.push(line(t(group.included === false ? 'transfer.notInGroup' : 'users.inGroup'), name));
  }
  if (status) {
    const words = status.map((one) => t(`common.userStatus.${one}`));
    found.push(line(t('common.status'), list.format(words)));
  }
  if (source) {
    const words = source.map((one) => t(`users.source_${one}`));
    found.push(line(t('users.source'), list.format(words)));
  }
  return found;
}
