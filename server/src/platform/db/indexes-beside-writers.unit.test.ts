import { expect, it } from 'vitest';
import { readIndexes } from './indexes-beside-writers.ts';

it('a file of indexes holds nothing else', () => {
  expect(readIndexes('-- Why.\ncreate index a on b (c)\n  where d;\n')).toEqual([
    { name: 'a', table: 'b', rest: '(c)\n  where d' },
  ]);
  expect(() => readIndexes('alter table b add column c text;')).toThrow('alter table');
  expect(() => readIndexes('create unique index a on b (c);')).toThrow('unique');
});
