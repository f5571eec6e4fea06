import { createHmac } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { expect, it } from 'vitest';
import type { Tools } from '../../platform/tools.ts';
import { findKnownEntry, keepKnown, readKnownEntries, setKnown } from './known-browsers.ts';

const NAME = '__Host-portico-known';
const NOW = new Date('2026-03-01T12:00:00Z');
const DAY = 86_400_000;
const later = (days: number) => new Date(NOW.getTime() + days * DAY);

/** Tools with nothing but a key. */
const toolsWith = (key: string) =>
  ({
    keyedHashes: (purpose: string, tenantId: string, value: string) => [
      createHmac('sha256', key).update(`${purpose} ${tenantId} ${value}`).digest(),
    ],
  }) as unknown as Tools;
const tools = toolsWith('ours');
const account = { tenant_id: 'acme', uuid: 'taro', password_changed_at: null, signed_out_at: Number.NEGATIVE_INFINITY };

function entriesAfter(by: Tools, now: Date) {
  let value = '';
  const reply = { setCookie: (_: string, given: string) => (value = given) } as unknown as FastifyReply;
  setKnown(by, reply, [], { tenantId: 'acme', uuid: 'taro' }, now);
  return readKnownEntries({ cookies: { [NAME]: value } });
}
const entries = entriesAfter(tools, NOW);

it.each<[string, object, number, boolean]>([
  ['the account itself', {}, 1, true],
  ['at the moment of the sign-in', {}, 0, true],
  ['nearly a year later', {}, 364, true],
  ['a year later', {}, 366, false],
  ['before the sign-in, by a clock that went back', {}, -1, false],
  ['another account', { uuid: 'hanako' }, 1, false],
  ['the same user id in another tenant', { tenant_id: 'annex' }, 1, false],
  ['a password changed since', { password_changed_at: later(0.5) }, 1, false],
  ['a password changed before', { password_changed_at: later(-1) }, 1, true],
  ['signed out everywhere since', { signed_out_at: later(0.5) }, 1, false],
])('%s', (_, other, days, isKnown) => {
  expect(findKnownEntry(tools, entries, { ...account, ...other }, later(days)) !== null).toBe(isKnown);
});

it('a mark under another key, or of another moment, is nobody’s', () => {
  expect(findKnownEntry(tools, entriesAfter(toolsWith('theirs'), NOW), account, later(1))).toBeNull();
  expect(
    findKnownEntry(
      tools,
      entries.map(({ at, mark }) => ({ at: at + 1, mark })),
      account,
      later(1),
    ),
  ).toBeNull();
});

/** Those of the given accounts that know a browser with this cookie. */
const knowing = (value: string, ...uuids: string[]) => {
  const given = readKnownEntries({ cookies: { [NAME]: value } });
  return uuids.filter((uuid) => findKnownEntry(tools, given, { ...account, uuid }, later(3)));
};

it('a browser is known to those who sign in there, each once, the latest first and ten at most', () => {
  let value = '';
  const reply = { setCookie: (_: string, given: string) => (value = given) } as unknown as FastifyReply;
  const signIn = (uuid: string, at: Date) =>
    setKnown(tools, reply, readKnownEntries({ cookies: { [NAME]: value } }), { tenantId: 'acme', uuid }, at);
  signIn('taro', NOW);
  signIn('hana', later(1));
  signIn('taro', later(2));
  expect(knowing(value, 'taro', 'hana', 'jiro')).toEqual(['taro', 'hana']);
  expect(readKnownEntries({ cookies: { [NAME]: value } }).map(({ at }) => at)).toEqual([
    later(2).getTime(),
    later(1).getTime(),
  ]);
  const many = Array.from({ length: 9 }, (_, at) => `u${at}`);
  for (const uuid of many) signIn(uuid, later(3));
  expect(knowing(value, ...many, 'taro', 'hana')).toEqual([...many, 'taro']);
});

it('it stays known to who changes a password there, and becomes so to nobody', () => {
  const keep = (uuid: string, given = entries): string | null => {
    let value: string | null = null;
    const reply = { setCookie: (_: string, set: string) => (value = set) };
    const cookies = { [NAME]: given.map(({ at, mark }) => `${at.toString(36)}.${mark}`).join('~') };
    keepKnown(tools, { request: { cookies }, reply, now: later(2) } as never, { tenantId: 'acme', uuid });
    return value;
  };
  const kept = readKnownEntries({ cookies: { [NAME]: keep('taro') ?? '' } });
  expect(kept.map(({ at }) => at)).toEqual([later(2).getTime()]);
  expect(keep('hana')).toBeNull();
  expect(keep('taro', [])).toBeNull();
});
