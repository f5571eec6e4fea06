import type { CompiledQuery } from 'kysely';
import { expect, test } from 'vitest';
import { inShort, writingDown } from '#test/sent.ts';
import type { ClientInfo } from '../platform/http/client-info.ts';
import { isNewBrowser } from './new-browser.ts';

const now = new Date('2026-05-01T12:00:00Z');
const daysAgo = (days: number) => Math.round(now.getTime() - days * 86_400_000).toString(36);
const client = { network: '192.0.2.7', userAgent: 'a browser', address: '192.0.2.7' } as ClientInfo;
const old = new Date('2026-01-01T12:00:00Z');

/** What is stored, and whether an email is due; `told`: browsers reported before. */
async function tell(told: string[] | null, known_since: Date | null) {
  const sent: CompiledQuery[] = [];
  const account = { tenant_id: 't', uuid: 'u', told_browsers: told, known_since };
  const mails = await isNewBrowser(writingDown(sent), account, client, now);
  const [noted] = inShort(sent);
  const lists = noted?.[1].filter(Array.isArray) ?? [];
  return {
    noted: noted?.[0],
    told: lists[0] as string[] | undefined,
    mails,
    values: noted?.[1] ?? [],
  };
}
const markOf = async () => (await tell([], old)).told?.[0]?.split('.')[1];
const others = (count: number, days: number) => Array.from({ length: count }, (_, at) => `${daysAgo(days)}.other${at}`);

test('the first browser an account knows is noted and told of to nobody', async () => {
  const { noted, told, mails, values } = await tell(null, null);
  expect([noted, told?.length, mails]).toEqual(['insert into sign_in_guards', 1, false]);
  expect(values).toContain(now);
});

test('another is told of, and since when the account knows browsers stays', async () => {
  const { noted, told, mails, values } = await tell([], old);
  expect([noted, told, mails]).toEqual([
    'update sign_in_guards',
    [expect.stringMatching(`^${now.getTime().toString(36)}\\.`)],
    true,
  ]);
  expect(values).toContain(old);
});

test.each([
  ['a moment ago', 0, false],
  ['thirty days ago', 30, false],
  ['longer ago', 30.001, true],
])('one that was told of %s is told of again: %3$s', async (_, days, expected) => {
  const { mails } = await tell([`${daysAgo(days)}.${await markOf()}`], old);
  expect(mails).toBe(expected);
});

test.each([
  ['nine within a day', others(9, 0.5), true],
  ['ten within a day', others(10, 0.5), false],
  ['ten, one of them a day ago', [...others(9, 0.5), ...others(1, 1)], false],
  ['ten, one of them longer ago', [...others(9, 0.5), ...others(1, 1.001)], true],
])('after %s another mail leaves: %3$s', async (_, told, expected) => {
  expect((await tell(told, old)).mails).toBe(expected);
});

test('twenty are remembered, for thirty days', async () => {
  expect((await tell([...others(8, 0.5), ...others(30, 2)], old)).told).toHaveLength(20);
  expect((await tell(others(5, 31), old)).told).toHaveLength(1);
});
