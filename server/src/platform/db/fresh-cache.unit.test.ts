import { describe, expect, it } from 'vitest';
import { createCaches } from './fresh-cache.ts';

/** A cache of numbers, each read one higher than the last, with a stopped clock. */
function counting({ age = 500, most = 10 } = {}) {
  let now = 0;
  let reads = 0;
  const cache = createCaches(() => now).open<number>({ age, most, of: [] });
  const get = (tenantId: string, key = '') => cache.get(tenantId, key, async () => ++reads);
  return {
    cache,
    get,
    pass: (millis: number) => {
      now += millis;
    },
  };
}

describe('what is kept', () => {
  it('is given for as long as its age, and not a moment longer', async () => {
    const { get, pass } = counting();
    expect(await get('a')).toBe(1);
    pass(499);
    expect(await get('a')).toBe(1);
    pass(1);
    expect(await get('a')).toBe(2);
    // The age is measured from the request, not from the answer.
    pass(499);
    expect(await get('a')).toBe(2);
  });

  it('is not given by a clock that stepped back', async () => {
    const { get, pass } = counting();
    await get('a');
    pass(-1);
    expect(await get('a')).toBe(2);
  });

  it('is forgotten by tenant and by how its key begins', async () => {
    const { cache, get } = counting();
    const all = () => Promise.all([get('a', 'x/1'), get('a', 'x/2'), get('a', 'y/1'), get('b', 'x/1')]);
    expect(await all()).toEqual([1, 2, 3, 4]);
    cache.forget('a', 'x/');
    expect(await all()).toEqual([5, 6, 3, 4]);
    cache.forget('a');
    expect(await all()).toEqual([7, 8, 9, 4]);
  });

  it('is never more than it may be', async () => {
    const { get } = counting({ most: 2 });
    await get('a');
    await get('b');
    expect(await get('a')).toBe(1);
    expect(await get('c')).toBe(3);
    expect(await get('a')).toBe(4);
    expect(await get('c')).toBe(3);
  });

  it('makes room by being forgotten', async () => {
    const { cache, get } = counting({ most: 2 });
    await get('a');
    for (let round = 0; round < 3; round += 1) {
      await get('b');
      cache.forget('b');
    }
    expect(await get('a')).toBe(1);
  });
});

it('a read that was under way when its row changed is kept for nobody', async () => {
  const { cache } = counting();
  let give: (value: number) => void = () => {};
  const slow = cache.get('a', '', () => new Promise<number>((done) => (give = done)));
  cache.forget('a');
  give(1);
  expect(await slow).toBe(1);
  expect(await cache.get('a', '', async () => 2)).toBe(2);
});

it('a failure is not kept, and takes nothing with it that came after', async () => {
  const { cache } = counting();
  let fail: (error: Error) => void = () => {};
  const broken = cache.get('a', '', () => new Promise<number>((_, reject) => (fail = reject)));
  cache.forget('a');
  expect(await cache.get('a', '', async () => 2)).toBe(2);
  fail(new Error('no database'));
  await expect(broken).rejects.toThrow('no database');
  expect(await cache.get('a', '', async () => 3)).toBe(2);
  const again = cache.get('b', '', () => Promise.reject(new Error('no database')));
  await expect(again).rejects.toThrow('no database');
  expect(await cache.get('b', '', async () => 4)).toBe(4);
});
