import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeScim, makeSource, type SourceOfTest } from '#test/scim.ts';

/** How many calls of a tenant are answered at a time: of the 12 connections of the app here, a third. */

const PATH = '/api/auth/scim/v2/Users';
const MOST = 4;

let app: TestApp;
let tenant: SourceOfTest['tenant'];
let admin: SourceOfTest['admin'];
let token: SourceOfTest['token'];
let scim: SourceOfTest['scim'];

beforeAll(async () => {
  app = await sharedTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  ({ tenant, admin, token, scim } = await makeScim(app));
});

const begun: ClientRequest[] = [];
const begin = (method: string, by: string) =>
  new Promise<IncomingMessage>((resolve) => {
    const headers = { authorization: `Bearer ${by}`, 'content-type': 'application/scim+json' };
    const call = request(app.url + PATH, { method, headers }, resolve);
    call.on('error', () => {});
    // A call counts while its body arrives.
    if (method === 'POST') call.write('{');
    else call.end();
    begun.push(call);
  });
const hangUp = () => {
  for (const call of begun.splice(0)) call.destroy();
};
/** The server has heard of everything before: it answers this without a look at the database. */
const settle = async () => expect((await app.call('GET', PATH)).status).toBe(401);

/** Holds up whoever reads the table, while the work is done. `waiting`: how many do. */
async function holdingUp(table: string, work: (waiting: () => Promise<number | null>) => Promise<void>): Promise<void> {
  const holder = await app.owner.connect();
  try {
    await holder.query(`begin; lock table ${table} in access exclusive mode`);
    await work(async () => {
      // Databases that are copies of one have tables of the same numbers.
      const held = await app.owner.query(
        `select from pg_locks where relation = $1::regclass and not granted
         and database = (select oid from pg_database where datname = current_database())`,
        [table],
      );
      return held.rowCount;
    });
    await holder.query('rollback');
  } finally {
    holder.release(true);
  }
}

it('more calls at once than one tenant may make, by whichever source, are told to come back', async () => {
  const second = (await makeSource(app, tenant, admin)).token;
  const refused = await Promise.race([
    ...Array.from({ length: MOST - 1 }, () => begin('POST', token)),
    ...Array.from({ length: 2 }, () => begin('POST', second)),
  ]);
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '1']);
  expect((await scim('GET', '/Users')).status).toBe(429);
  expect((await (await makeScim(app)).scim('GET', '/Users')).status).toBe(200);
  hangUp();
  await expect.poll(async () => (await scim('GET', '/Users')).status).toBe(200);
});

it('who hangs up before the token is known does not count', async () => {
  await holdingUp('management_tokens', async (waiting) => {
    for (let at = 0; at < MOST; at += 1) void begin('GET', token);
    await expect.poll(waiting).toBe(MOST);
    hangUp();
    await settle();
  });
  await expect.poll(async () => (await scim('GET', '/Users')).status).toBe(200);
});

it('who hangs up later counts until what was begun has ended, also behind another on the connection', async () => {
  const call = `GET ${PATH} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n\r\n`;
  await holdingUp('source_users', async (waiting) => {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
    socket.write(call.repeat(MOST));
    await expect.poll(waiting).toBe(MOST);
    socket.destroy();
    await settle();
    expect((await scim('GET', '/Users')).status).toBe(429);
  });
  await expect.poll(async () => (await scim('GET', '/Users')).status).toBe(200);
});

it('a Bulk that is sent again and again by who hangs up takes no more connections', async () => {
  const { pool } = app.tools.db;
  const other = await makeScim(app);
  const Operations = Array.from({ length: 3 }, (_, at) => ({
    ...{ method: 'POST', path: '/Users', bulkId: `u${at}`, data: { userName: `u${at}@x.example` } },
  }));
  const body = JSON.stringify({ Operations });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' };
  const send = () => {
    const call = request(app.url + PATH.replace('Users', 'Bulk'), { method: 'POST', headers });
    call.on('error', () => {});
    call.end(body);
    begun.push(call);
  };
  const busy = () => pool.totalCount - pool.idleCount;
  await holdingUp('source_users', async (waiting) => {
    send();
    await expect.poll(waiting).toBe(1);
    for (let again = 0; again < 3; again += 1) {
      hangUp();
      for (let at = 1; at < MOST; at += 1) send();
      await settle();
      await expect.poll(busy).toBe(1);
    }
    hangUp();
    await settle();
    expect((await other.scim('GET', '/ServiceProviderConfig')).status).toBe(200);
  });
  // What was hung up on counts until it has ended, which it does after the table is free.
  await expect.poll(async () => (await scim('GET', '/Users')).status).toBe(200);
  const answer = await scim('POST', '/Bulk', { Operations });
  expect(answer.body.Operations.map(({ status }: { status: string }) => status)).toEqual(['201', '201', '201']);
});
