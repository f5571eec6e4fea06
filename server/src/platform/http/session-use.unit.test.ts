import { expect, test } from 'vitest';
import type { Tools } from '../tools.ts';
import type { KnownAccount } from './known-accounts.ts';
import { noteUse } from './session-use.ts';

const now = new Date('2026-05-01T12:00:00Z');
const ago = (millis: number) => new Date(now.getTime() - millis);

/** Tenants in which a use was recorded by consecutive calls, and the warnings logged. */
async function noted(calls: { account: KnownAccount; sessionId?: string | null; fails?: true }[]) {
  const [tenants, warned] = [[] as string[], [] as string[]];
  for (const { account, sessionId = 's', fails } of calls) {
    const inTenant = async (tenantId: string) => {
      tenants.push(tenantId);
      if (fails) throw new Error('no database');
    };
    const log = { warn: (_: object, text: string) => warned.push(text) };
    noteUse({ db: { inTenant }, log } as unknown as Tools, { tenantId: 'acme', sessionId }, account, now);
    await new Promise(setImmediate);
  }
  return [tenants, warned];
}
const seen = (session_seen_at: Date | null) => ({ session_seen_at }) as KnownAccount;

test.each<[string, Parameters<typeof noted>[0][number], boolean]>([
  ['a minute ago', { account: seen(ago(60_000)) }, true],
  ['a moment less than a minute ago', { account: seen(ago(59_999)) }, false],
  ['by no session', { account: seen(ago(90_000)), sessionId: null }, false],
  ['of a session that is gone', { account: seen(null) }, false],
])('the last use %s: noted: %3$s', async (_, call, expected) => {
  expect(await noted([call])).toEqual([expected ? ['acme'] : [], []]);
});

test('calls of one state note it once; when that fails, the next call tries again', async () => {
  const once = { account: seen(ago(90_000)) };
  expect(await noted([once, once])).toEqual([['acme'], []]);
  const failing = { account: seen(ago(90_000)) };
  const told = await noted([{ ...failing, fails: true }, failing, failing]);
  expect(told).toEqual([['acme', 'acme'], ['the use of a session was not noted']]);
});
