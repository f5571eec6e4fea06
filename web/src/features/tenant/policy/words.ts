import { policyFieldNames } from '../../../base/policy-fields.ts';
import type { TextKey, Translate } from '../../../i18n/keys.ts';
import type { PolicyDifference, PolicyField } from './draft.ts';

/** The fields of the security policy by the names their pages give them. */
const fieldNames: Partial<Record<PolicyField, TextKey>> = policyFieldNames;

/** Words for values that are names: an entry of a list of choices, a role. */
const valueNames: Record<string, TextKey> = {
  User: 'common.role.User',
  PowerUser: 'common.role.PowerUser',
  digits: 'policy.value_digits',
  alphanumeric: 'policy.value_alphanumeric',
  loginMailAddress: 'policy.value_loginMailAddress',
  userId: 'policy.value_userId',
  all: 'policy.value_all',
  userCode: 'policy.value_userCode',
  card: 'policy.value_card',
  cardAndUserCode: 'policy.value_cardAndUserCode',
  cardAndPassword: 'policy.value_cardAndPassword',
  every: 'policy.value_every',
  local: 'policy.value_local',
};

/** The name of a field; a field of a newer server is named as it stands on the wire. */
export function fieldWords(t: Translate, field: string): string {
  const name = (fieldNames as Partial<Record<string, TextKey>>)[field];
  return name ? t(name) : field;
}

/** A value as a person reads it. */
export function valueWords(t: Translate, language: string, value: unknown): string {
  if (value === null || value === undefined) return t('policy.value_none');
  if (typeof value === 'boolean') return t(value ? 'common.on' : 'common.off');
  if (typeof value === 'number') return new Intl.NumberFormat(language).format(value);
  if (Array.isArray(value)) {
    if (value.length === 0) return t('policy.value_nobody');
    return new Intl.ListFormat(language, { type: 'unit' }).format(value.map((one) => valueWords(t, language, one)));
  }
  const name = valueNames[String(value)];
  return name ? t(name) : String(value);
}

/** Lists some where it is not null. */
const everyProvider: PolicyField = 'loginPolicy.oidc.openidProviders';

/** "Shortest length: 8 → 12" */
export function differenceWords(t: Translate, language: string, { field, before, after }: PolicyDifference): string {
  const words = (value: unknown) =>
    field === everyProvider && value === null ? t('loginPolicy.providers_all') : valueWords(t, language, value);
  return t('policy.difference', { field: fieldWords(t, field), before: words(before), after: words(after) });
}
