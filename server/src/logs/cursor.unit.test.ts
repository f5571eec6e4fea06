import { expect, test } from 'vitest';
import { formatCursor, parseCursor } from './cursor.ts';

const place = { at: new Date('2026-05-01T12:00:00.123Z'), id: '0196a2b0-0000-7000-8000-000000000001' };

test.each(['next', 'previous'] as const)('a cursor to the %s page is read back', (direction) => {
  expect(parseCursor(formatCursor(direction, place))).toEqual({ direction, place });
});

test.each(['', 'n', 'x.1.0196a2b0-0000-7000-8000-000000000001', 'n.-1.0196a2b0-0000-7000-8000-000000000001', 'n.1.1'])(
  '%j is none',
  (text) => {
    expect(parseCursor(text)).toBeNull();
  },
);
