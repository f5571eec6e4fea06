import { describe, expect, test } from 'vitest';
import { oauthClientInput } from '#contract/apps/oauth-clients.ts';
import { EXTENSION_ATTRIBUTES } from '#contract/limits.ts';
import { newContract } from '#contract/operator/contracts.ts';
import { createLicense, newLicense } from '#contract/operator/licenses.ts';
import { serviceChanges } from '#contract/operator/services.ts';
import { updateCustomTheme } from '#contract/tenant/custom-theme.ts';
import { securityPolicy } from '#contract/security-policy.ts';
import { fieldName, namedValue } from '../../base/history/words.ts';
import { createTranslate } from '../../i18n/translate.ts';
import { bootAreas } from '../../i18n/texts.ts';
import { policyFieldNames } from '../../base/policy-fields.ts';
import { fieldWordsOf } from './field-words.ts';
import { systemLogAreas } from './log-areas.ts';
import { targetName } from './target-name.ts';
import { thingFields } from './thing-fields.ts';

const shapeOf = (schema: { shape: object }) => Object.keys(schema.shape);

/** The fields that are named by no schema: where the server's code writes `changes` by hand. */
const byHand: Record<string, string[]> = {
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
  userBulk: ['action', 'users', 'status'],
  userImport: ['fileName', 'mapping', 'status'],
  userExport: ['condition', 'status'],
  logExport: ['condition', 'status'],
  deviceExport: ['condition', 'status'],
  maintenance: ['startsAt', 'endsAt', 'endedAt'],
  statusComponent: ['status'],
  operatorToken: ['scopes'],
  signingKey: [],
};

const bySchema: Record<string, string[]> = {
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

describe.each(['en', 'ja'])('in %s', async (language) => {
  const area = async (name: string) => (await import(`../../../../messages/${language}/${name}.json`)).default;
  const t = createTranslate(language, {
    ...{ common: await area('common'), logs: await area('logs'), users: await area('users') },
    policy: await area('policy'),
  });
  const cases = [...Object.entries(byHand), ...Object.entries(bySchema)];
  test.each(cases)('every field of %s that the server logs has words', (targetType, fields) => {
    const raw = fields.filter((field) => {
      const name = fieldName(t, fieldWordsOf(targetType), field);
      return name === field || name.includes('.');
    });
    expect(raw).toEqual([]);
    // In English some kinds are called what they are called on the wire.
    if (language !== 'en') expect(targetName(t, targetType)).not.toBe(targetType);
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
    const raw = ofPolicy.filter((field) => fieldName(t, fieldWordsOf('tenant'), field) === field);
    expect(raw).toEqual([]);
  });

  test('a field that nobody knows keeps its name', () => {
    expect(fieldName(t, fieldWordsOf('tenant'), 'ofANewerServer')).toBe('ofANewerServer');
    expect(fieldName(t, fieldWordsOf('tenant'), 'constructor')).toBe('constructor');
  });
});

test('the page of the log loads the words of all fields', () => {
  const keys: string[] = [...Object.values(policyFieldNames), ...Object.values(thingFields)];
  const areas = new Set(keys.map((key) => key.slice(0, key.indexOf('.'))));
  expect([...areas].filter((area) => ![...bootAreas, ...systemLogAreas].some((loaded) => loaded === area))).toEqual([]);
});
