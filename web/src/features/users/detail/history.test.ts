import { describe, expect, test } from 'vitest';
import * as resets from '#contract/sign-in/password-reset.ts';
import * as settings from '#contract/site/me-basic-settings.ts';
import * as cards from '#contract/credentials/me-cards.ts';
import * as accounts from '#contract/federation/me-external-accounts.ts';
import * as passwords from '#contract/credentials/me-password.ts';
import * as recoveryCodes from '#contract/credentials/me-recovery-codes.ts';
import * as sessions from '#contract/sign-in/me-sessions.ts';
import * as totps from '#contract/credentials/me-totp.ts';
import * as userCodes from '#contract/credentials/me-user-code.ts';
import * as tenants from '#contract/sign-in/my-accounts.ts';
import * as acts from '#contract/people/users-actions.ts';
import * as deviceLogins from '#contract/people/users-device-login.ts';
import * as users from '#contract/people/users.ts';
import { formatDateTime } from '#contract/display.ts';
import * as addresses from '#contract/joining/mail-confirmation.ts';
import * as tenantUsers from '#contract/site/tenant-users.ts';
import * as terms from '#contract/site/terms.ts';
import type { RouteDefinition } from '#contract/route.ts';
import common from '#messages/en/common.json' with { type: 'json' };
import history from '#messages/en/history.json' with { type: 'json' };
import words from '#messages/en/users.json' with { type: 'json' };
import { userHistory } from '../../../base/history/user-words.ts';
import { actWords, changeLines } from '../../../base/history/words.ts';
import { createTranslate } from '../../../i18n/translate.ts';

const t = createTranslate('en', { common, history, users: words });
const inTokyo = (moment: Date) => formatDateTime(moment, 'en-GB', 'Asia/Tokyo');
const lines = (changes: Parameters<typeof changeLines>[2]) => changeLines(t, userHistory, changes, inTokyo);

/** Of these the log tells under another thing: the session. */
const ofOthers: readonly RouteDefinition[] = [sessions.endMySession];
/** A confirmed address changes the account, though the call counts as none that does. */
const confirmation = { method: 'POST', path: '/api/account/confirmLoginMailAddress', operation: 'update' };

const isRoute = (value: unknown): value is RouteDefinition =>
  typeof value === 'object' && value !== null && 'operation' in value && 'path' in value;
const modules = [
  ...[resets, settings, cards, accounts, passwords, recoveryCodes, sessions, totps, userCodes, tenants, acts],
  ...[deviceLogins, users, addresses, tenantUsers, terms],
];
const changing = modules
  .flatMap((module) => Object.values(module).filter(isRoute))
  .filter((route) => !['none', 'read'].includes(route.operation) && !ofOthers.includes(route));

describe('the history of a user', () => {
  test.each(
    [...changing, confirmation].map(({ method, path, operation }) => [`${method} ${path}`, operation] as const),
  )('%s is told in words', (action, operation) => {
    expect(actWords(t, userHistory, { action, operation, changes: {} })).not.toContain('/api/');
  });

  test.each([
    ['portico user unlock', 'Unlocked'],
    ['system user lock', 'Locked after too many failed sign-ins'],
    ['system user unlock', 'The time of the lock ended'],
    ['portico user reset-password', 'Password set by the provider'],
    ['POST /api/operator/tenants/{tenantId}/users/{userId}/resetPassword', 'Password set by the provider'],
    ['POST /api/account/resetPassword', 'Forgotten password replaced'],
    ['PUT /api/auth/me', 'Own settings changed'],
    ['PUT /api/auth/tenants/{tenantId}/users/{userId}', 'User changed'],
  ])('%s: %s', (action, told) => {
    expect(actWords(t, userHistory, { action, operation: 'update', changes: {} })).toBe(told);
  });

  test.each<[string, Parameters<typeof lines>[0], string[]]>([
    ['sessions', { openSessions: { before: 1, after: 0 } }, ['Open sessions: 1 → 0']],
    ['one’s other sessions', { sessions: { after: { ended: 2 } } }, ['Sessions ended: (empty) → 2']],
    ['lasting access', { outlivingGrants: { before: 2, after: 0 } }, ['Applications with lasting access: 2 → 0']],
    [
      'a lock, in the reader’s zone',
      { lockedUntil: { before: '2026-03-04T20:15:00.000Z', after: null } },
      ['Locked until: 05/03/2026 05:15:00 → (empty)'],
    ],
    ['wrong passwords', { failures: { before: 3, after: 0 } }, ['Wrong passwords in a row: 3 → 0']],
    ['apps by number', { totp: { before: 1, after: 0 } }, ['Authenticator app: 1 → 0']],
    [
      'an app that is set up',
      { totp: { before: { uuid: 'u', enabled: false }, after: { uuid: 'u', enabled: true } } },
      ['Authenticator app: Set-up begun → In use'],
    ],
    ['an app that goes', { totp: { before: { uuid: 'u' } } }, ['Authenticator app: In use → (empty)']],
    [
      'a registration URL, by when it was made',
      { registrationUrl: { after: '019c9d22-8f00-7abc-8def-000000000001' } },
      ['Registration URL made at: (empty) → 27/02/2026 12:26:53'],
    ],
    ['one of another kind of id', { registrationUrl: { after: 'old-1' } }, ['Registration URL: (empty) → old-1']],
    ['groups', { groups: { after: ['Sales', 'IT'] } }, ['Groups: Sales, IT added']],
    ['groups as they were logged once', { groups: { after: [{ groupId: 'sales' }] } }, ['Groups: sales added']],
    ['an invitation', { invite: { after: true } }, ['Invited: (empty) → Yes']],
    [
      'a card in the place of another',
      {
        onpremiseAccounts: {
          before: { uuid: 'u', deviceType: 'PorticoMfp', type: 'card', index: 1 },
          after: { uuid: 'u', deviceType: 'PorticoMfp', type: 'card', index: 1 },
        },
      },
      ['Cards: PorticoMfp 1 replaced by another'],
    ],
    [
      'a linked account',
      { externalAccounts: { before: { uuid: 'u', opId: 'google' } } },
      ['Linked accounts: google → (empty)'],
    ],
    [
      'hidden applications',
      {
        appExtension: {
          before: { hiddenNavigation1: 'a,b', hiddenNavigation2: 'c' },
          after: { hiddenNavigation1: 'a,d', hiddenNavigation2: 'c' },
        },
      },
      ['Hidden applications: d added', 'Hidden applications: b removed'],
    ],
    ['terms', { termsVersion: { before: null, after: '2' } }, ['Version of the terms of use: (empty) → 2']],
    ['recovery codes made anew', { recoveryCodes: {} }, ['Recovery codes: changed']],
  ])('%s', (_, changes, told) => {
    expect(lines(changes)).toEqual(told);
  });
});
