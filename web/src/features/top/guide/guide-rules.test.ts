import { describe, expect, test } from 'vitest';
import type { AppIcon } from '#contract/licences/available-services.ts';
import * as rules from './guide-rules.ts';

const app = (iconId: string): AppIcon => ({
  appName: iconId,
  iconId,
  appClass: iconId,
  iconURL: null,
  linkURL: 'https://example.com/',
  isPowerUser: false,
  isSiteSetupNavi: false,
  description: '',
});
const apps = (count: number) => Array.from({ length: count }, (_, at) => app(`a${at}`));
const ids = (list: readonly AppIcon[]) => list.map(({ iconId }) => iconId);
const setup = app('_siteSetupNavi');

describe('paging', () => {
  test.each([
    [0, 1, 3, 1],
    [2, 1, 3, 0],
    [0, -1, 3, 2],
    [1, -1, 3, 0],
    [0, 1, 1, 0],
    [0, -1, 1, 0],
    [0, 1, 0, 0],
  ] as const)('from %i by %i of %i to %i', (at, step, count, to) => {
    expect(rules.pageBeside(at, step, count)).toBe(to);
  });

  test.each([
    [0, false],
    [1, false],
    [2, true],
    [7, true],
    [8, false],
    [20, false],
  ])('%i applications have dots: %s', (count, has) => {
    expect(rules.hasDots(count)).toBe(has);
  });
});

describe('which applications have a guide', () => {
  test('the site setup of administrators comes first, and there are no more than can be hidden', () => {
    expect(ids(rules.guidedApps(apps(2), setup))).toEqual(['_siteSetupNavi', 'a0', 'a1']);
    expect(ids(rules.guidedApps(apps(2), undefined))).toEqual(['a0', 'a1']);
    expect(rules.guidedApps(apps(40), setup)).toHaveLength(20);
  });

  test.each([
    [[], undefined, ['a0', 'a1', 'a2']],
    [['a1'], undefined, ['a0', 'a2']],
    [['a0', 'a1', 'a2'], undefined, []],
    [['a0', 'a1'], 'a1', ['a1', 'a2']],
    [['a0'], 'a30', ['a1', 'a2', 'a30']],
    [[], 'nobody', ['a0', 'a1', 'a2']],
  ])('hidden %j, asked for %s: %j', (hidden, asked, supplied) => {
    expect(ids(rules.suppliedApps(apps(3), apps(40), hidden, asked))).toEqual(supplied);
  });
});

describe('what is hidden', () => {
  test.each([
    [{}, []],
    [{ hiddenNavigation1: '' }, []],
    [{ hiddenNavigation1: 'a,b', hiddenNavigation2: 'c' }, ['a', 'b', 'c']],
    [{ hiddenNavigation1: 'a,b', hiddenNavigation2: 'b' }, ['a', 'b']],
    [{ hiddenNavigation2: 'c' }, ['c']],
    [{ hiddenNavigation1: 7 }, []],
  ])('%j is %j', (extension, hidden) => {
    expect(rules.hiddenIcons(extension)).toEqual(hidden);
  });

  test('is one more, or one less, and each once', () => {
    expect(rules.withHidden(['a'], 'b', true)).toEqual(['a', 'b']);
    expect(rules.withHidden(['a', 'b'], 'a', true)).toEqual(['b', 'a']);
    expect(rules.withHidden(['a', 'b'], 'a', false)).toEqual(['b']);
    expect(rules.isSameHidden(['a', 'b'], ['b', 'a'])).toBe(true);
    expect(rules.isSameHidden(['a'], ['b'])).toBe(false);
  });

  test('is saved as two lists of ten', () => {
    const all = ids(apps(20));
    expect(rules.hiddenLists(all, apps(20))).toEqual({
      hiddenNavigation1: all.slice(0, 10).join(','),
      hiddenNavigation2: all.slice(10).join(','),
    });
    expect(rules.hiddenLists([], apps(20))).toEqual({ hiddenNavigation1: '', hiddenNavigation2: '' });
  });

  test('keeps applications that went while there is room; then the longest gone give way', () => {
    const gone = ['old1', 'old2', 'old3'];
    const few = rules.hiddenLists([...gone, 'a0'], apps(20));
    expect(rules.hiddenIcons(few)).toEqual([...gone, 'a0']);
    const full = rules.hiddenIcons(rules.hiddenLists([...gone, ...ids(apps(19))], apps(20)));
    expect(full).toEqual(['old3', ...ids(apps(19))]);
    const fuller = rules.hiddenIcons(rules.hiddenLists([...gone, ...ids(apps(20))], apps(20)));
    expect(fuller).toEqual(ids(apps(20)));
  });
});
