import { expect, it } from 'vitest';
import { cut, planOf } from './plan.ts';
import { runsOf } from './runs.ts';

/** In which order operations are carried out, and which are refused before. */

const post = (bulkId: string, data: unknown = {}, on = 'Users') => ({ method: 'POST', path: `/${on}`, bulkId, data });
const to = (method: string, path: string, data?: unknown) => ({ method, path, data });
const plan = (...Operations: object[]) => planOf({ Operations });
const orderOf = (...operations: object[]) => plan(...operations).operations.map(({ at }) => at);

it.each([
  ['what names nothing keeps its place', [post('a'), to('DELETE', '/Users/x'), post('b')], [0, 1, 2]],
  [
    'who names what is there already keeps its place',
    [post('a'), post('g', { members: [{ value: 'bulkId:a' }] }, 'Groups')],
    [0, 1],
  ],
  [
    'who names what comes later waits for it',
    [post('g', { members: [{ value: 'bulkId:a' }] }, 'Groups'), post('a'), post('b')],
    [1, 0, 2],
  ],
  [
    'and for the last of several',
    [post('g', { members: [{ value: 'bulkId:a' }, { value: 'bulkId:b' }] }, 'Groups'), post('a'), post('c'), post('b')],
    [1, 2, 3, 0],
  ],
  [
    'what is sent for the same resource waits with it',
    [
      to('PATCH', '/Groups/g', { value: 'bulkId:a' }),
      to('PUT', '/Groups/g', {}),
      to('PUT', '/Groups/h', {}),
      post('a'),
    ],
    [2, 3, 0, 1],
  ],
  ['a path may name it', [to('PATCH', '/Users/bulkId:a', {}), post('a')], [1, 0]],
])('%s', (_, operations, order) => {
  expect(orderOf(...operations)).toEqual(order);
});

it('refuses those who name nothing, and those who wait for each other', () => {
  const { operations, refused } = plan(
    post('a', { manager: 'bulkId:b' }),
    post('b', { manager: 'bulkId:a' }),
    post('c', { manager: 'bulkId:nobody' }),
    post('d'),
  );
  expect(operations.map(({ at }) => at)).toEqual([3]);
  expect(refused.map(({ operation, why }) => [operation.at, why.status])).toEqual([
    [0, 409],
    [1, 409],
    [2, 400],
  ]);
});

const nested = (depth: number): unknown => {
  let value: unknown = 'bulkId:b';
  for (let at = 0; at < depth; at += 1) value = at % 2 ? [value] : { value };
  return value;
};

it('a reference is found as deep as data may be, and a limit of failures is no more than all', () => {
  expect(plan(post('a', nested(13)), post('b')).operations.map(({ names }) => names)).toEqual([undefined, ['b']]);
  expect(planOf({ Operations: [], failOnErrors: 3_000_000_000 }).failOnErrors).toBe(10_000);
});

it.each([
  [{}, 400],
  [{ Operations: [{ method: 'GET', path: '/Users' }] }, 400],
  [{ Operations: [post('a'), post('a')] }, 400],
  [{ Operations: [{ method: 'POST', path: '/Users' }] }, 400],
  [{ Operations: [to('POST', '/Users/x')] }, 400],
  [{ Operations: [to('DELETE', '/Users')] }, 400],
  [{ Operations: [to('DELETE', '/Me')] }, 400],
  [{ Operations: [null] }, 400],
  [{ Operations: [{ method: { toString: 1 }, path: '/Users' }] }, 400],
  [{ Operations: [post('a', nested(10_000))] }, 400],
  [{ Operations: [post('a', nested(14))] }, 400],
  [{ Operations: [], failOnErrors: 0 }, 400],
  [{ Operations: Array.from({ length: 10_001 }, (_, at) => post(String(at))) }, 413],
])('%# is no Bulk', (body, status) => {
  expect(() => planOf(body)).toThrow(expect.objectContaining({ status }));
});

it.each([
  ['some hundred small ones', Array(450).fill(10), [200, 200, 50], 0],
  ['as many large ones as a quarter of a megabyte has', Array(5).fill(100_000), [2, 2, 1], 0],
  ['one that has more by itself', [10, 500_000, 10], [1, 1, 1], 0],
  ['and none above a megabyte', [10, 1_100_000, 10], [2], 1],
  ['nothing', [1_100_000], [0], 1],
])('a piece is %s', (_, sizes, pieces, refused) => {
  const all = sizes.map((size, at) => post(String(at), { title: 'x'.repeat(size) }));
  const parts = cut(plan(...all).operations);
  expect(parts.pieces.map(({ length }) => length)).toEqual(pieces);
  expect(parts.refused.map(({ why }) => why.status)).toEqual(Array(refused).fill(413));
});

it('does at once what is of one kind and has nothing to do with each other', () => {
  const { operations } = plan(
    ...[
      post('a'),
      post('b'),
      post('c', { manager: 'bulkId:a' }),
      to('PATCH', '/Users/1', {}),
      to('PUT', '/Users/2', {}),
    ],
    ...[to('PATCH', '/Users/1', {}), to('DELETE', '/Users/1'), to('DELETE', '/Groups/1'), to('DELETE', '/Groups/2')],
  );
  expect(runsOf(operations, false).map((run) => [run.kind, run.operations.length])).toEqual([
    ...[
      ['create', 2],
      ['create', 1],
      ['change', 2],
      ['change', 1],
      ['delete', 1],
      ['other', 1],
      ['other', 1],
    ],
  ]);
});

it.each([
  [
    'what concerns nobody else is done together',
    [post('a'), to('PATCH', '/Users/1', {}), post('b'), to('PATCH', '/Users/2', {})],
    [
      [0, 2],
      [1, 3],
    ],
  ],
  [
    'but behind what was sent before for the same user',
    [to('PATCH', '/Users/1', {}), to('DELETE', '/Users/1'), to('PATCH', '/Users/1', {})],
    [[0], [1], [2]],
  ],
  [
    'and behind whom it names',
    [post('a'), to('PATCH', '/Users/1', {}), post('b', { manager: 'bulkId:a' })],
    [[0], [1], [2]],
  ],
  [
    'a name that becomes free is taken behind that',
    [post('a'), to('PATCH', '/Users/1', { path: 'userName' }), post('b')],
    [[0], [1], [2]],
  ],
  ['and so is an address', [post('a'), to('DELETE', '/Users/1'), post('b')], [[0], [1], [2]]],
])('%s', (_, operations, runs) => {
  expect(runsOf(plan(...operations).operations).map((run) => run.operations.map(({ at }) => at))).toEqual(runs);
});
