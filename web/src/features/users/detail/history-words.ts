import type { OperationLogEntry } from '#contract/authentication/users-history.ts';
import type { TextKey, Translate } from '../../../i18n/keys.ts';

/** What was done, by the end of the call's path; the first that fits. */
const calls: readonly [method: string, end: string, words: TextKey][] = [
  ['POST', '/deactivate', 'users.did.deactivate'],
  ['POST', '/activate', 'users.did.activate'],
  ['POST', '/unlock', 'users.did.unlock'],
  ['POST', '/signOut', 'users.did.signOut'],
  ['POST', '/resetMfa', 'users.did.resetMfa'],
  ['POST', '/requireNewPassword', 'users.did.requireNewPassword'],
  ['POST', '/sendInvitation', 'users.did.sendInvitation'],
  ['POST', '/operations/users', 'users.did.bulk'],
  ['POST', '/tenants/{tenantId}/users', 'users.did.create'],
  ['PUT', '/users/{userId}', 'users.did.update'],
  ['DELETE', '/users/{userId}', 'users.did.delete'],
  ['POST', '/userCode/request', 'users.did.issuePin'],
  ['DELETE', '/userCode', 'users.did.removePin'],
  ['POST', '/onpremiseAccounts', 'users.did.addAccount'],
  ['PUT', '/onpremiseAccounts/{uuid}', 'users.did.replaceAccount'],
  ['DELETE', '/onpremiseAccounts/{uuid}', 'users.did.removeAccount'],
  ['POST', '/me/cards', 'users.did.addAccount'],
  ['DELETE', '/me/cards/{uuid}', 'users.did.removeAccount'],
];

/** A log entry's act in words; one without words of its own is named by its kind and its call. */
export function actWords(t: Translate, { action, operation }: Pick<OperationLogEntry, 'action' | 'operation'>): string {
  const [method, path = ''] = action.split(' ');
  const known = calls.find(([of, end]) => of === method && path.endsWith(end));
  if (known) return t(known[2]);
  const kind = (['create', 'update', 'delete'] as const).find((one) => one === operation);
  return kind ? t('users.did.other', { operation: t(`common.operation.${kind}`), action }) : action;
}

const fieldNames: Record<string, TextKey> = {
  userId: 'common.userId',
  familyName: 'common.familyName',
  givenName: 'common.givenName',
  department: 'common.department',
  location: 'common.location',
  description: 'users.comment',
  locale: 'common.language',
  timezone: 'common.timezone',
  status: 'common.status',
  roles: 'users.roles',
  groups: 'common.groups',
  password: 'common.password',
  loginMailAddress: 'users.loginMailAddress',
  nextLoginMailAddress: 'users.nextLoginMailAddress',
  mailAddresses: 'users.mailAddresses',
  mfaEnabled: 'users.mfa',
  mustChangePassword: 'users.mustChangePassword',
  userCode: 'users.pin',
  onpremiseAccounts: 'users.cards',
  extensionAttributes: 'users.items',
};

/** A field in words; one without words keeps the name it has in calls. */
export function fieldWords(t: Translate, field: string): string {
  const key = Object.hasOwn(fieldNames, field) ? fieldNames[field] : undefined;
  return key ? t(key) : field;
}

/** A value before or after a change, as a person reads it. */
export function valueWords(t: Translate, value: unknown): string {
  if (value === null || value === undefined || value === '') return t('users.nothing');
  if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no');
  if (Array.isArray(value)) return value.length === 0 ? t('users.nothing') : value.map((one) => plain(one)).join(', ');
  return plain(value);
}

const plain = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** Each changed field as a sentence. Of a secret only that it changed is known. */
export function changeLines(t: Translate, changes: OperationLogEntry['changes']): string[] {
  return Object.entries(changes).map(([name, change]) => {
    const field = fieldWords(t, name);
    if (!('before' in change) && !('after' in change)) return t('users.changedSecret', { field });
    const [before, after] = [valueWords(t, change.before), valueWords(t, change.after)];
    return t('users.changedField', { field, before, after });
  });
}
