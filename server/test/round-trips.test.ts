import type { Socket } from 'node:net';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from './app.ts';
import { type Company, type Holder, makeCompany, makeDevice, makeHolder, type TestDevice } from './devices.ts';
import { makeUser, type SignedIn, signIn, type TestUser } from './factories.ts';

/** Round trips of an act to PostgreSQL, counted on the sockets: messages sent before an answer arrived count once. */

let app: TestApp;
let place: Company;
let administrator: TestUser;
let signedIn: SignedIn;
let device: TestDevice;
let holder: Holder;
let groupUuid: string;
let trips = 0;

beforeAll(async () => {
  app = await startTestApp();
  const seen = new WeakSet<pg.PoolClient>();
  app.tools.db.pool.on('acquire', (client) => {
    if (seen.has(client)) return;
    seen.add(client);
    watch((client as unknown as { connection: { stream: Socket } }).connection.stream);
  });
  place = await makeCompany(app);
  administrator = await makeUser(app, place.tenant, { roles: ['User', 'PowerUser'] });
  signedIn = await signIn(app, administrator);
  device = await makeDevice(app, place.tenant);
  holder = await makeHolder(app, place);
  await device.ways();
  const made = await call('POST', '/groups', { groupId: 'counted', name: 'Counted' });
  groupUuid = made.body.uuid;
});
afterAll(() => app.close());

function watch(stream: Socket): void {
  let isAnswered = true;
  const write = stream.write.bind(stream) as (...written: unknown[]) => boolean;
  stream.write = (...written: unknown[]) => {
    if (isAnswered) trips += 1;
    isAnswered = false;
    return write(...written);
  };
  stream.prependListener('data', () => {
    isAnswered = true;
  });
}

const call = (method: string, path: string, body?: unknown) =>
  app.call(method, `/api/auth/tenants/${place.tenant.tenantId}${path}`, { token: signedIn.token, body });

const acts: [name: string, most: number, act: (round: number) => Promise<{ status: number }>][] = [
  ['renaming a group', 4, (n) => call('PUT', `/groups/${groupUuid}`, { name: `Renamed ${n}` })],
  ['reading a group', 2, () => call('GET', `/groups/${groupUuid}`)],
  ['making a group', 4, (n) => call('POST', '/groups', { groupId: `made-${n}`, name: `Made ${n}` })],
  ['making a user', 3, (n) => call('POST', '/users', { userId: `made-${n}`, familyName: 'Made' })],
  [
    'making a user with further addresses',
    3,
    (n) => call('POST', '/users', { userId: `addressed-${n}`, mailAddresses: [`a${n}@there.example`] }),
  ],
  ['changing a user', 3, (n) => call('PUT', `/users/${holder.userId}`, { department: `Department ${n}` })],
  ['reading a user', 3, () => call('GET', `/users/${holder.userId}`)],
  ['a page of users', 3, () => call('POST', '/operations/search/users', {})],
  ['a page of groups', 3, () => call('POST', '/operations/search/groups', {})],
  ['GET me', 3, () => app.call('GET', '/api/auth/me', { token: signedIn.token })],
  [
    'a sign-in with a password',
    6,
    () =>
      app.call('POST', '/api/auth/login/user', {
        body: { type: 'loginMailAddress', credentials: administrator.mail, password: administrator.password },
      }),
  ],
  ['a sign-in with a card', 4, () => device.signIn({ way: 'card', card: holder.card })],
];

it.each(acts)('%s takes at most %i round trips', async (_name, most, act) => {
  const counts: number[] = [];
  for (let round = 0; round < 6; round += 1) {
    trips = 0;
    expect((await act(round)).status).toBe(200);
    counts.push(trips);
  }
  // Background work is counted too, and so are messages sent without waiting if an answer overtakes them: the minimum
  // of several rounds is what the act itself waits for. Cached account states are not always read.
  expect(Math.min(...counts)).toBeLessThanOrEqual(most);
  expect(Math.max(...counts)).toBeGreaterThan(0);
});
