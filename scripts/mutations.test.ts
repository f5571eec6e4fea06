import { expect, test } from 'vitest';
import { mutationsOf } from './mutations.ts';

test.each([
  ['const a = x === y;', ['=== → !==']],
  ['const a = x <= 3;', ['<= → <', '<= → >']],
  ['const a = (x) > /* y > */ 3;', ['> → >=', '> → <=']],
  ['const a = x && y ? 1 : 2;', ['&& → ||']],
  ['const a = found ? 1 : 2;', ['found → !(found)']],
  ['const a = !x;', ['!x → x']],
  ['if (found) a();', ['found → !(found)', 'found → false', 'a(); → ;']],
  ['const a = async () => { await consume(id as string); };', ['await consume(id as string); → ;']],
  ['const a: string = b + c;', []],
  ['while (more()) { at += 1; seen++; }', []],
])('%s', (source, wanted) => {
  expect(mutationsOf(source).map(({ before, after }) => `${before} → ${after}`)).toEqual(wanted);
});

test('each is the whole file with one change, and says where', () => {
  const [first] = mutationsOf('const a = 1;\nconst b = a < 2;\n');
  expect(first).toEqual({ line: 2, before: '<', after: '<=', text: 'const a = 1;\nconst b = a <= 2;\n' });
});
