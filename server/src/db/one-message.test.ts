import { afterAll, beforeAll, expect, test } from 'vitest';
import type pg from 'pg';
import { createTestDatabase } from '#test/postgres.ts';
import { appConnection } from './app-role.ts';
import { queryInTenant } from './one-message.ts';
import { openPool } from './pool.ts';

let pool: pg.Pool;
let drop: () => Promise<void>;

const names = { name: 'names', text: 'select tenant_id, name from tenants where name <> $1', values: [''] };

beforeAll(async () => {
  const database = await createTestDatabase();
  // One connection, so that whatever a statement leaves behind meets the next one.
  pool = openPool(await appConnection(database.connection), 1);
  drop = async () => {
    await pool.end();
    await database.drop();
  };
  for (const tenantId of ['one', 'two']) {
    const text = `insert into tenants (tenant_id, name, region, locale) values ($1, 'Tenant ' || $1, 'na', 'en')`;
    await queryInTenant(pool, tenantId, { name: 'make', text, values: [tenantId] });
  }
});

afterAll(() => drop());

test('a statement sees the tenant it was sent for, and no other', async () => {
  for (const tenantId of ['one', 'two', 'one', 'none', 'two']) {
    const rows = await queryInTenant(pool, tenantId, names);
    expect(rows).toEqual(tenantId === 'none' ? [] : [{ tenant_id: tenantId, name: `Tenant ${tenantId}` }]);
  }
});

test('nothing of it is left for what comes after on the same connection', async () => {
  await queryInTenant(pool, 'one', names);
  expect((await pool.query('select 1 from tenants')).rows).toEqual([]);
  const left = await pool.query(`select current_setting('app.tenant_id', true) as tenant`);
  expect(left.rows[0].tenant ?? '').toBe('');
});

test('the wall holds for writing', async () => {
  const move = { name: 'move', text: 'update tenants set tenant_id = $1', values: ['two'] };
  await expect(queryInTenant(pool, 'one', move)).rejects.toThrow(/row-level security|duplicate key/);
  const rename = { name: 'rename', text: 'update tenants set name = $1', values: ['Other'] };
  expect(await queryInTenant(pool, 'two', rename)).toEqual([]);
  expect(await queryInTenant(pool, 'one', names)).toEqual([{ tenant_id: 'one', name: 'Tenant one' }]);
  expect(await queryInTenant(pool, 'two', names)).toEqual([{ tenant_id: 'two', name: 'Other' }]);
});

test('a statement that fails says why, and the next one works', async () => {
  const wrong = { name: 'wrong', text: 'select 1 / $1::integer', values: [0] };
  await expect(queryInTenant(pool, 'one', wrong)).rejects.toThrow(/division by zero/);
  const nonsense = { name: 'nonsense', text: 'select from where', values: [] };
  await expect(queryInTenant(pool, 'one', nonsense)).rejects.toThrow(/syntax error/);
  expect(await queryInTenant(pool, 'one', names)).toHaveLength(1);
});
