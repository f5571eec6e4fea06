import { expect, test } from 'vitest';
import { byPageOrCursor, descending, listAddress, onePlace, oneOf, someOf, text, uuid, whole } from './address.ts';

const id = '0193f7c2-0000-7000-8000-000000000001';
const address = listAddress(
  {
    ...{ keyword: text(5), kind: oneOf(['a', 'b']), kinds: someOf(['a', 'b']), days: whole(1, 30), group: uuid },
    ...{ order: descending, ...byPageOrCursor },
  },
  onePlace,
);

test.each([
  [{}, {}],
  // The parser of addresses makes numbers and truths of texts that look like them.
  [{ keyword: 123 }, { keyword: '123' }],
  [{ keyword: true }, { keyword: 'true' }],
  [{ keyword: ' longer than five ' }, { keyword: 'longe' }],
  [{ keyword: ['x'], kind: 'c', kinds: 'c', days: 31, group: 'x', order: 'ascending', count: 20, page: 1 }, {}],
  [
    { kind: 'b', kinds: 'b,c,a', days: '30' },
    { kind: 'b', kinds: 'a,b', days: 30 },
  ],
  [{ days: 1.5 }, {}],
  [
    { group: id, order: 'descending', count: '50', page: '2' },
    { group: id, order: 'descending', count: 50, page: 2 },
  ],
  [{ cursor: 'n.1_-', page: 1_000_001 }, { cursor: 'n.1_-' }],
  [{ cursor: 'a b' }, {}],
  [{ cursor: 'abc', page: 3, row: 41 }, { page: 3 }],
  [
    { cursor: 'abc', row: '41' },
    { cursor: 'abc', row: 41 },
  ],
  [{ unknown: 'x' }, {}],
])('%j reads as %j', (search, read) => {
  expect(address.read(search)).toEqual(read);
});

test('a change leads to the first page, unless it names another place', () => {
  expect(address.changed({ keyword: 'a', page: 4, count: 50 }, { kind: 'a' })).toEqual({
    ...{ keyword: 'a', kind: 'a', count: 50 },
  });
  expect(address.changed({ keyword: 'a', cursor: 'x', row: 21 }, { keyword: undefined })).toEqual({});
  expect(address.changed({ keyword: 'a', page: 4 }, { cursor: 'y' })).toEqual({ keyword: 'a', cursor: 'y' });
  expect(address.changed({ cursor: 'y' }, { page: 2 })).toEqual({ page: 2 });
});
