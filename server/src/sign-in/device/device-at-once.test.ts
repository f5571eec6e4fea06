import { afterAll, beforeAll, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import {
  type Company,
  deviceLogOf,
  type Holder,
  makeCompany,
  makeDevice,
  makeHolder,
  MISMATCH,
  said,
  type TestDevice,
  tokenOf,
} from '#test/devices.ts';
import { MOST_AT_ONCE } from './limits.ts';

/** Simultaneous sign-ins in one tenant: each is decided by itself. */

let app: TestApp;
let place: Company;
let devices: TestDevice[];
let holders: Holder[];

beforeAll(async () => {
  app = await sharedTestApp();
  place = await makeCompany(app);
  [devices, holders] = [[], []];
  for (let n = 0; n < 12; n += 1) {
    devices.push(await makeDevice(app, place.tenant));
    holders.push(await makeHolder(app, place));
  }
  // Fetches their tokens first, so that only sign-ins run concurrently.
  await Promise.all(devices.map((device) => device.ways()));
});
afterAll(() => app.close());

const sessionsOf = async (user: Holder) => {
  const { rows } = await app.owner.query(
    `select s.device_uuid, d.device_id, l.id is not null as in_log, s.login_at
     from sessions s
     join devices d on d.tenant_id = s.tenant_id and d.uuid = s.device_uuid
     left join login_log l on l.tenant_id = s.tenant_id and l.session_id = s.session_id and l.status = 'success'
       and l.user_uuid = s.user_uuid and l.device_id = d.device_id
     where s.tenant_id = $1 and s.user_uuid = $2 order by s.login_at, s.session_id`,
    [user.tenantId, user.uuid],
  );
  return rows;
};

it('everybody gets a session of their own at their own device, and a row in the log', async () => {
  for (let round = 1; round <= 4; round += 1) {
    const answers = await Promise.all(
      holders.map(({ card }, n) => (devices[n] as TestDevice).signIn({ way: 'card', card })),
    );
    for (const [n, answer] of answers.entries()) {
      const user = holders[n] as Holder;
      expect(answer.body).toMatchObject({ status: 'completed', uuid: user.uuid, userId: user.userId });
      const { body: me } = await (devices[n] as TestDevice).me(tokenOf(answer));
      const sessions = await sessionsOf(user);
      expect(sessions).toHaveLength(round);
      expect(sessions.every((row) => row.in_log && row.device_id === devices[n]?.deviceId)).toBe(true);
      expect(me).toMatchObject({ userId: user.userId, loginedAt: sessions.at(-1).login_at.toISOString() });
    }
  }
});

it('whoever is refused, asked for more or there twice takes nobody along', async () => {
  const [locked, twice, counted, ...fine] = holders as [Holder, Holder, Holder, ...Holder[]];
  const before = new Map<Holder, number>();
  for (const user of holders) before.set(user, (await sessionsOf(user)).length);
  await app.owner.query(`update users set status = 'locked' where uuid = $1`, [locked.uuid]);
  await app.owner.query('update users set failed_count = 3, failed_streak = 3, failed_since = now() where uuid = $1', [
    counted.uuid,
  ]);
  const asked = [locked.card, twice.card, twice.card, counted.card, 'FFFFFFFF', ...fine.map(({ card }) => card)];
  const answers = await Promise.all(
    asked.map((card, n) => (devices[n % devices.length] as TestDevice).signIn({ way: 'card', card })),
  );
  const isRefused = (card: string | undefined) => card === locked.card || card === 'FFFFFFFF';
  expect(answers.map((answer, n) => (isRefused(asked[n]) ? said(answer) : answer.body.status))).toEqual(
    asked.map((card) => (isRefused(card) ? MISMATCH : 'completed')),
  );
  for (const user of holders) {
    const more = user === locked ? 0 : user === twice ? 2 : 1;
    expect(await sessionsOf(user)).toHaveLength((before.get(user) ?? 0) + more);
  }
  const counters = 'select status, failed_count, failed_streak, failed_since from users where uuid = $1';
  const { rows } = await app.owner.query(counters, [counted.uuid]);
  expect(rows).toEqual([{ status: 'active', failed_count: 0, failed_streak: 0, failed_since: null }]);
  const logAt = (n: number) => deviceLogOf(app, { ...place, device: devices[n] as TestDevice });
  expect(await logAt(0)).toContainEqual([locked.userId, 'card', 'account_locked']);
  expect(await logAt(4)).toContainEqual(['', 'card', 'account_not_exist']);
  await app.owner.query(`update users set status = 'active' where uuid = $1`, [locked.uuid]);
});

/** Holds a user as a change of theirs would, until what it returns is called. */
async function hold({ uuid }: Holder): Promise<() => Promise<void>> {
  const connection = await app.owner.connect();
  await connection.query('begin');
  await connection.query('select from users where uuid = $1 for update', [uuid]);
  return async () => {
    await connection.query('rollback');
    connection.release();
  };
}

it('nobody waits for an account that something else holds', async () => {
  const [held, ...others] = holders as [Holder, ...Holder[]];
  const letGo = await hold(held);
  const signIns = holders.map(({ card }, n) => (devices[n] as TestDevice).signIn({ way: 'card', card }));
  const answers = await Promise.all(signIns.slice(1));
  expect(answers.map(({ body }) => body.status)).toEqual(others.map(() => 'completed'));
  await letGo();
  expect((await signIns[0])?.body.status).toBe('completed');
});

/** How many connections of this app wait for a lock. */
const countHeld = async () => {
  const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return (await app.owner.query(waits)).rows.length;
};

it('whoever finds a device busy has guessed no PIN', async () => {
  const [held, device] = [holders[1], devices[0]] as [Holder, TestDevice];
  const byPin = () => device.signIn({ way: 'userCode', userCode: held.userCode });
  const letGo = await hold(held);
  const waiting = Array.from({ length: MOST_AT_ONCE }, byPin);
  // All of them are there before others come: one that came late would be refused, and another wait in its place.
  await expect.poll(countHeld).toBe(MOST_AT_ONCE);
  // More than the wrong PINs that a device may take.
  const busy = [];
  for (let n = 0; n < 12; n += 1) busy.push(said(await byPin()));
  await letGo();
  expect(busy).toEqual(busy.map(() => [503, 'service_busy']));
  expect((await Promise.all(waiting)).map(({ body }) => body.status)).toEqual(waiting.map(() => 'completed'));
  expect((await byPin()).body.status).toBe('completed');
});
