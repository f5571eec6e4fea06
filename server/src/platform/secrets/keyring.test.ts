import { createPrivateKey, createPublicKey, randomBytes, sign, verify } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, openTestPool } from '#test/postgres.ts';
import { createSealer, type Sealer } from '../crypto/sealed-box.ts';
import { createCaches } from '../db/fresh-cache.ts';
import { openPool } from '../db/pool.ts';
import { openDatabase, PROVIDER } from '../db/transaction.ts';
import { createKeyring, type KeyUse, type StoredKey } from './keyring.ts';
import { resealAll } from './reseal.ts';

const database = await createTestDatabase();
const db = openDatabase(openPool({ ...database.connection, options: '-c role=portico_app' }, 8));
const owner = openTestPool(database.connection);
const masterKey = randomBytes(32);
let clock: Date;

const HOUR = 3_600_000;
const tokens: KeyUse = { purpose: 'oauth', algorithms: ['ES256', 'RS256'], shownMillis: HOUR };
const saml: KeyUse = { purpose: 'samlSigning', algorithms: ['ES256'], shownMillis: 24 * HOUR };

/** The keyring of a process of its own. */
const open = (sealer: Sealer = createSealer(masterKey)) =>
  createKeyring({ db, sealer, caches: createCaches(), clock: () => clock });
const states = (keys: readonly StoredKey[] | null) =>
  keys?.map(({ algorithm, state }) => `${algorithm} ${state}`).sort();
const kidOf = (keys: readonly StoredKey[], state: string, algorithm = 'ES256') =>
  keys.find((key) => key.state === state && key.algorithm === algorithm)?.kid ?? '';

beforeEach(async () => {
  clock = new Date('2030-01-01T00:00:00Z');
  await owner.query('delete from signing_keys');
});
afterAll(async () => {
  await owner.end();
  await db.close();
  await database.drop();
});

test('keys are shown by state and then as the use orders its algorithms, whichever was made first', async () => {
  for (const algorithms of [
    ['ES256', 'RS256'],
    ['RS256', 'ES256'],
  ] as const) {
    await owner.query('delete from signing_keys');
    const advancing = createKeyring({
      ...{ db, sealer: createSealer(masterKey), caches: createCaches() },
      clock: () => {
        clock = new Date(clock.getTime() + 1);
        return clock;
      },
    });
    await advancing.ensure(PROVIDER, { ...tokens, algorithms });
    const shown = await advancing.shown(PROVIDER, { ...tokens, algorithms });
    expect(shown.map(({ algorithm, state }) => `${algorithm} ${state}`)).toEqual(
      ['current', 'next'].flatMap((state) => algorithms.map((algorithm) => `${algorithm} ${state}`)),
    );
  }
});

test('tenants and purposes have keys of their own, and one knows nothing of the others', async () => {
  const keyring = open();
  const homes = [
    [PROVIDER, tokens],
    ['demo', tokens],
    ['demo', saml],
    ['annex', saml],
  ] as const;
  const sets = [];
  for (const [tenantId, use] of homes) {
    await keyring.ensure(tenantId, use);
    sets.push(await keyring.shown(tenantId, use));
  }
  expect(sets.map(states)).toEqual([
    ['ES256 current', 'ES256 next', 'RS256 current', 'RS256 next'],
    ['ES256 current', 'ES256 next', 'RS256 current', 'RS256 next'],
    ['ES256 current', 'ES256 next'],
    ['ES256 current', 'ES256 next'],
  ]);
  expect(new Set(sets.flat().map(({ kid }) => kid)).size).toBe(12);
  const [, , ours = []] = sets;
  for (const [tenantId, use] of homes.filter(([id, use]) => id !== 'demo' || use !== saml))
    expect(await keyring.withdraw(tenantId, use, kidOf(ours, 'current'))).toBeNull();
  await keyring.rotate('demo', saml);
  for (const [at, [tenantId, use]] of homes.entries()) {
    if (at !== 2) expect(await open().shown(tenantId, use)).toEqual(sets[at]);
  }
});

test('processes that start at once make one set for a tenant', async () => {
  await Promise.all(Array.from({ length: 5 }, () => open().ensure('demo', saml)));
  expect(states(await open().shown('demo', saml))).toEqual(['ES256 current', 'ES256 next']);
});

test('a rotation keeps the old key shown as long as its signatures count, and the announced one signs', async () => {
  const keyring = open();
  await keyring.ensure('demo', tokens);
  const before = await keyring.shown('demo', tokens);
  const after = await keyring.rotate('demo', tokens);
  expect(kidOf(after, 'current')).toBe(kidOf(before, 'next'));
  expect(kidOf(after, 'current', 'RS256')).toBe(kidOf(before, 'next', 'RS256'));
  expect(kidOf(after, 'retired')).toBe(kidOf(before, 'current'));
  const retired = after.filter(({ state }) => state === 'retired');
  expect(retired.map(({ retiredAt, shownUntil }) => [retiredAt, shownUntil])).toEqual(
    Array(2).fill([clock, new Date(clock.getTime() + HOUR)]),
  );
  clock = new Date(clock.getTime() + HOUR - 1);
  expect(states(await open().shown('demo', tokens))).toContain('ES256 retired');
  clock = new Date(clock.getTime() + 1);
  expect(states(await open().shown('demo', tokens))).toEqual([
    'ES256 current',
    'ES256 next',
    'RS256 current',
    'RS256 next',
  ]);
  clock = new Date(clock.getTime() + 1);
  await keyring.rotate('demo', tokens);
  expect((await owner.query('select from signing_keys where kid = $1', [kidOf(before, 'current')])).rowCount).toBe(0);
});

test('a key that is withdrawn has a successor at once, whatever it was', async () => {
  const keyring = open();
  await keyring.ensure('demo', saml);
  const first = await keyring.shown('demo', saml);
  const second = (await keyring.withdraw('demo', saml, kidOf(first, 'current'))) ?? [];
  expect(states(second)).toEqual(['ES256 current', 'ES256 next']);
  expect(kidOf(second, 'current')).toBe(kidOf(first, 'next'));
  const third = (await keyring.withdraw('demo', saml, kidOf(second, 'next'))) ?? [];
  expect([kidOf(third, 'current'), states(third)]).toEqual([kidOf(second, 'current'), ['ES256 current', 'ES256 next']]);
  const turned = await keyring.rotate('demo', saml);
  expect(states(await keyring.withdraw('demo', saml, kidOf(turned, 'retired')))).toEqual([
    'ES256 current',
    'ES256 next',
  ]);
  expect(await keyring.withdraw('demo', saml, kidOf(turned, 'retired'))).toBeNull();
});

test('a key that is at work by now is not withdrawn as an unused one', async () => {
  const [keyring, other] = [open(), open()];
  await keyring.ensure('demo', saml);
  const announced = kidOf(await keyring.shown('demo', saml), 'next');
  // This process does not know yet that another has put it to work.
  await other.rotate('demo', saml);
  expect(await keyring.withdrawUnused('demo', saml, announced)).toBe('current');
  expect(kidOf(await open().shown('demo', saml), 'current')).toBe(announced);
});

test('the keys of another algorithm stay as they are when one is withdrawn', async () => {
  const keyring = open();
  await keyring.ensure('demo', tokens);
  const before = await keyring.shown('demo', tokens);
  const after = (await keyring.withdraw('demo', tokens, kidOf(before, 'current'))) ?? [];
  expect(kidOf(after, 'current')).toBe(kidOf(before, 'next'));
  const others = (keys: readonly StoredKey[]) => keys.filter(({ algorithm }) => algorithm === 'RS256');
  expect(others(after)).toEqual(others(before));
});

test('private halves are sealed to their row, and public ones need no key to be read', async () => {
  const keyring = open();
  for (const tenantId of ['demo', 'annex']) await keyring.ensure(tenantId, saml);
  for (const { privateJwk, publicJwk } of await keyring.opened('demo', saml)) {
    const signature = sign('sha256', Buffer.from('x'), createPrivateKey({ key: privateJwk as never, format: 'jwk' }));
    const key = createPublicKey({ key: publicJwk as never, format: 'jwk' });
    expect(verify('sha256', Buffer.from('x'), key, signature)).toBe(true);
    expect((await owner.query('select t::text as row from signing_keys t')).rows.join()).not.toContain(privateJwk.d);
  }
  const stranger = open(createSealer(randomBytes(32)));
  expect(await stranger.shown('demo', saml)).toHaveLength(2);
  await expect(stranger.opened('demo', saml)).rejects.toThrow('No key for this sealed value');
  // Moved to another tenant, or to another purpose, a key does not open.
  const kid = kidOf(await keyring.shown('demo', saml), 'next');
  await owner.query("update signing_keys set tenant_id = 'annex' where kid = $1", [kid]);
  await expect(open().opened('annex', saml)).rejects.toThrow();
  await owner.query("update signing_keys set tenant_id = 'demo', purpose = 'oauth' where kid = $1", [kid]);
  await expect(open().opened('demo', tokens)).rejects.toThrow();
  // Nor does one for tokens: only the provider's have their name from before.
  await owner.query('delete from signing_keys');
  await keyring.ensure('demo', tokens);
  await owner.query("update signing_keys set tenant_id = 'annex'");
  await expect(open().opened('annex', tokens)).rejects.toThrow();
});

test('a change of the master key seals the keys of tenants again', async () => {
  await open().ensure('demo', saml);
  await open().ensure(PROVIDER, tokens);
  const before = await open().opened('demo', saml);
  const [next, log] = [randomBytes(32), { warn: () => expect.unreachable() }];
  const done = await resealAll(
    { db, sealer: createSealer([next, masterKey]), log, keyedHash: () => Buffer.alloc(32) } as never,
    new AbortController().signal,
  );
  expect(done.values).toBe(6);
  const alone = open(createSealer(next));
  expect(await alone.opened('demo', saml)).toEqual(before);
  expect(await alone.opened(PROVIDER, tokens)).toHaveLength(4);
});

test('keys that the version before made and retired are the provider’s for tokens, shown as long', async () => {
  const keyring = open();
  await keyring.ensure(PROVIDER, tokens);
  await keyring.ensure('demo', saml);
  // What that version writes: it names neither a purpose nor a time.
  await owner.query(`update signing_keys set purpose = default where tenant_id = '-'`);
  await owner.query(
    "update signing_keys set state = 'retired', retired_at = $1 where tenant_id = '-' and state = 'current'",
    [clock],
  );
  await owner.query("update signing_keys set state = 'current' where tenant_id = '-' and state = 'next'");
  const keys = await open().shown(PROVIDER, tokens);
  expect(states(keys)).toEqual(['ES256 current', 'ES256 retired', 'RS256 current', 'RS256 retired']);
  expect(keys.find(({ state }) => state === 'retired')?.shownUntil).toEqual(new Date(clock.getTime() + HOUR));
  expect(await open().opened(PROVIDER, tokens)).toHaveLength(4);
  clock = new Date(clock.getTime() + HOUR);
  expect(states(await open().shown(PROVIDER, tokens))).toEqual(['ES256 current', 'RS256 current']);
});

test('another process knows of a change by what the database tells', async () => {
  // The clock of what is kept stands still: nothing ends by its age.
  const caches = createCaches(() => 0);
  const elsewhere = createKeyring({ db, sealer: createSealer(masterKey), caches, clock: () => clock });
  const problems: unknown[] = [];
  const stop = caches.follow(database.connection, { warn: (problem: unknown) => problems.push(problem) } as never);
  try {
    await open().ensure('demo', saml);
    await open().ensure('annex', saml);
    await expect.poll(async () => (await elsewhere.shown('demo', saml)).length).toBe(2);
    const before = await elsewhere.shown('annex', saml);
    for (let turn = 0; turn < 3; turn++) {
      const rotated = await open().rotate('demo', saml);
      await expect.poll(() => elsewhere.shown('demo', saml), { interval: 5 }).toEqual(rotated);
    }
    expect(await elsewhere.shown('annex', saml)).toEqual(before);
    expect(problems).toEqual([]);
  } finally {
    await stop();
  }
});
