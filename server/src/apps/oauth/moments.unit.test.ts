import type { Context } from 'oidc-provider';
import { expect, test } from 'vitest';
import { createMoments } from './moments.ts';
import { requestState, withRequestState } from './request-state.ts';

const start = new Date('2026-05-01T12:00:00Z').getTime();
const of = (clientId: string, login_after?: string) =>
  ({ oidc: { client: { clientId } }, query: { login_after } }) as unknown as Context;
const origin = { address: '', userAgent: '', requestId: '', clientRequestId: null };
let now = start;
const moments = createMoments({ masterKeys: [Buffer.alloc(32, 1)], clock: () => new Date(now) });
const others = createMoments({ masterKeys: [Buffer.alloc(32, 2)], clock: () => new Date(now) });

/** Whether a proof given `proved` ms after the moment is taken, `later` ms after it. */
function isTaken(moment: string, { proved = 1, later = 2, client = 'a' } = {}): boolean {
  now = start + later;
  return withRequestState(origin, () => {
    requestState().session = { proved_at: new Date(start + proved) } as never;
    return moments.hasJustSignedIn(of(client, moment));
  });
}

test.each([
  ['a proof after it', {}, true],
  ['in the same millisecond', { proved: 0 }, true],
  ['before it', { proved: -1 }, false],
  ['of another app', { client: 'b' }, false],
  ['within an hour', { proved: 3_599_000, later: 3_600_000 }, true],
  ['after an hour', { proved: 3_600_000, later: 3_600_001 }, false],
  ['a proof of a quarter of an hour ago', { later: 900_001 }, true],
  ['a proof that is older', { later: 900_002 }, false],
] as const)('%s: %j', (_, given, taken) => {
  now = start;
  expect(isTaken(moments.mark(of('a')), given)).toBe(taken);
});

test('one that we did not sign is none', () => {
  now = start;
  for (const made of [others.mark(of('a')), '0', '', `${moments.mark(of('a'))}x`]) expect(isTaken(made)).toBe(false);
});
