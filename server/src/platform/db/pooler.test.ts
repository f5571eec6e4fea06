import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '#test/postgres.ts';
import { appConnection } from './app-role.ts';
import { ask, named } from './ask.ts';
import { queryInTenant } from './one-message.ts';
import { missingSettings, openPool } from './pool.ts';
import { openDatabase } from './transaction.ts';

/**
 * Requirements of a pooler in transaction mode: no session state, and no prepared name that another session would not
 * know.
 */

let pool: pg.Pool;
let ordinary: pg.Pool;
let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await createTestDatabase();
  const connection = await appConnection(database.connection);
  pool = openPool(connection, 1, { past: connection, namesStatements: false });
  ordinary = openPool(connection, 1);
  drop = async () => {
    await Promise.all([pool.end(), ordinary.end()]);
    await database.drop();
  };
});
afterAll(() => drop());

async function useNames(of: pg.Pool): Promise<number> {
  const count = named('count_tenants', sql<{ n: number }>`select count(*) as n from tenants`);
  const db = openDatabase(of);
  for (let round = 0; round < 2; round += 1) {
    await db.reading('one', (tx) => ask(tx, count));
    await db.inTenant('one', async (tx) => [await ask(tx, count), await ask(tx, count)]);
    await queryInTenant(of, 'one', { name: 'one', text: 'select 1 as one', values: [] });
    await of.query({ name: 'two', text: 'select 2 as two' });
  }
  return (await of.query('select count(*) as kept from pg_prepared_statements')).rows[0].kept;
}

test('no statement is kept by a name where names are off', async () => {
  expect(await useNames(pool)).toBe(0);
  expect(await useNames(ordinary)).toBe(6);
});

test('settings of a session are left to the role, and those it lacks are told', async () => {
  expect((await missingSettings(pool)).sort()).toEqual([
    'idle_in_transaction_session_timeout',
    'statement_timeout',
    'work_mem',
  ]);
  expect(await missingSettings(ordinary)).toEqual([]);
});
