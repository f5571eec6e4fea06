import { expect, test } from 'vitest';
import { hashSecret } from '../../platform/crypto/secret.ts';
import type { Database } from '../../platform/db/transaction.ts';
import { findSessionOfCookie, splitTenantSecret } from './sessions.ts';

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

test.each<[string, { loginAt: number; id: string } | null, object | null, string[], object | null]>([
  ['of no cookie', null, {}, [], null],
  ['of a cookie that is none of ours', { loginAt: 1, id: 'kelvin' }, {}, [], null],
  ['of the provider', { loginAt: 1, id: `-.${secret}` }, {}, [], null],
  ['that is open', { loginAt: 1, id: `kelvin.${secret}` }, { user_uuid: 'u' }, ['kelvin'], { user_uuid: 'u' }],
  ['that is open no more', { loginAt: 1, id: `kelvin.${secret}` }, null, ['kelvin'], null],
])('the session %s', async (_, cookie, row, asked, expected) => {
  const tenants: string[] = [];
  const inTenant = async (tenantId: string) => {
    tenants.push(tenantId);
    return row;
  };
  const found = await findSessionOfCookie({ inTenant } as unknown as Database, cookie, new Date());
  expect(found).toEqual(expected && { ...expected, tenantId: 'kelvin' });
  expect(tenants).toEqual(asked);
});
