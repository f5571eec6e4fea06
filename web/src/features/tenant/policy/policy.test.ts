import { describe, expect, test } from 'vitest';
import { textIn } from '#messages/catalog.ts';
import type { SecurityPolicy } from '#contract/security-policy.ts';
import { differences, realEdits, toPolicy, withEdits } from './draft.ts';
import { durationWords } from './duration.ts';
import { addBite, forcedUsers, uncounted } from './use-impact.ts';
import { differenceWords } from './words.ts';
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
  const longer = { language: 'en', differences: [{ field: 'passwordPolicy.minLength', before: 8, after: 10 }] };
  const touched = [
    { effect: 'newProofRules' as const, users: 12, you: true },
    { effect: 'signedOut' as const, users: 0, you: false },
  ];

  test('is what it does to whom', () => {
    expect(savedWords(t, { ...longer, done: true, touched })).toEqual({
      title: t('policy.saved_passwordPolicy'),
      text: `${t('policy.now_minLength', { count: 10 })} ${t('policy.effect_newProofRules', { count: 12 })}`,
    });
  });

  test.each([
    ['passwordPolicy.expiresAfterDays', 90, null, t('policy.now_noExpiry')],
    ['passwordPolicy.history', 3, 0, t('policy.now_noHistory')],
    ['passwordPolicy.history', 0, 3, t('policy.now_history', { count: 3 })],
    ['accountLockPolicy.enabled', true, false, t('policy.now_lockOff')],
    ['loginPolicy.mfa.siteEnforceMfa.enabled', false, true, t('policy.now_enforceOn')],
    [
      'passwordPolicy.minSpecial',
      0,
      1,
      `${differenceWords(t, 'en', { field: 'passwordPolicy.minSpecial', before: 0, after: 1 })}.`,
    ],
  ])('is true for %s: %s → %s', (field, before, after, words) => {
    const change = { language: 'en', differences: [{ field, before, after }] };
    expect(savedWords(t, { ...change, done: true, touched: [] }).text).toBe(words);
  });

  test('of several sections names none', () => {
    const both = [
      { field: 'passwordPolicy.minLength', before: 8, after: 10 },
      { field: 'sessionPolicy.idleMinutes', before: 60, after: 30 },
    ];
    expect(savedWords(t, { language: 'en', differences: both, done: true, touched: [] }).title).toBe(t('policy.saved'));
  });

  test('names nobody who is not counted', () => {
    const text = t('policy.now_minLength', { count: 10 });
    expect(savedWords(t, { ...longer, done: false, touched })).toEqual({
      title: t('policy.saved_passwordPolicy'),
      text,
    });
    expect(savedWords(t, { ...longer, done: true, touched: [] })).toMatchObject({ text });
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
