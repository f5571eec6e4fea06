import { expect, test } from 'vitest';
import type { AppIcon } from '#contract/licences/available-services.ts';
import { findServices, hiddenServices, withService } from './service-rules.ts';

const app = (appName: string, description = ''): AppIcon => ({
  appName,
  iconId: appName,
  appClass: appName,
  iconURL: null,
  linkURL: 'https://example.com/',
  isPowerUser: false,
  isSiteSetupNavi: false,
  description,
});
const services = [app('Print 10'), app('print 9', 'Paper'), app('Ärger'), app('Zettel', 'Notes on paper')];
const found = (keyword: string, order: 'ascending' | 'descending' = 'ascending', language = 'de') =>
  findServices(services, keyword, order, language).map(({ appName }) => appName);

test.each([
  ['', ['Ärger', 'print 9', 'Print 10', 'Zettel']],
  ['PRINT', ['print 9', 'Print 10']],
  ['ｐａｐｅｒ', ['print 9', 'Zettel']],
  [' paper  notes ', ['Zettel']],
  ['nothing', []],
])('%j finds %j', (keyword, names) => {
  expect(found(keyword)).toEqual(names);
  expect(found(keyword, 'descending')).toEqual([...names].reverse());
});

test('names stand in the order of the language', () => {
  expect(found('', 'ascending', 'sv').at(-1)).toBe('Ärger');
});

test('what is hidden is read with care, and grows to its limit only', () => {
  expect(hiddenServices({})).toEqual([]);
  expect(hiddenServices({ hiddenServices: 'a' })).toEqual([]);
  expect(hiddenServices({ hiddenServices: ['a', 7, 'b'] })).toEqual(['a', 'b']);
  expect(withService(['a', 'b'], 'a', true)).toEqual(['b', 'a']);
  expect(withService(['a', 'b'], 'a', false)).toEqual(['b']);
  const many = Array.from({ length: 200 }, (_, at) => `s${at}`);
  expect(withService(many, 'new', true)).toEqual([...many.slice(1), 'new']);
});
