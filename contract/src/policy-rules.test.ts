import { expect, test } from 'vitest';
import { newContradictions, policyContradictions, policyFields } from './policy-rules.ts';
import { type SomeSecurityPolicy, securityPolicy, someSecurityPolicy } from './security-policy.ts';

const facts = { users: 10 };
const policy = (given: object) => securityPolicy.parse(given);

test.each([
  [{}, []],
  [{ passwordPolicy: { minLength: 10, minUppercase: 5, minSpecial: 5 } }, []],
  [{ passwordPolicy: { minLength: 10, minUppercase: 5, minSpecial: 5, minNumeric: 1 } }, ['passwordPolicy.minLength']],
  [{ sessionPolicy: { idleMinutes: 60, absoluteMinutes: 60 } }, []],
  [{ sessionPolicy: { idleMinutes: 61, absoluteMinutes: 60 } }, ['sessionPolicy.idleMinutes']],
  [{ sessionPolicy: { administratorAbsoluteMinutes: 60 } }, []],
  [{ sessionPolicy: { administratorAbsoluteMinutes: 59 } }, ['sessionPolicy.administratorIdleMinutes']],
  [{ loginPolicy: { userCode: { minLength: 8, maxLength: 7 } } }, ['loginPolicy.userCode.maxLength']],
])('%j contradicts itself at %j', (given, fields) => {
  expect(policyContradictions(policy(given), facts).map(({ field }) => field)).toEqual(fields);
});

test('an existing contradiction does not affect a change to other fields', () => {
  const before = policy({ sessionPolicy: { idleMinutes: 61, absoluteMinutes: 60 } });
  const after = policy({ ...before, passwordPolicy: { minLength: 8, minUppercase: 9 } });
  expect(newContradictions(before, after, facts).map(({ mistake }) => mistake)).toEqual(['countsOverLength']);
});

test('fields are named by their path, and a list is one value', () => {
  expect(policyFields(policy({}))).toMatchObject({
    'passwordPolicy.minLength': 8,
    'passwordPolicy.expiresAfterDays': null,
    'loginPolicy.mfa.siteEnforceMfa.roles': ['PowerUser'],
  });
});

test.each<[unknown, SomeSecurityPolicy | null]>([
  [{}, {}],
  [{ passwordPolicy: {} }, { passwordPolicy: {} }],
  [{ passwordPolicy: { minLength: 9 } }, { passwordPolicy: { minLength: 9 } }],
  [
    { loginPolicy: { mfa: { siteEnforceMfa: { roles: [] } } } },
    { loginPolicy: { mfa: { siteEnforceMfa: { roles: [] } } } },
  ],
  [{ passwordPolicy: { minlength: 9 } }, null],
  [{ passwordPolicy: null }, null],
])('a change %j names only the given fields', (given, read) => {
  const parsed = someSecurityPolicy.safeParse(given);
  expect(parsed.success ? parsed.data : null).toEqual(read);
});
