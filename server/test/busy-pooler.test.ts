import { connect, createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appConnection } from '#server/platform/db/app-role.ts';
import { openPool } from '#server/platform/db/pool.ts';
import { createTestDatabase } from './postgres.ts';

/** A pooler whose connections are all in use: new clients wait. */

let database: Awaited<ReturnType<typeof createTestDatabase>>;
const sockets: Socket[] = [];
const pooler = createServer((socket) => {
  sockets.push(socket);
  socket.on('error', () => {});
  if (sockets.length > 1) return;
  const { host, port } = database.connection;
  const onward = connect(`${host}/.s.PGSQL.${port}`);
  onward.on('error', () => {});
  socket.pipe(onward).pipe(socket);
});

beforeAll(async () => {
  database = await createTestDatabase();
  await new Promise<void>((listening) => pooler.listen(0, '127.0.0.1', listening));
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  pooler.close();
  await database.drop();
});

test('a statement that takes long is let be, though the pooler answers nobody else meanwhile', async () => {
  const past = await appConnection(database.connection);
  const { port } = pooler.address() as AddressInfo;
  const pool = openPool({ ...past, host: '127.0.0.1', port }, 1, { past });
  const { rows } = await pool.query('select 1 as one from pg_sleep(9)');
  expect(rows).toEqual([{ one: 1 }]);
  await pool.end();
});
