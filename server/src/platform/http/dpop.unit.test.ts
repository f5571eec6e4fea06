import { createHash } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose';
import { beforeAll, expect, test } from 'vitest';
import type { Once } from '../tools.ts';
import { isProvenByKey } from './dpop.ts';

const now = new Date('2026-05-01T12:00:00Z');
const seconds = now.getTime() / 1000;
const TOKEN = 'a.b.c';
const bound = { token: TOKEN, tenantId: 'acme', clientId: 'acme.app', jkt: '' };
let key: Awaited<ReturnType<typeof generateKeyPair>>;
beforeAll(async () => {
  key = await generateKeyPair('ES256', { extractable: true });
  bound.jkt = await calculateJwkThumbprint(await exportJWK(key.publicKey));
});

/** Whether a proof is taken, and what of it is spent. */
async function ask(said: JWTPayload, header: object = {}) {
  const usual = { htm: 'GET', htu: 'https://id.example/api/auth/me', iat: seconds, jti: 'one', ath: hashOf(TOKEN) };
  const jwk = await exportJWK(key.publicKey);
  const signed = new SignJWT({ ...usual, ...said }).setProtectedHeader({
    alg: 'ES256',
    typ: 'dpop+jwt',
    jwk,
    ...header,
  });
  const spent: Once[] = [];
  const config = { publicUrl: 'https://id.example' } as never;
  const spendOnce = async (given: Once) => spent.push(given) > 0;
  const headers = { dpop: await signed.sign(key.privateKey) };
  const request = { headers, method: 'GET', url: '/api/auth/me?x=1' };
  return { taken: await isProvenByKey({ config, spendOnce }, request, bound, now), spent };
}
const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url');

test.each<[string, JWTPayload, boolean]>([
  ['as it should be', {}, true],
  ['with query and fragment in its address', { htu: 'https://id.example/api/auth/me?y=2#z' }, true],
  ['as old as it may be', { iat: seconds - 300 }, true],
  ['as far ahead as it may be', { iat: seconds + 300 }, true],
  ['older', { iat: seconds - 301 }, false],
  ['further ahead', { iat: seconds + 301 }, false],
  ['with a time that is none', { iat: 'now' as never }, false],
  ['without a time', { iat: undefined }, false],
  ['of another method', { htm: 'POST' }, false],
  ['of another path', { htu: 'https://id.example/api/auth/me/' }, false],
  ['of another host', { htu: 'https://evil.example/api/auth/me' }, false],
  ['of another scheme', { htu: 'http://id.example/api/auth/me' }, false],
  ['with a user in its address', { htu: 'https://a@id.example/api/auth/me' }, false],
  ['with a path alone', { htu: '/api/auth/me' }, false],
  ['without an address', { htu: undefined }, false],
  ['of another token', { ath: hashOf('d.e.f') }, false],
  ['without a token', { ath: undefined }, false],
  ['without an ID', { jti: undefined }, false],
  ['with an empty ID', { jti: '' }, false],
])('a proof %s', async (_, said, taken) => {
  const found = await ask(said);
  expect(found.taken).toBe(taken);
  // What is refused spends nothing.
  expect(found.spent).toHaveLength(taken ? 1 : 0);
});

test.each([['jwt'], ['JWT'], [undefined]])('a proof of type %s is none', async (typ) =>
  expect((await ask({}, { typ })).taken).toBe(false),
);

test('a key that is sent with its private part is refused', async () => {
  expect((await ask({}, { jwk: await exportJWK(key.privateKey) })).taken).toBe(false);
});

test('an ID is remembered for as long as its proof could be used again', async () => {
  const { spent } = await ask({ iat: seconds + 300 });
  expect(spent[0]?.until.getTime()).toBeGreaterThanOrEqual((seconds + 600) * 1000);
  expect(spent[0]).toMatchObject({ tenantId: 'acme', clientId: 'acme.app', id: 'dpop acme.app one' });
});
