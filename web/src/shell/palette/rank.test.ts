// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { readAreas } from '#messages/catalog.ts';
import { paletteEntries } from '../../base/palette-entries.ts';
import { createTranslate } from '../../i18n/translate.ts';
import { ranked } from './rank.ts';

describe.each(['en', 'ja'])('in %s', (language) => {
  const t = createTranslate(language, readAreas(language));
  const listed = paletteEntries.map((entry) => ({
    entry,
    label: t(entry.label),
    keywords: entry.keywords ? t(entry.keywords).split(/\s*[,、]\s*/) : [],
    note: entry.of ? t(entry.of) : '',
  }));
  /** The place in the list, from 1 on. */
  const placeOf = (entry: (typeof listed)[number], keyword: string) => ranked(listed, keyword).indexOf(entry) + 1;
  /** The first three letters of the name, of its words, and of the other words for it. */
  const beginnings = ({ label, keywords }: (typeof listed)[number]) =>
    [label, ...label.split(/[^\p{L}\p{N}]+/u), ...keywords]
      .map((word) => [...word].slice(0, 3).join(''))
      .filter((word) => [...word].length > 0);

  test.each(listed.map((entry) => [entry.label, entry.entry.path, entry] as const))(
    '%s (%s): three letters, and it is among the first five; its name, and it is among the first two',
    (label, _, entry) => {
      const places = beginnings(entry).map((word) => placeOf(entry, word));
      expect(Math.min(...places.filter((place) => place > 0))).toBeLessThanOrEqual(5);
      expect(placeOf(entry, label)).toBeGreaterThan(0);
      expect(placeOf(entry, label)).toBeLessThanOrEqual(2);
    },
  );

  test('all words are found in the texts', () => {
    for (const { entry, label, keywords } of listed) {
      expect(label).not.toBe(entry.label);
      expect(keywords.length, entry.label).toBeGreaterThan(0);
    }
  });
});

const en = createTranslate('en', readAreas('en'));
const entries = paletteEntries.map((entry) => ({
  path: entry.path,
  label: en(entry.label),
  keywords: entry.keywords ? en(entry.keywords).split(', ') : [],
}));

// What was typed in vain when the palette was looked at first.
test.each([
  ['password policy', '/portal/tenant/password-policy'],
  ['password', '/portal/tenant/password-policy'],
  ['mfa', '/portal/tenant/mfa-settings'],
  ['2FA', '/portal/tenant/mfa-settings'],
  ['session', '/portal/tenant/session-policy'],
  ['logo', '/portal/tenant/header-customization'],
  ['brand', '/portal/tenant/header-customization'],
  ['branding', '/portal/tenant/header-customization'],
  ['import', '/portal/users/import'],
  ['export', '/portal/users'],
  ['license', '/portal/tenant/license-list'],
  ['seats', '/portal/tenant/license-list'],
  ['unlock', '/portal/tenant/account-lock-policy'],
  ['invite', '/portal/registration/mails'],
  ['audit', '/portal/tenant/system-log'],
  ['email', '/portal/registration/texts'],
  ['add user', '/portal/users/new'],
])('“%s” leads to %s', (keyword, path) => {
  const first = ranked(entries, keyword).slice(0, 8);
  expect(first.map((entry) => entry.path)).toContain(path);
});

test.each([
  ['beginning of the name first', ['Session length', 'Idle session'], 'ses', ['Session length', 'Idle session']],
  ['the shorter name first', ['Groups of users', 'Groups'], 'gro', ['Groups', 'Groups of users']],
  ['every word is wanted', ['Add user', 'Add group'], 'add use', ['Add user']],
  ['nothing typed, nothing found', ['Add user'], '  ', []],
  ['wide letters are the same', ['MFA'], 'ｍｆａ', ['MFA']],
  ['signs mean themselves', ['Add user'], '.*', []],
])('%s', (_, labels, keyword, found) => {
  expect(
    ranked(
      labels.map((label) => ({ label })),
      keyword,
    ).map(({ label }) => label),
  ).toEqual(found);
});

test('a name outweighs other words, and these the place', () => {
  const things = [
    { label: 'Changes', keywords: ['audit'], note: 'Logs' },
    { label: 'Audit exports', keywords: [], note: 'Logs' },
  ];
  expect(ranked(things, 'aud').map(({ label }) => label)).toEqual(['Audit exports', 'Changes']);
  expect(ranked(things, 'logs')).toEqual([]);
  expect(ranked(things, 'logs aud')).toHaveLength(2);
});
