import { describe, expect, test } from 'vitest';
import { formatDateTime } from '#contract/display.ts';
import common from '#messages/en/common.json' with { type: 'json' };
import history from '#messages/en/history.json' with { type: 'json' };
import users from '#messages/en/users.json' with { type: 'json' };
import { licenseWords } from '../../../base/history/license-words.ts';
import { userHistory } from '../../../base/history/user-words.ts';
import { changeLines } from '../../../base/history/words.ts';
import { createTranslate } from '../../../i18n/translate.ts';

const t = createTranslate('en', { common, history, users });
const inTokyo = (moment: Date) => formatDateTime(moment, 'en-GB', 'Asia/Tokyo');
const app = (licenseId: string, serviceName: string) => ({ licenseId, serviceName });
const licenses = [app('one', 'Print Flow'), app('two', 'Scan'), app('three', 'Scan')];
const words = { ...userHistory, nameOfId: licenseWords(licenses, (name, id) => `${name} (${id})`) };
const lines = (changes: Parameters<typeof changeLines>[2]) => changeLines(t, words, changes, inTokyo);

describe('the history of a user', () => {
  test.each<[string, Parameters<typeof lines>[0], string[]]>([
    ['sessions', { openSessions: { before: 1, after: 0 } }, ['Active sessions: 1 → 0']],
    ['one’s other sessions', { sessions: { after: { ended: 2 } } }, ['Sessions ended: 2']],
    ['lasting access', { outlivingGrants: { before: 2, after: 0 } }, ['Apps with lasting access: 2 → 0']],
    [
      'a lock, in the reader’s zone',
      { lockedUntil: { before: '2026-03-04T20:15:00.000Z', after: null } },
      ['Locked until: 5 Mar 2026, 05:15 → (empty)'],
    ],
    ['wrong passwords', { failures: { before: 3, after: 0 } }, ['Wrong passwords in a row: 3 → 0']],
    ['apps by number', { totp: { before: 1, after: 0 } }, ['Authenticator app: 1 → 0']],
    [
      'an app that is set up',
      { totp: { before: { uuid: 'u', enabled: false }, after: { uuid: 'u', enabled: true } } },
      ['Authenticator app: Setup started → In use'],
    ],
    ['an app that goes', { totp: { before: { uuid: 'u' } } }, ['Authenticator app: In use → (empty)']],
    [
      'a registration URL, by when it was made',
      { registrationUrl: { after: '019c9d22-8f00-7abc-8def-000000000001' } },
      ['Registration link created: 27 Feb 2026, 12:26'],
    ],
    ['one of another kind of id', { registrationUrl: { after: 'old-1' } }, ['Registration link: old-1']],
    ['groups', { groups: { after: ['Sales', 'IT'] } }, ['Groups: Sales, IT added']],
    ['groups as they were logged once', { groups: { after: [{ groupId: 'sales' }] } }, ['Groups: sales added']],
    ['an invitation', { invite: { after: true } }, ['Invited: Yes']],
    ['a switch that nothing was said of', { mfaEnabled: { before: null, after: true } }, ['MFA: Yes']],
    ['a license by its app', { permittedLicenses: { after: 'one' } }, ['Licenses assigned: Print Flow added']],
    ['a license that went', { permittedLicenses: { before: 'one' } }, ['Licenses assigned: Print Flow removed']],
    [
      'licenses of one app',
      { licensesWithoutSeat: { after: ['two', 'three', 'gone'] } },
      ['Licenses without a free seat: Scan (two), Scan (three), gone added'],
    ],
    ['what only looks like one', { description: { before: 'one', after: 'two' } }, ['Comment: one → two']],
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
      ['Linked accounts: google removed'],
    ],
    [
      'hidden apps',
      {
        appExtension: {
          before: { hiddenNavigation1: 'a,b', hiddenNavigation2: 'c' },
          after: { hiddenNavigation1: 'a,d', hiddenNavigation2: 'c' },
        },
      },
      ['Hidden apps: d added', 'Hidden apps: b removed'],
    ],
    ['terms', { termsVersion: { before: null, after: '2' } }, ['Version of the terms of use: (empty) → 2']],
    ['what is as empty as before', { description: { before: null, after: '' } }, []],
    ['recovery codes made anew', { recoveryCodes: {} }, ['Recovery codes: changed']],
  ])('%s', (_, changes, told) => {
    expect(lines(changes)).toEqual(told);
  });
});
