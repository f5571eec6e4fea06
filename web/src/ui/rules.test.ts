import { describe, expect, test } from 'vitest';
import { isConfirmed } from './dialog/ConfirmDialog.tsx';
import { jobPace } from './job/job-pace.ts';
import { pageState, withPage, withRow } from './list/list-selection.ts';
import { pagerPlaces } from './list/pager-places.ts';
import { passwordRules } from './form/password-rules.ts';
import { periodBounds, periodErrors } from './list/period.ts';
import { eased } from './page/scroll-to-alert.ts';
import { checkField, tidyText, untouched, type TextKind } from './form/text-rules.ts';

describe('tidyText (spec section 5, "Textboxes")', () => {
  test.each<[TextKind, 'key' | 'blur', string, string]>([
    ['text', 'key', ' two words ', ' two words '],
    ['text', 'blur', ' two words ', 'two words'],
    ['text', 'blur', '　全角　', '全角'],
    ['multiline', 'blur', '  indented\nline \n\n', '  indented\nline'],
    ['multiline', 'key', 'line \n', 'line \n'],
    ['text', 'key', 'u\u0308', 'u\u0308'],
    ['text', 'blur', 'Mu\u0308ller', 'Müller'],
    ['multiline', 'blur', 'カ\u3099', 'ガ'],
    ['password', 'blur', 'u\u0308', 'u\u0308'],
    ['password', 'blur', ' secret ', ' secret '],
    ['password', 'key', ' 007 ', ' 007 '],
    ['numeric', 'key', '007', '7'],
    ['numeric', 'key', '1a2,3', '123'],
    ['numeric', 'key', '0', '0'],
    ['numeric', 'key', '000', '0'],
    ['numeric', 'key', '１２', '12'],
    ['numeric', 'key', '-5', '5'],
    ['digits', 'key', '012 345', '012345'],
    ['digits', 'blur', '００１', '001'],
  ])('%s at %s: %j becomes %j', (kind, when, typed, tidy) => {
    expect(tidyText(typed, kind, when)).toBe(tidy);
  });
});

describe('checkField', () => {
  test('says nothing while typing for the first time', () => {
    expect(checkField(untouched, 'key', 'wrong')).toEqual(untouched);
  });

  test('says the mistake on leaving, then follows every key', () => {
    const left = checkField(untouched, 'blur', 'wrong');
    expect(left.error).toBe('wrong');
    const right = checkField(left, 'key', undefined);
    expect(right.error).toBeUndefined();
    expect(checkField(right, 'key', 'wrong again').error).toBe('wrong again');
  });
});

describe('rows chosen', () => {
  const page = ['a', 'b', 'c'];
  const none = { all: false, ids: new Set<string>() };

  test('one by one, over pages', () => {
    const elsewhere = { all: false, ids: new Set(['z']) };
    expect(withRow(elsewhere, 'a', true, page).ids).toEqual(new Set(['z', 'a']));
    expect(withRow(elsewhere, 'z', false, page).ids).toEqual(new Set());
  });

  test('a page at once keeps those of other pages', () => {
    const elsewhere = { all: false, ids: new Set(['z']) };
    expect(withPage(elsewhere, true, page).ids).toEqual(new Set(['z', ...page]));
    expect(withPage({ all: false, ids: new Set(['z', 'a']) }, false, page).ids).toEqual(new Set(['z']));
  });

  test('leaving "all that match" by unticking one keeps the rest of the page', () => {
    expect(withRow({ all: true, ids: new Set() }, 'b', false, page)).toEqual({ all: false, ids: new Set(['a', 'c']) });
  });

  test.each([
    [none, 'none'],
    [{ all: false, ids: new Set(['a']) }, 'some'],
    [{ all: false, ids: new Set(page) }, 'all'],
    [{ all: true, ids: new Set<string>() }, 'all'],
  ])('the box in the head: case %#', (selection, state) => {
    expect(pageState(selection, page)).toBe(state);
  });

  test('an empty page has nothing chosen', () => {
    expect(pageState({ all: true, ids: new Set() }, [])).toBe('none');
  });
});

test.each([
  [1, 20, 0, { from: 0, to: 0, last: 1 }],
  [1, 20, 7, { from: 1, to: 7, last: 1 }],
  [2, 20, 41, { from: 21, to: 40, last: 3 }],
  [3, 20, 41, { from: 41, to: 41, last: 3 }],
  [1, 20, 20, { from: 1, to: 20, last: 1 }],
])('page %i of %i rows each, %i in all', (page, size, total, places) => {
  expect(pagerPlaces(page, size, total)).toEqual(places);
});

test.each([
  [
    { done: 0, known: undefined, elapsedMs: 5000 },
    { share: 0, rate: undefined, secondsLeft: undefined },
  ],
  [
    { done: 500, known: 1000, elapsedMs: 500 },
    { share: 0.5, rate: undefined, secondsLeft: undefined },
  ],
  [
    { done: 500, known: 1000, elapsedMs: 5000 },
    { share: 0.5, rate: 100, secondsLeft: 5 },
  ],
  [
    { done: 0, known: 0, elapsedMs: 5000 },
    { share: 1, rate: undefined, secondsLeft: undefined },
  ],
])('the pace of a job: case %#', (counts, pace) => {
  expect(jobPace(counts)).toEqual(pace);
});

test.each([
  [100, '', true],
  [101, '', false],
  [412, '41', false],
  [412, '412', true],
])('%i affected, %j typed: confirmed %s', (affected, typed, confirmed) => {
  expect(isConfirmed(affected, typed)).toBe(confirmed);
});

describe('the period filter (spec section 5, "Date-time")', () => {
  const now = new Date('2025-03-10T12:00:00Z');
  const custom = (fromDatetime: string, toDatetime: string) => ({
    periodType: 'custom' as const,
    fromDatetime,
    toDatetime,
  });

  test.each([
    [custom('2025/03/01 00:00:00', '2025/03/09 23:59:59'), {}],
    [custom('', ''), { fromDatetime: 'invalidDatetime', toDatetime: 'invalidDatetime' }],
    [custom('2025/02/30 00:00:00', '2025/03/09 23:59:59'), { fromDatetime: 'invalidDatetime' }],
    [custom('2025/01/01 00:00:00', '2025/03/09 23:59:59'), { fromDatetime: 'tooOld' }],
    [custom('2025/03/08 00:00:00', '2025/03/07 23:59:59'), { toDatetime: 'incorrectEndDatetime' }],
    [custom('2025/03/08 00:00:00', '2025/04/07 23:59:59'), { toDatetime: 'inFuture' }],
  ])('%j', (period, errors) => {
    expect(periodErrors(period, now, 'Etc/UTC')).toEqual(errors);
  });

  test('the bounds of the named periods and of a custom one', () => {
    expect(periodBounds({ periodType: 'hours24' }, now, 'Etc/UTC')?.from.toISOString()).toBe(
      '2025-03-09T12:00:00.000Z',
    );
    expect(periodBounds({ periodType: 'days35' }, now, 'Etc/UTC')?.from.toISOString()).toBe('2025-02-03T12:00:00.000Z');
    expect(
      periodBounds(custom('2025/03/01 09:00:00', '2025/03/02 09:00:00'), now, 'Asia/Tokyo')?.from.toISOString(),
    ).toBe('2025-03-01T00:00:00.000Z');
    expect(periodBounds(custom('x', 'y'), now, 'Etc/UTC')).toBeUndefined();
  });
});

test('the password panel shows the rules that ask for something', () => {
  const policy = { minLength: 8, minUppercase: 0, minNumeric: 1, minSpecial: 0, history: 3 };
  expect(passwordRules('abcdefgh', policy)).toEqual([
    { rule: 'minLength', count: 8, met: true },
    { rule: 'minNumeric', count: 1, met: false },
  ]);
});

test('the way to an alert starts and ends where it should', () => {
  expect([eased(0), eased(0.5), eased(1)]).toEqual([0, 0.5, 1]);
});
