import { expect, test } from 'vitest';
import { hashSecret } from '../../crypto/secret.ts';
import { splitTenantSecret } from './sessions.ts';

const secret = 'S'.repeat(43);

test.each([
  [`kelvin.${secret}`, 'kelvin'],
  [`-.${secret}`, '-'],
  [`a-1.${secret}`, 'a-1'],
  [`--.${secret}`, null],
  [`ab.${secret}`, null],
  [`${'a'.repeat(33)}.${secret}`, null],
  [`Kelvin.${secret}`, null],
  [`kelvin${secret}`, null],
  [`kelvin.${secret}.`, null],
  [`kelvin.${'S'.repeat(19)}`, null],
  [`kelvin.${'S'.repeat(101)}`, null],
  [`kelvin.${secret}\n`, null],
  ['', null],
])('%j is a secret of the tenant %j', (value, tenantId) => {
  const expected = tenantId === null ? null : { tenantId, secretHash: hashSecret(secret) };
  expect(splitTenantSecret(value)).toEqual(expected);
});
