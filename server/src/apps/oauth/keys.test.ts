import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn } from '#test/factories.ts';
import { claimsOf, PROVIDER_PATH } from '#test/oauth.ts';
import { PROVIDER } from '../../platform/db/transaction.ts';
import { oauthKeys } from './keys.ts';
import { oauthProviderOf } from './provider.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ DATABASE_POOL_SIZE: '10' });
});
afterAll(() => app.close());

const shown = async () => (await app.call('GET', `${PROVIDER_PATH}/jwks`)).body.keys as { kid: string; d?: string }[];
const kidOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid;

test('two keys of each kind, shown without their private half, sealed in the database', async () => {
  const keys = await shown();
  expect(keys).toHaveLength(4);
  for (const key of keys)
    expect(Object.keys(key).some((name) => ['d', 'p', 'q', 'dp', 'dq', 'qi'].includes(name))).toBe(false);
  const { rows } = await app.owner.query('select * from signing_keys');
  expect(JSON.stringify(rows.map(({ public_jwk }) => public_jwk))).not.toContain('"d"');
});

test('processes that start at once make one set', async () => {
  await app.owner.query('delete from signing_keys');
  const { keyring } = app.tools;
  await Promise.all(Array.from({ length: 5 }, () => keyring.ensure(PROVIDER, oauthKeys)));
  expect((await keyring.shown(PROVIDER, oauthKeys)).map(({ state }) => state).sort()).toEqual([
    'current',
    'current',
    'next',
    'next',
  ]);
  await oauthProviderOf(app.tools).followKeys();
});

test('after a rotation the announced key signs, old tokens stay good, and retired keys go in the end', async () => {
  const user = await makeUser(app, await makeTenant(app));
  const before = await signIn(app, user);
  const announced = (await app.tools.keyring.shown(PROVIDER, oauthKeys)).find(
    (key) => key.algorithm === 'ES256' && key.state === 'next',
  );
  await app.tools.keyring.rotate(PROVIDER, oauthKeys);
  await oauthProviderOf(app.tools).followKeys();
  const after = await signIn(app, user);
  expect(kidOf(after.token)).toBe(announced?.kid);
  expect(kidOf(before.token)).not.toBe(announced?.kid);
  for (const { token } of [before, after]) expect((await app.call('GET', '/api/auth/me', { token })).status).toBe(200);
  expect(claimsOf(after.token).iss).toBe(app.url);
  expect((await shown()).map(({ kid }) => kid)).toContain(kidOf(before.token));
  app.advance(3 * 3_600_000);
  expect((await app.tools.keyring.shown(PROVIDER, oauthKeys)).map(({ kid }) => kid)).not.toContain(kidOf(before.token));
});
