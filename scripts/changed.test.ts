import { expect, test } from 'vitest';
import type { SourceFile } from './boundaries.ts';
import { testsFor } from './changed.ts';

const file = (path: string, ...imports: string[]): SourceFile => ({ path, imports });
const files = [
  file('contract/src/rules.ts'),
  file('contract/src/rules.test.ts', 'contract/src/rules.ts'),
  file('server/src/app.ts', 'server/src/a/groups/routes.ts', 'server/src/a/users/routes.ts'),
  file('server/src/a/groups/routes.ts', 'server/src/a/groups/decide.ts', 'contract/src/rules.ts'),
  file('server/src/a/groups/decide.ts'),
  file('server/src/a/groups/decide.unit.test.ts', 'server/src/a/groups/decide.ts'),
  file('server/src/a/groups/groups.test.ts', 'server/src/app.ts'),
  file('server/src/a/users/routes.ts', 'server/src/a/users/deep/rows.ts'),
  file('server/src/a/users/deep/rows.ts'),
  file('server/src/a/users/users.test.ts', 'server/src/app.ts'),
  file('web/src/features/groups/Page.tsx', 'contract/src/rules.ts'),
  file('web/src/features/groups/page.test.tsx', 'web/src/features/groups/Page.tsx'),
];

test.each<[string, string[], Partial<ReturnType<typeof testsFor>>]>([
  [
    "a feature's tests, and not those of all who share the server",
    ['server/src/a/groups/decide.ts'],
    { unit: ['server/src/a/groups/decide.unit.test.ts'], http: ['server/src/a/groups/groups.test.ts'], web: [] },
  ],
  [
    'the tests of the nearest folder above',
    ['server/src/a/users/deep/rows.ts'],
    { http: ['server/src/a/users/users.test.ts'] },
  ],
  [
    'a rule of the contract: who reads it on either side',
    ['contract/src/rules.ts'],
    {
      unit: ['contract/src/rules.test.ts'],
      web: ['web/src/features/groups/page.test.tsx'],
      http: ['server/src/a/groups/groups.test.ts'],
    },
  ],
  ['a test itself', ['server/src/a/users/users.test.ts'], { http: ['server/src/a/users/users.test.ts'], unit: [] }],
  ['a file that is not source code', ['docs/testing.md'], { unit: [], web: [], http: [], leftOut: 0 }],
  ['a deleted test', ['server/src/a/users/gone.test.ts'], { http: [], unit: [] }],
])('%s', (_, changed, wanted) => expect(testsFor(changed, files)).toMatchObject(wanted));

test('selects only as many tests as fit into a minute, and counts the rest', () => {
  const many = Array.from({ length: 5 }, (_, index) => file(`server/src/a/groups/more${index}.test.ts`));
  const { http, leftOut } = testsFor(['server/src/a/groups/decide.ts'], [...files, ...many], { web: 1, http: 4 });
  expect({ run: http.length, leftOut }).toEqual({ run: 4, leftOut: 2 });
});

test('selects only as many web tests, nearest first', () => {
  const far = file('web/src/base/far.test.tsx', 'web/src/base/far.tsx');
  const between = file('web/src/base/far.tsx', 'web/src/features/groups/Page.tsx');
  const { web, leftOut } = testsFor(['contract/src/rules.ts'], [far, between, ...files], { web: 1, http: 5 });
  expect({ web, leftOut }).toEqual({ web: ['web/src/features/groups/page.test.tsx'], leftOut: 1 });
});
