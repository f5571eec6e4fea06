import { expect, test } from 'vitest';
import type { Caches } from '../db/fresh-cache.ts';
import type { Database } from '../db/transaction.ts';
import { accountKey, createKnownAccounts } from './known-accounts.ts';

const who = { tenantId: 'acme', uuid: 'u', sessionId: 's', grantHash: null };
const policy = (idleMinutes: number) => JSON.stringify({ sessionPolicy: { idleMinutes } });

/** Accounts returned one after the other, given by their policies; null: no account. */
function accountsOf(policies: (string | null)[]) {
  const found = [...policies];
  const query = async () => {
    const security_policy = found.shift() ?? null;
    return { rows: security_policy === null ? [] : [{ user_id: 'taro', security_policy }] };
  };
  const forgotten: string[] = [];
  const keys: string[] = [];
  const kept = {
    get: (tenantId: string, key: string, read: () => Promise<unknown>) => {
      keys.push(`${tenantId} ${key}`);
      return read();
    },
    forget: (tenantId: string, prefix: string) => forgotten.push(`${tenantId} ${prefix}`),
  };
  const caches = { open: () => kept } as unknown as Caches;
  const db = { pool: { query } } as unknown as Database;
  return { accounts: createKnownAccounts(db, caches, () => true), forgotten, keys };
}

test('an account is found with the policy it is under, which all share who are under it', async () => {
  const { accounts, keys, forgotten } = accountsOf([policy(30), policy(40), policy(30), null]);
  const [one, two, three] = [await accounts.find(who), await accounts.find(who, 'a key'), await accounts.find(who)];
  expect([one, two, three].map((each) => each?.policy.sessionPolicy.idleMinutes)).toEqual([30, 40, 30]);
  expect(three?.policy).toBe(one?.policy);
  expect(one).toMatchObject({ user_id: 'taro' });
  expect(one).not.toHaveProperty('security_policy');
  expect(await accounts.find(who)).toBeNull();
  expect(keys.slice(0, 2)).toEqual(['acme u/s/', 'acme a key']);
  accounts.forget('acme', 'u');
  expect(forgotten).toEqual(['acme u/']);
});

test('a thousand policies are kept and no more', async () => {
  const many = Array.from({ length: 1000 }, (_, at) => policy(5 + at));
  const { accounts } = accountsOf([...many, policy(5), policy(2000), policy(5)]);
  const found = [];
  for (let at = 0; at < 1003; at += 1) found.push((await accounts.find(who))?.policy);
  expect(found[1000]).toBe(found[0]);
  expect(found[1002]).not.toBe(found[0]);
  expect(found[1002]).toEqual(found[0]);
});

test('a session and a grant are of one account', () => {
  expect(accountKey({ uuid: 'u', sessionId: null, grantHash: 'h' })).toBe('u//h');
  expect(accountKey(who)).toBe('u/s/');
});
