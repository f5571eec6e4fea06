import { expect, test } from 'vitest';
import type { Language } from '#contract/languages.ts';
import { wordsFor } from './meaning.ts';

const fieldsOf = (keyword: string, language?: Language) =>
  wordsFor(keyword, language).fields.map(({ types, names }) => [types[0], names]);

test.each<[keyword: string, language: Language, events: string[]]>([
  ['deactivated', 'en', ['user.deactivated']],
  ['DEACTIVATED ', 'en', ['user.deactivated']],
  ['locked after too many', 'en', ['user.locked']],
  ['無効にしました', 'ja', ['user.deactivated']],
  ['無効にしました', 'en', []],
  // Names are inserted later, so the texts on both sides of one are not one text.
  ['signed out', 'en', ['user.signedOut', 'user.otherSessionsEnded']],
  ['<actor>', 'en', []],
  ['{{', 'en', []],
  ['  ', 'en', []],
])('"%s" in %s says that %j happened', (keyword, language, events) => {
  expect(wordsFor(keyword, language).events).toEqual(events);
});

test('fields are found by the names that pages show, in the events that change them', () => {
  expect(fieldsOf('shortest length')).toEqual(fieldsOf('Shortest length'));
  expect(fieldsOf('department')).toEqual([['user.changed', ['department']]]);
  expect(fieldsOf('部署', 'ja')).toEqual([['user.changed', ['department']]]);
  expect(wordsFor('department').fields[0]?.types).not.toContain('user.created');
});

test('a settings page means its fields; a page of whole things means all their fields', () => {
  const [[type, names] = []] = fieldsOf('password policy');
  expect(type).toBe('tenant.changed');
  expect(names).toContain('securityPolicy.passwordPolicy.minLength');
  expect(names).not.toContain('securityPolicy.passwordPolicy.expiresAfterDays');
});
