import { describe, expect, test } from 'vitest';
import { textIn } from '#messages/catalog.ts';
import type { SecurityPolicy } from '#contract/security-policy.ts';
import { differences, realEdits, toPolicy, withEdits } from './draft.ts';
import { durationWords } from './duration.ts';
import { addBite, forcedUsers, uncounted } from './use-impact.ts';
import { savedWords } from './use-policy-form.ts';

const policy = {
  passwordPolicy: { minLength: 8, minUppercase: 0, expiresAfterDays: null },
  loginPolicy: { mfa: { siteEnforceMfa: { enabled: false, roles: ['PowerUser'] } } },
} as unknown as SecurityPolicy;

describe('the draft of a policy', () => {
  test('is what is saved with the edits in it', () => {
    const edits = { 'passwordPolicy.minLength': 12, 'loginPolicy.mfa.siteEnforceMfa.roles': ['User' as const] };
    expect(withEdits(policy, edits)).toEqual({
      passwordPolicy: { minLength: 12, minUppercase: 0, expiresAfterDays: null },
      loginPolicy: { mfa: { siteEnforceMfa: { enabled: false, roles: ['User'] } } },
    });
    expect(toPolicy(edits)).toEqual({
      passwordPolicy: { minLength: 12 },
      loginPolicy: { mfa: { siteEnforceMfa: { roles: ['User'] } } },
    });
  });

  test('edits back to what is saved are none', () => {
    expect(
      realEdits(policy, {
        'passwordPolicy.minLength': 8,
        'passwordPolicy.expiresAfterDays': 90,
        'loginPolicy.mfa.siteEnforceMfa.roles': ['PowerUser'],
      }),
    ).toEqual({ 'passwordPolicy.expiresAfterDays': 90 });
  });

  test('differences name each field once, a list as a whole', () => {
    const after = withEdits(policy, {
      'passwordPolicy.expiresAfterDays': 90,
      'loginPolicy.mfa.siteEnforceMfa.roles': [],
    });
    expect(differences(policy, after)).toEqual([
      { field: 'passwordPolicy.expiresAfterDays', before: null, after: 90 },
      { field: 'loginPolicy.mfa.siteEnforceMfa.roles', before: ['PowerUser'], after: [] },
    ]);
  });
});

describe('what is said of a saved policy', () => {
  const t = textIn('en');
  const touched = [
    { effect: 'newProofRules' as const, users: 12, you: true },
    { effect: 'signedOut' as const, users: 0, you: false },
  ];

  test('is what it does to whom', () => {
    expect(savedWords(t, { done: true, touched })).toEqual({
      title: t('policy.saved'),
      text: t('policy.effect_newProofRules', { count: 12 }),
    });
  });

  test('names nobody who is not counted', () => {
    expect(savedWords(t, { done: false, touched })).toEqual({ text: t('policy.saved') });
    expect(savedWords(t, { done: true, touched: [] })).toEqual({ text: t('policy.saved') });
  });
});

describe('the numbers before saving', () => {
  const bite = (users: number, cursor?: string) => ({
    securityPolicyVersion: 3,
    effects: [
      { effect: 'passwordExpired' as const, users, you: false },
      { effect: 'newPasswordRules' as const, users: users * 10, you: true },
    ],
    touched: users * 10,
    counted: 100,
    usersTotal: 150,
    ...(cursor ? { cursor } : {}),
  });

  test('add up bite by bite', () => {
    const first = addBite(uncounted, bite(2, 'next'));
    expect(first).toMatchObject({ counted: 100, users: 20, done: false });
    const all = addBite(first, bite(3));
    expect(all).toMatchObject({ counted: 200, users: 50, done: true, touched: [{ users: 5 }, { users: 50 }] });
    // Only who is kept from something makes the act a dangerous one.
    expect(forcedUsers(all)).toBe(5);
    expect(forcedUsers(uncounted)).toBe(0);
  });
});

test.each([
  [15, undefined],
  [90, undefined],
  [60, '1 hour'],
  [720, '12 hours'],
  [1440, '1 day'],
  [43_200, '30 days'],
])('%i minutes are %s', (minutes, words) => {
  expect(durationWords('en', minutes)).toBe(words);
});
