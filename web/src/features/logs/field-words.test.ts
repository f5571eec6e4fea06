import { describe, expect, test } from 'vitest';
import { oauthClientInput } from '#contract/apps/oauth-clients.ts';
import { type EventType, eventCatalogue, type OperationEvent, targetOf } from '#contract/events.ts';
import { EXTENSION_ATTRIBUTES } from '#contract/limits.ts';
import { fieldTextOf, namedFields } from '#contract/logs/change-fields.ts';
import { newContract } from '#contract/operator/contracts.ts';
import { createLicense, newLicense } from '#contract/operator/licenses.ts';
import { serviceChanges } from '#contract/operator/services.ts';
import { updateCustomTheme } from '#contract/tenant/custom-theme.ts';
import { securityPolicy } from '#contract/security-policy.ts';
import { targetName } from '../../base/history/target-name.ts';
import { fieldName, namedValue, sideWords } from '../../base/history/words.ts';
import { updateDevice } from '#contract/devices/devices.ts';
import { updateGroup } from '#contract/people/groups.ts';
import { updateTag } from '#contract/people/tags.ts';
import { updateUser } from '#contract/people/users.ts';
import { createTranslate } from '../../i18n/translate.ts';
import { bootAreas } from '../../i18n/texts.ts';
import { fieldWordsOf } from './field-words.ts';
import { systemLogAreas } from './log-areas.ts';

const isOperation = (type: EventType): type is OperationEvent => !type.startsWith('signIn.');

/** What a caller says of a thing; what it expected to find there is no field. */
const sent = (schema: { shape: object }) =>
  shapeOf(schema).filter((field) => field !== 'expected' && field !== 'version');
const shapeOf = (schema: { shape: object }) => Object.keys(schema.shape);

/** The fields that are named by no schema: where the server's code writes `changes` by hand. */
const byHand: Record<string, string[]> = {
  user: [
    ...['status', 'password', 'mfaEnabled', 'mustChangePassword', 'lockedUntil', 'signInStopped', 'failures', 'totp'],
    ...['recoveryCodes', 'openSessions', 'outlivingGrants', 'termsVersion', 'defaultTenant', 'deletedUser', 'invite'],
    ...['userCode', 'invitation', 'confirmationMail', 'loginGuide', 'mfaGuide', 'passwordReset', 'registrationUrl'],
    ...['oneTimePasswordUntil', 'permittedLicenses', 'namedInLicenseRule', 'licensesWithoutSeat', 'onpremiseAccounts'],
    ...['extensionAttributes', 'nextLoginMailAddress', 'invitedMailAddress', 'hiddenNavigation', 'endedSessions'],
    'source',
  ],
  group: [
    'source',
    'tagNames',
    'userIds',
    'deviceIds',
    'groupIds',
    'parentGroupIds',
    'users',
    'parentGroups',
    'childGroups',
  ],
  device: ['serialId', 'roles', 'groups', 'credentialStatus', 'permittedLicenses', 'namedInLicenseRule'],
  tag: ['groupIds', 'groupCount'],
  featureToggle: ['active'],
  tenant: [
    'name',
    'country',
    'region',
    'locale',
    'timezone',
    'logRetentionDays',
    'status',
    'userLimit',
    ...EXTENSION_ATTRIBUTES,
  ],
  license: ['use', 'usedVolume', 'allUsers', 'deviceTypeList', 'reversed', 'status'],
  contract: ['contractId'],
  customizedMail: ['mailSubject', 'mailBody'],
  logo: ['mediaType'],
  registrationUrl: ['usersLimit', 'enabledDomains', 'expiresAt'],
  oauthClient: ['clientSecret', 'serviceClass', 'firstParty', 'logoutDelivery'],
  oauthDevice: ['accepted'],
  connectedApp: ['name', 'userId'],
  mailRun: ['sendType', 'users', 'status'],
  userBulk: ['action', 'users', 'status', 'changed', 'unchanged', 'failed'],
  userImport: [
    ...['fileName', 'mapping', 'status', 'undoes', 'created', 'restored', 'changed', 'unchanged', 'deleted', 'failed'],
  ],
  userExport: ['condition', 'status'],
  logExport: ['condition', 'status'],
  deviceExport: ['condition', 'status'],
  maintenance: ['startsAt', 'endsAt', 'endedAt'],
  statusComponent: ['status'],
  operatorToken: ['scopes'],
  managementToken: ['name', 'scopes', 'source', 'expiresAt'],
  provisioningSource: [
    ...[
      'displayName',
      'kind',
      'enabled',
      'deleteBehavior',
      'adoption',
      'maxLeaving',
      'maxLeavingPercent',
      'departures',
    ],
  ],
  signingKey: [],
};

const bySchema: Record<string, string[]> = {
  user: sent(updateUser.body),
  group: sent(updateGroup.body),
  tag: sent(updateTag.body),
  device: sent(updateDevice.body),

  oauthClient: shapeOf(oauthClientInput),
  // What the operator sees of one is what its changes are made of.
  license: [...shapeOf(newLicense), ...shapeOf(createLicense.response)],
  contract: Object.keys((newContract as unknown as { shape: object }).shape),
  service: shapeOf(serviceChanges),
  customTheme: shapeOf(updateCustomTheme.body).filter((field) => field !== 'version'),
};

function leaves(value: unknown, path: string[] = []): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [path.join('.')];
  return Object.entries(value).flatMap(([name, inner]) => leaves(inner, [...path, name]));
}
const ofPolicy = leaves(securityPolicy.parse({})).map((field) => `securityPolicy.${field}`);

/** The fields among these that are not named: a page would say "Another field". */
const unnamed = (target: string, fields: readonly string[]) =>
  fields.filter((field) => !fieldTextOf(target, field) && !EXTENSION_ATTRIBUTES.includes(field));

const changeable: Record<string, string[]> = {};
for (const [target, fields] of [...Object.entries(byHand), ...Object.entries(bySchema)])
  changeable[target] = [...(changeable[target] ?? []), ...fields];

const targets = [...new Set((Object.keys(eventCatalogue) as EventType[]).filter(isOperation).map(targetOf))];

test('a field without words is found: of any kind of thing', () => {
  for (const target of targets) expect(unnamed(target, ['planted'])).toEqual(['planted']);
  expect(unnamed('tenant', ['securityPolicy.passwordPolicy.planted', 'constructor'])).toHaveLength(2);
});

describe.each(['en', 'ja'])('in %s', async (language) => {
  const area = async (name: string) => (await import(`../../../../messages/${language}/${name}.json`)).default;
  const areas = ['common', 'logs', 'users', 'groups', 'devices', 'policy', 'history', 'ui'];
  const texts = Object.fromEntries(await Promise.all(areas.map(async (name) => [name, await area(name)])));
  const t = createTranslate(language, texts);

  test.each(targets)('every field of a %s that an event can change has words, and so has its kind', (target) => {
    const fields = changeable[target] ?? [];
    expect(unnamed(target, fields)).toEqual([]);
    for (const field of fields) {
      const name = fieldName(t, fieldWordsOf(target), field);
      expect(name).not.toBe(t('history.otherField'));
      expect(name).not.toMatch(/^\w+\.\w|^[a-z]+[A-Z]/);
    }
    expect(targetName(t, target)).not.toBe(t('history.target_unknown'));
    expect(targetName(t, target)).not.toMatch(/[a-z][A-Z]|\./);
  });

  test('why an app was not told of sign-outs has words; the status of an answer says itself', () => {
    const reasons = ['addressNotAllowed', 'nameNotFound', 'tls', 'timeout', 'connection', 'interrupted', 'internal'];
    const { values } = fieldWordsOf('oauthClient');
    const said = reasons.map((reason) => namedValue(t, values?.logoutDelivery, reason));
    expect(said.filter((text, at) => text === reasons[at])).toEqual([]);
    expect(namedValue(t, values?.logoutDelivery, 'HTTP 503')).toBe('HTTP 503');
  });

  test('every field of the security policy has words', () => {
    expect(ofPolicy.length).toBeGreaterThan(20);
    expect(unnamed('tenant', ofPolicy)).toEqual([]);
  });

  test('a field that nobody knows is named neutrally, never by its raw name', () => {
    const other = t('history.otherField');
    for (const field of ['ofANewerServer', 'constructor', 'securityPolicy.x.y'])
      expect(fieldName(t, fieldWordsOf('tenant'), field)).toBe(other);
  });
});

const en = async (name: string) => (await import(`../../../../messages/en/${name}.json`)).default;

test.each<[field: string, value: unknown, words: string]>([
  ['mfaEnabled', true, 'Yes'],
  ['locale', 'ja', 'Japanese'],
  ['country', 'JP', 'Japan'],
  ['region', 'eu', 'Europe'],
  ['logRetentionDays', 180, '180 days'],
  ['securityPolicy.sessionPolicy.idleMinutes', 30, '30 minutes'],
  ['securityPolicy.loginPolicy.siteLoginType', 'all', 'Email address or user ID'],
  ['securityPolicy.loginPolicy.mfa.siteEnforceMfa.roles', ['PowerUser'], 'Administrator'],
  ['volume', 12500, '12,500'],
  ['status', 'processing', 'In progress'],
  ['suspendedAt', '2026-03-04T20:15:00.000Z', 'at 2026'],
  ['name', 'all', 'all'],
  ['condition', { keyword: 'sato', unheard: 1 }, 'Another field sato · Another field 1'],
  ['condition', {}, '(empty)'],
])('%s %j reads as "%s"', async (field, value, words) => {
  const areas = ['common', 'history', 'ui', 'policy'];
  const texts = Object.fromEntries(await Promise.all(areas.map(async (name) => [name, await en(name)])));
  const t = createTranslate('en', texts);
  const time = (moment: Date) => `at ${moment.getUTCFullYear()}`;
  expect(sideWords(t, fieldWordsOf('tenant'), field, value, time, 'en')).toBe(words);
});

test('the page of the log loads the words of all fields', () => {
  const keys = targets.flatMap((target) => namedFields(target).map(([, key]) => key));
  const areas = new Set(keys.map((key) => key.slice(0, key.indexOf('.'))));
  expect([...areas].filter((area) => ![...bootAreas, ...systemLogAreas].some((loaded) => loaded === area))).toEqual([]);
});
