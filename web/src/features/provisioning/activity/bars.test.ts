import { expect, test } from 'vitest';
import type { SourceRun } from '#contract/provisioning/runs.ts';
import { barsOf, type Period, periods, totalOf } from './bars.ts';

const none = {
  created: 0,
  adopted: 0,
  spared: 0,
  updated: 0,
  deactivated: 0,
  deleted: 0,
  held: 0,
  unchanged: 0,
  groups: 0,
  failed: 0,
};
const run = (hour: string, counts: Partial<SourceRun>): SourceRun => ({ ...none, hour, ...counts });
const now = new Date('2026-11-10T02:40:00Z');

test('hours without a call are drawn as well, and the latest is the running one', () => {
  const bars = barsOf([run('2026-11-10T02:00:00Z', { created: 3 })], 'hours24', 'Etc/UTC', now);
  expect(bars).toHaveLength(24);
  expect(bars[0]?.from.toISOString()).toBe('2026-11-09T03:00:00.000Z');
  expect(bars.at(-1)).toEqual({ from: new Date('2026-11-10T02:00:00Z'), counts: { ...none, created: 3 } });
});

test.each([
  ['Etc/UTC', [2, 1]],
  ['Asia/Tokyo', [0, 3]],
  ['America/New_York', [0, 3]],
])('hours belong to the days of %s', (timeZone, [before, last]) => {
  const runs = [run('2026-11-09T23:00:00Z', { updated: 2 }), run('2026-11-10T01:00:00Z', { updated: 1 })];
  const bars = barsOf(runs, 'days7', timeZone, now);
  expect(bars).toHaveLength(7);
  expect(bars.slice(-2).map(({ counts }) => counts.updated)).toEqual([before, last]);
});

test.each(['Etc/UTC', 'America/New_York', 'Asia/Kolkata'])(
  'every period has its bars in %s, over a change of the clocks',
  (zone) => {
    for (const period of Object.keys(periods) as Period[]) {
      const bars = barsOf([], period, zone, now);
      expect(bars).toHaveLength(periods[period].bars);
      expect(totalOf(bars)).toEqual(none);
    }
  },
);

test('a total is of all that is drawn', () => {
  const runs = [
    run('2026-11-10T02:00:00Z', { created: 1, failed: 2, held: 1 }),
    run('2026-11-09T02:00:00Z', { created: 4, groups: 1, unchanged: 9, deleted: 1, deactivated: 2 }),
    run('2026-09-01T02:00:00Z', { created: 100 }),
  ];
  expect(totalOf(barsOf(runs, 'days7', 'Etc/UTC', now))).toEqual({
    ...{
      created: 5,
      adopted: 0,
      updated: 0,
      deactivated: 2,
      deleted: 1,
      held: 1,
      spared: 0,
      unchanged: 9,
      groups: 1,
      failed: 2,
    },
  });
});
