import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { createTestDatabase } from '#test/postgres.ts';
import { appConnection } from './app-role.ts';
import { openCopyPool, openPool } from './pool.ts';

/**
 * Connections that must not be cut. A database that freezes is tested with a whole server
 * (server/test/durability.test.ts).
 */

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: pg.Pool;
let copyPool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(await appConnection(database.connection), 3);
  copyPool = openCopyPool(pool);
});
afterAll(async () => {
  await Promise.all([pool.end(), copyPool.end()]);
  await database.drop();
});

test('statements that take long, a slow reader of a COPY and an idle transaction are let be', async () => {
  const slowReader = async () => {
    const client = await copyPool.connect();
    const copy = client.query(copyTo(`copy (select repeat('x', 1000) from generate_series(1, 20000)) to stdout`));
    let bytes = 0;
    for await (const piece of copy as AsyncIterable<Buffer>) {
      if (bytes === 0) await sleep(4000);
      bytes += piece.length;
    }
    client.release();
    return bytes;
  };
  const idleInTransaction = async () => {
    const client = await pool.connect();
    await client.query('begin');
    await sleep(4000);
    const { rows } = await client.query('select 1 as one');
    await client.query('rollback');
    client.release();
    return rows[0].one;
  };
  const long = async () => (await pool.query('select 1 as one, pg_sleep(4) is null as slept')).rows[0].one;
  expect(await Promise.all([slowReader(), idleInTransaction(), long()])).toEqual([20_000 * 1001, 1, 1]);
});
