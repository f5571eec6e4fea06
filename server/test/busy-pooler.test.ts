import { connect, createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appConnection } from '#server/platform/db/app-role.ts';
import { openPool } from '#server/platform/db/pool.ts';
import { createTestDatabase } from './postgres.ts';

/** A pooler whose connections are all in use: new clients wait. Each test has its own. */

let database: Awaited<ReturnType<typeof createTestDatabase>>;
const servers: Server[] = [];
const sockets: Socket[] = [];
async function startPooler(): Promise<number> {
  let isBusy = false;
  const pooler = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
    if (isBusy) return;
    isBusy = true;
    const { host, port } = database.connection;
    const onward = connect(`${host}/.s.PGSQL.${port}`);
    onward.on('error', () => {});
    socket.pipe(onward).pipe(socket);
  });
  servers.push(pooler);
  await new Promise<void>((listening) => pooler.listen(0, '127.0.0.1', listening));
  return (pooler.address() as AddressInfo).port;
}

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  for (const server of servers) server.close();
  await database.drop();
});

async function askForLong(seconds: number): Promise<void> {
  const past = await appConnection(database.connection);
  const pool = openPool({ ...past, host: '127.0.0.1', port: await startPooler() }, 1, { past });
  const { rows } = await pool.query('select 1 as one from pg_sleep($1)', [seconds]);
  expect(rows).toEqual([{ one: 1 }]);
  await pool.end();
}

test('a statement that takes long is let be, though the pooler answers nobody else meanwhile', () => askForLong(9));

test('so it is by a process that is so busy that it reads answers late', async () => {
  const compute = () => {
    for (const until = performance.now() + 1400; performance.now() < until; );
  };
  const busy = setInterval(compute, 200);
  await askForLong(6).finally(() => clearInterval(busy));
});
