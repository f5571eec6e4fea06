import { expect, test } from 'vitest';
import type { License } from '#contract/licences/fields.ts';
import { appsOf, licensesFor, readAppSearch, statusOf, tabsOf } from './apps.ts';

const license = (
  serviceClass: string,
  licenseId: string,
  volumeType: License['volumeType'],
  status: License['status'],
) => ({ serviceClass, serviceName: serviceClass.toUpperCase(), licenseId, volumeType, status }) as License;

const apps = appsOf([
  license('print', 'p1', 'user', 'expired'),
  license('scan', 's1', 'user', 'suspended'),
  license('print', 'p2', 'device', 'activated'),
  license('print', 'p3', 'user', 'suspended'),
]);

test('licenses of one service are one app, in their order', () => {
  expect(apps.map(({ name, licenses }) => [name, licenses.map(({ licenseId }) => licenseId)])).toEqual([
    ['PRINT', ['p1', 'p2', 'p3']],
    ['SCAN', ['s1']],
  ]);
  expect(licensesFor(apps[0]!, 'user').map(({ licenseId }) => licenseId)).toEqual(['p1', 'p3']);
});

test('an app is as well as its best license, and has the tabs of what they are for', () => {
  expect(apps.map(statusOf)).toEqual(['activated', 'suspended']);
  expect(apps.map(tabsOf)).toEqual([
    ['user', 'device', 'rules', 'usage'],
    ['user', 'rules', 'usage'],
  ]);
});

test.each([
  [{}, {}],
  [
    { tab: 'device', license: 'p2' },
    { tab: 'device', license: 'p2' },
  ],
  [{ tab: 'nothing', license: 7 }, {}],
])('the address %j means %j', (given, read) => {
  expect(readAppSearch(given)).toEqual(read);
});
