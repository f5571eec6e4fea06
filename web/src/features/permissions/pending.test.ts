import { describe, expect, test } from 'vitest';
import {
  afterOthers,
  afterSeen,
  changeCount,
  hindrance,
  isTicked,
  missingSeats,
  nothingPending,
  type Pending,
  savingOf,
  toggled as toggledOne,
  unseenCount,
  usedAfter,
  withChosen,
  withoutChange,
} from './pending.ts';
import type { CellState } from './types.ts';

const yes = { permitted: true, allowed: true };
const no = { permitted: false, allowed: true };
const never = { permitted: false, allowed: false };
const chosen = (id: string, cell: CellState) => ({ id, name: `Name of ${id}`, cell });
const toggled = (pending: Pending, id: string, cell: CellState) => toggledOne(pending, chosen(id, cell));

test('a tick is one more, an untick one less, and back again nothing', () => {
  const one = toggled(nothingPending, 'a', no);
  const two = toggled(one, 'b', yes);
  expect([isTicked(two, 'a', no), isTicked(two, 'b', yes), isTicked(two, 'c', yes)]).toEqual([true, false, true]);
  expect([usedAfter(one, 3), usedAfter(two, 3), changeCount(two)]).toEqual([4, 3, 2]);
  expect(toggled(toggled(two, 'a', no), 'b', yes)).toEqual(nothingPending);
  expect(savingOf(two)).toEqual({
    way: 'some',
    permissions: [
      { id: 'a', permitted: true },
      { id: 'b', permitted: false },
    ],
  });
});

describe('all there are', () => {
  const counted = { matching: 10, allowed: 8, permitted: 3 };

  test('but for those unticked after it', () => {
    const all: Pending = { all: { permitted: true, counted }, changed: new Map() };
    const but = toggled(all, 'a', no);
    expect([isTicked(but, 'a', no), isTicked(but, 'b', no), isTicked(but, 'c', never)]).toEqual([false, true, false]);
    expect([usedAfter(all, 4), usedAfter(but, 4)]).toEqual([9, 8]);
    expect(savingOf(but)).toEqual({ way: 'rule', permitted: true, reverse: ['a'] });
    expect(toggled(but, 'a', no).changed.size).toBe(0);
  });

  test('or nobody, but for those ticked after it', () => {
    const none: Pending = { all: { permitted: false, counted }, changed: new Map() };
    const but = toggled(none, 'a', yes);
    expect([usedAfter(none, 4), usedAfter(but, 4), isTicked(but, 'a', yes), isTicked(but, 'b', yes)]).toEqual([
      1,
      2,
      true,
      false,
    ]);
    expect(savingOf(but)).toEqual({ way: 'rule', permitted: false, reverse: ['a'] });
  });

  // Of so many that match so many are permitted; all are ticked or unticked, and after it those whose cells are these.
  test.each<[allowed: number, permitted: number, tick: boolean, after: CellState[], changes: number]>([
    [14, 14, true, [], 0],
    [14, 14, true, [yes], 1],
    [10, 4, true, [], 6],
    [14, 10, true, [yes, yes, yes], 7],
    [14, 10, true, [no], 3],
    [14, 10, true, [no, no, no, no], 0],
    [14, 10, true, [no, yes], 4],
    [14, 10, false, [], 10],
    [14, 10, false, [yes], 9],
    [14, 10, false, [no], 11],
    [14, 0, false, [no], 1],
    [14, 0, false, [no, no], 2],
  ])('%d, %d permitted, all ticked: %s, then %j: %d changes', (allowed, permitted, tick, after, changes) => {
    const all: Pending = {
      all: { permitted: tick, counted: { matching: 20, allowed, permitted } },
      changed: new Map(),
    };
    const pending = after.reduce((before, cell, at) => toggled(before, `u${at}`, cell), all);
    expect(changeCount(pending)).toBe(changes);
    // Ticked again each of them is as all are.
    const back = after.reduce((before, cell, at) => toggled(before, `u${at}`, cell), pending);
    expect(changeCount(back)).toBe(changeCount(all));
  });
});

describe('somebody else saved meanwhile', () => {
  const mine = toggled(toggled(toggled(nothingPending, 'a', no), 'b', no), 'c', yes);
  const wishes = ({ changed }: Pending) => [...changed].map(([id, { permitted }]) => [id, permitted]);
  const told = [
    { isRule: false, permitted: [], taken: ['b'] },
    { isRule: false, permitted: ['a', 'b', 'z'], taken: [] },
  ];
  const rule = { isRule: true, permitted: [], taken: [] };

  test('what has become so is no change any more; what is the contrary of it stays one', () => {
    const after = afterOthers(mine, told);
    expect(wishes(after)).toEqual([
      ['b', true],
      ['c', false],
    ]);
    expect([usedAfter(after, 5), unseenCount(after)]).toEqual([5, 0]);
  });

  test('what is pending for all stays, and its single ones know what is saved now', () => {
    const counted = { matching: 14, allowed: 14, permitted: 10 };
    const all = toggled({ all: { permitted: true, counted }, changed: new Map() }, 'a', no);
    expect(changeCount(all)).toBe(3);
    const after = afterOthers(all, told);
    expect([wishes(after), changeCount(after), usedAfter(after, 10)]).toEqual([[['a', false]], 5, 13]);
    expect(afterOthers(all, [{ ...rule, isRule: false }])).toBe(all);
  });

  test('a rule may have made any of them: none is lost, none is counted as a seat before it was seen', () => {
    const after = afterOthers(mine, [rule]);
    expect([wishes(after), unseenCount(after), changeCount(after)]).toEqual([wishes(mine), 3, 3]);
    // The rule gave the last seats: nothing is missing.
    expect(usedAfter(after, 10)).toBe(10);

    const seen = afterSeen(
      after,
      new Map([
        ['a', true],
        ['c', true],
        ['other', true],
      ]),
    );
    expect([wishes(seen), unseenCount(seen), usedAfter(seen, 10)]).toEqual([
      [
        ['b', true],
        ['c', false],
      ],
      1,
      9,
    ]);
    expect(afterSeen(seen, new Map())).toBe(seen);
  });

  test('what was saved after the rule is told, what was before it does not count', () => {
    const after = afterOthers(mine, [{ ...rule, isRule: false, permitted: ['a'] }, rule, ...told]);
    expect([wishes(after), unseenCount(after)]).toEqual([
      [
        ['b', true],
        ['c', false],
      ],
      2,
    ]);
  });
});

describe('all that a search finds', () => {
  const found = [chosen('a', no), chosen('b', yes), chosen('c', never), chosen('d', no)];

  test('are changes like others, beside those of another search; whom the licence is not for are left out', () => {
    const before = toggled(nothingPending, 'z', yes);
    const after = withChosen(before, found, true);
    expect([...after.changed].map(([id, { permitted, name }]) => [id, permitted, name])).toEqual([
      ['z', false, 'Name of z'],
      ['a', true, 'Name of a'],
      ['d', true, 'Name of d'],
    ]);
    expect(usedAfter(after, 5)).toBe(6);
    expect([...withChosen(after, found, false).changed.keys()]).toEqual(['z', 'b']);
    expect([...withoutChange(after, 'a').changed.keys()]).toEqual(['z', 'd']);
  });

  test('are exceptions where all are pending', () => {
    const counted = { matching: 10, allowed: 8, permitted: 3 };
    const all: Pending = { all: { permitted: true, counted }, changed: new Map() };
    expect(savingOf(withChosen(all, found, false))).toEqual({ way: 'rule', permitted: true, reverse: ['a', 'b', 'd'] });
  });
});

describe('seats that are missing', () => {
  const two = toggled(toggled(nothingPending, 'a', no), 'b', no);
  const counted = { matching: 10, allowed: 8, permitted: 8 };
  test.each<[string, Pending, number, number, number]>([
    ['none', two, 3, 5, 0],
    ['one', two, 4, 5, 1],
    ['unlimited', two, 4, 100_000_000, 0],
    ['of a licence over its limit, with one more', two, 7, 5, 4],
    ['none of one that only loses', toggled(nothingPending, 'a', yes), 9, 5, 0],
    ['not known after a rule', afterOthers(two, [{ isRule: true, permitted: [], taken: [] }]), 9, 5, 0],
    ['none by a rule for those who have it', { all: { permitted: true, counted }, changed: new Map() }, 8, 5, 0],
    ['by a rule', { all: { permitted: true, counted: { ...counted, permitted: 6 } }, changed: new Map() }, 6, 5, 3],
  ])('%s', (_, pending, usedVolume, volume, missing) => {
    expect(missingSeats(pending, { usedVolume, volume })).toBe(missing);
  });
});

test.each([
  [0, false, 'none'],
  [0, true, 'none'],
  [1000, true, undefined],
  [1001, true, 'tooMany'],
  [1_000_000, false, undefined],
])('Setting with %d items, searching %s: %s', (total, searching, why) => {
  expect(hindrance(total, searching)).toBe(why);
});
