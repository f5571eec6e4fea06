import { expect, test } from 'vitest';
import { mutationsOf, withAll } from './mutations.ts';

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

test('each mutation is the whole file with one change, and tells its place', () => {
  const [first] = mutationsOf('const a = 1;\nconst b = a < 2;\n');
  expect(first).toMatchObject({ line: 2, before: '<', after: '<=', text: 'const a = 1;\nconst b = a <= 2;\n' });
});

test('with all at once, one or none is active at a time', () => {
  const source = `
    const seen = [];
    const judge = (a, b, c) => {
      if (a && !(b > 1)) seen.push('first');
      else if (c) seen.push('second');
      else seen.push(a === b ? 'same' : 'third');
    };
    for (const a of [0, 1]) for (const b of [0, 1, 2]) for (const c of [0, 1]) judge(a, b, c);
    return seen;`;
  const body = `const found = (() => {${source}})();`;
  const told = (text: string) => new Function(`${text} return found;`)();
  const mutations = mutationsOf(body);
  const all = withAll(body, mutations);
  const global = globalThis as { mutant?: number };
  const others = mutations.map(({ text }, at) => {
    global.mutant = at + 1;
    expect([text, told(all)]).toEqual([text, told(text)]);
    return JSON.stringify(told(all));
  });
  delete global.mutant;
  expect(told(all)).toEqual(told(body));
  expect(mutations.length).toBeGreaterThan(10);
  expect(others).not.toContain(JSON.stringify(told(body)));
});

test.each([
  ['const a = x === y;', false],
  ['const f = () => x === y;', true],
  ['function f() { return x === y; }', true],
  ['class A { f() { return x === y; } }', true],
])('%s: in a function: %s', (source, expected) => {
  expect(mutationsOf(source).map(({ isInFunction }) => isInFunction)).toEqual([expected]);
});
