import { expect, it } from 'vitest';
import { parentsOfAll } from './tree.ts';

it.each([
  [1, 1],
  [8, 3],
  [1000, 6],
  [10_000, 6],
  [99_999, 6],
])('%i groups are %i deep, without circles', (groups, deep) => {
  const parents = parentsOfAll(groups);
  const depths: number[] = [];
  for (const [n, above] of parents.entries()) {
    for (const parent of above) expect(parent).toBeLessThan(n);
    depths.push(1 + Math.max(0, ...above.map((parent) => depths[parent] ?? Number.NaN)));
  }
  expect(parents).toHaveLength(groups);
  expect(Math.max(...depths)).toBe(deep);
});
