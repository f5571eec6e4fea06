import { clientHistory } from '../../base/history/client-words.ts';
import { deviceHistory } from '../../base/history/device-words.ts';
import { groupHistory } from '../../base/history/group-words.ts';
import { type ItemNamesOf, itemWords } from '../../base/history/item-words.ts';
import { samlSpHistory } from '../../base/history/saml-words.ts';
import { sourceHistory } from '../../base/history/source-words.ts';
import { targetHistory } from '../../base/history/target-words.ts';
import { userHistory } from '../../base/history/user-words.ts';
import type { FieldWords } from '../../base/history/words.ts';

const histories: Readonly<Record<string, FieldWords>> = {
  user: userHistory,
  group: groupHistory,
  device: deviceHistory,
  oauthClient: clientHistory,
  samlSp: samlSpHistory,
  provisioningSource: sourceHistory,
  provisioningTarget: targetHistory,
  userBulk: { target: 'userBulk' },
  userImport: { target: 'userImport' },
  userExport: { target: 'userExport' },
  deviceExport: { target: 'deviceExport' },
  logExport: { target: 'logExport' },
  mailRun: { target: 'mailRun' },
};

/**
 * How the changes of a row read: as in the history of what was changed, where it has one.
 * @param names what the tenant calls its own items
 * @param nameOfId what licenses are called
 */
export function fieldWordsOf(
  targetType: string | null,
  names?: ItemNamesOf,
  nameOfId?: FieldWords['nameOfId'],
): FieldWords {
  const found = targetType !== null && Object.hasOwn(histories, targetType) ? histories[targetType] : undefined;
  return { ...(found ?? { target: targetType }), nameOf: (t, field) => itemWords(t, field, names), nameOfId };
}
