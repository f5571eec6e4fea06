import { deviceHistory } from '../../base/history/device-words.ts';
import { groupHistory } from '../../base/history/group-words.ts';
import { type ItemNamesOf, itemWords } from '../../base/history/item-words.ts';
import { userHistory } from '../../base/history/user-words.ts';
import { policyFieldNames } from '../../base/policy-fields.ts';
import type { TextKey, Translate } from '../../i18n/keys.ts';
import { thingFields } from './thing-fields.ts';
import type { FieldWords } from '../../base/history/words.ts';

const tagFields: FieldWords = {
  fields: {
    name: 'common.name',
    description: 'common.description',
    groupIds: 'common.groups',
    groupCount: 'groups.groupCount',
  },
};

/** Why sign-outs did not arrive (contract, `logoutDelivery`); the status of an answer says itself. */
const clientFields: FieldWords = {
  fields: {},
  values: {
    logoutDelivery: {
      addressNotAllowed: 'logs.delivery_addressNotAllowed',
      nameNotFound: 'logs.delivery_nameNotFound',
      tls: 'logs.delivery_tls',
      timeout: 'logs.delivery_timeout',
      connection: 'logs.delivery_connection',
      interrupted: 'logs.delivery_interrupted',
      internal: 'logs.delivery_internal',
    },
  },
};

const histories: Readonly<Record<string, FieldWords>> = {
  user: userHistory,
  group: groupHistory,
  device: deviceHistory,
  tag: tagFields,
  oauthClient: clientFields,
};
/** Under this the policy's fields are logged (`securityPolicy.passwordPolicy.minLength`). */
const POLICY = 'securityPolicy.';

function nameOfThing(t: Translate, field: string): string | undefined {
  const names: Readonly<Record<string, TextKey>> = field.startsWith(POLICY) ? policyFieldNames : thingFields;
  const name = field.startsWith(POLICY) ? field.slice(POLICY.length) : field;
  const key = Object.hasOwn(names, name) ? names[name] : undefined;
  return key && t(key);
}

/**
 * How the changes of a row read: as in the history of what was changed, where it has one. A field that nobody here knows,
 * of a newer server, keeps its name.
 * @param names what the tenant calls its own items
 */
export function fieldWordsOf(targetType: string | null, names?: ItemNamesOf): FieldWords {
  const found = targetType !== null && Object.hasOwn(histories, targetType) ? histories[targetType] : undefined;
  const nameOf = (t: Translate, field: string) => itemWords(t, field, names) ?? nameOfThing(t, field);
  return { ...(found ?? { fields: {} }), nameOf };
}
