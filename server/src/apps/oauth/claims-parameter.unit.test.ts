import { expect, test } from 'vitest';
import { allowedClaims, claimNames, readClaims, scopesOfClaims } from './claims-parameter.ts';

const client = { scope: 'openid email' };

test.each([
  ['{"userinfo":{"email":null}}', { userinfo: { email: null } }],
  ['{"userinfo":{"email":{"essential":true}}}', { userinfo: { email: { essential: true } } }],
  // Not of a scope that the client has, not known, or of another client's settings.
  ['{"userinfo":{"name":null,"roles":null,"groups":null,"my_groups":null}}', { userinfo: {} }],
  ['{"id_token":{"email":null},"userinfo":{}}', { id_token: { email: null }, userinfo: {} }],
  [
    '{"id_token":{"acr":{"essential":true,"values":["a","b",7]}}}',
    { id_token: { acr: { essential: true, values: ['a', 'b'] } } },
  ],
  ['{"id_token":{"acr":{"value":"a"}}}', { id_token: { acr: { value: 'a' } } }],
  [
    '{"id_token":{"sub":{"value":"x"},"auth_time":{"essential":true}}}',
    { id_token: { sub: { value: 'x' }, auth_time: { essential: true } } },
  ],
  // Nothing is stored of what was sent besides.
  ['{"userinfo":{"email":{"value":"a@b.example","x":{"y":[1]}}}}', { userinfo: { email: null } }],
  ['{"userinfo":{"email":true}}', { userinfo: {} }],
  ['{"userinfo":{"__proto__":null,"constructor":{},"toString":null}}', { userinfo: {} }],
  ['{"userinfo":[]}', {}],
  ['{"userinfo":"email"}', {}],
  ['{"other":{"email":null}}', {}],
  ['[]', {}],
  ['null', {}],
  ['7', {}],
  ['{', {}],
  ['', {}],
  [undefined, {}],
])('of %s is kept: %j', (text, kept) => {
  expect(readClaims(text, client)).toEqual(kept);
});

test('is the same when read again', () => {
  const once = readClaims(
    '{"id_token":{"acr":{"values":["a"]},"email":null},"userinfo":{"email":{"essential":true}}}',
    client,
  );
  expect(allowedClaims(once, client)).toEqual(once);
});

test('claims are those of scopes, for which consent is asked', () => {
  const asked = readClaims(
    '{"id_token":{"acr":null,"email":null},"userinfo":{"email_verified":null,"sub":null}}',
    client,
  );
  expect(claimNames(asked)).toEqual(['email', 'email_verified']);
  expect(scopesOfClaims(['email', 'email_verified', 'name', 'acr'])).toEqual(['email', 'profile']);
});
