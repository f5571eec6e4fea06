import { calculateJwkThumbprint, importJWK, jwtVerify, SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { newSigningKey } from './signing-key.ts';

test.each(['ES256', 'RS256'] as const)('%s: what the private key signs, the public one verifies', async (alg) => {
  const { kid, privateJwk, publicJwk } = await newSigningKey(alg);
  const jwt = await new SignJWT({ sub: 'taro' }).setProtectedHeader({ alg, kid }).sign(await importJWK(privateJwk));
  const { payload } = await jwtVerify(jwt, await importJWK(publicJwk), { algorithms: [alg] });
  expect(payload.sub).toBe('taro');
});

test.each(['ES256', 'RS256'] as const)(
  '%s: the public JWK holds nothing private and is named by its thumbprint',
  async (alg) => {
    const { kid, privateJwk, publicJwk } = await newSigningKey(alg);
    for (const member of ['d', 'p', 'q', 'dp', 'dq', 'qi']) expect(publicJwk).not.toHaveProperty(member);
    expect(publicJwk).toMatchObject({ kid, alg, use: 'sig' });
    expect(privateJwk).toMatchObject({ kid, alg, use: 'sig', d: expect.any(String) });
    expect(await calculateJwkThumbprint(publicJwk)).toBe(kid);
  },
);

test('two keys differ', async () => {
  expect((await newSigningKey()).kid).not.toBe((await newSigningKey()).kid);
});
