import { deviceHistory } from '../../app/history/device-words.ts';
import { groupHistory } from '../../app/history/group-words.ts';
import { type ItemNamesOf, itemWords } from '../../app/history/item-words.ts';
import { userHistory } from '../../app/history/user-words.ts';
import type { FieldWords } from '../../app/history/words.ts';

const tagFields: FieldWords = {
  fields: {
    name: 'common.name',
    description: 'common.description',
    groupIds: 'common.groups',
    groupCount: 'groups.groupCount',
  },
};

const histories: Readonly<Record<string, FieldWords>> = {
  user: userHistory,
  group: groupHistory,
  device: deviceHistory,
  tag: tagFields,
};
const none: FieldWords = { fields: {} };

/**
 * How the changes of a row read: as in the history of what was changed. Fields of what has no history keep their names.
 * @param names what the tenant calls its own items
 */
export function fieldWordsOf(targetType: string | null, names?: ItemNamesOf): FieldWords {
  const found = targetType !== null && Object.hasOwn(histories, targetType) ? histories[targetType] : undefined;
  return found ? { ...found, nameOf: (t, field) => itemWords(t, field, names) } : none;
}
