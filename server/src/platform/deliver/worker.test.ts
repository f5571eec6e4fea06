import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { patiently } from '#test/busyness.ts';
import { createTestDatabase, openTestPool } from '#test/postgres.ts';
import { createSealer } from '../crypto/sealed-box.ts';
import { openPool } from '../db/pool.ts';
import { openDatabase } from '../db/transaction.ts';
import { mailKind } from '../mail/kind.ts';
import { queueMail } from '../mail/outbox.ts';
import { claimDeliveries, countDeliveries, type Delivery, listDeadDeliveries, listUndelivered } from './outbox.ts';
import { type DeliveryWorker, type Kind, type Outcome, startDeliveries, UNTIL_GIVEN_UP } from './worker.ts';

const database = await createTestDatabase();
const db = openDatabase(openPool({ ...database.connection, options: '-c role=portico_app' }, 5));
const owner = openTestPool(database.connection);
const sealer = createSealer(randomBytes(32));
let clock = new Date('2030-01-01T00:00:00Z');
let problems: unknown[] = [];
const workers: DeliveryWorker[] = [];

function start(kinds: Record<string, Kind>): DeliveryWorker {
  const onError = (error: unknown, about?: object) => problems.push({ text: String(error), ...about });
  const worker = startDeliveries({ db, kinds, clock: () => clock, intervalMillis: 20, onError });
  workers.push(worker);
  return worker;
}
/** A kind that answers as it is told. */
const logouts = (send: (delivery: Delivery) => Promise<Outcome>): Record<string, Kind> => ({
  backchannelLogout: { atOnce: 4, pauses: UNTIL_GIVEN_UP, send },
});
const mails = (send: () => Promise<Outcome>): Record<string, Kind> => ({
  mail: mailKind({ sealer, transport: { send, close: () => {} }, onError: () => {} }),
});
const arrives = async (): Promise<Outcome> => ({ outcome: 'delivered' });
const fails = async (): Promise<Outcome> => ({ outcome: 'failed', error: 'http503' });

const plant = async (target: string, tenantId = 'demo', afterMillis = 0) =>
  (
    await owner.query(
      `insert into deliveries (tenant_id, kind, target, content, created_at, next_at, give_up_at)
       values ($1, 'backchannelLogout', $2, '{"sid": "s"}', $3, $4, $3::timestamptz + interval '24 hours')
       returning delivery_id`,
      [tenantId, target, clock, new Date(clock.getTime() + afterMillis)],
    )
  ).rows[0].delivery_id as string;
const content = { subject: 'Hello', text: 'planted-link', html: '<p>planted-link</p>' };
const plantMail = (tenantId = 'demo') =>
  db.inTenant(tenantId, (tx) =>
    queueMail(tx, sealer, {
      ...{ tenantId, recipient: 'taro@demo.example', kind: 'passwordReset', locale: 'en', content },
      now: clock,
    }),
  );
const rows = async () =>
  (await owner.query('select target, state, tries, next_at, was_uncertain, last_error from deliveries order by target'))
    .rows;

beforeEach(async () => {
  await owner.query('delete from deliveries');
  await owner.query('delete from mail_outbox');
  clock = new Date('2030-01-01T00:00:00Z');
  problems = [];
});
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop();
});
afterAll(async () => {
  await owner.end();
  await db.close();
  await database.drop();
});

test('a kind whose receivers hang holds up no other kind, and not more of its own than its places', async () => {
  const hang = Promise.withResolvers<Outcome>();
  let asked = 0;
  for (let n = 0; n < 6; n++) await plant(`app-${n}`);
  start({
    ...logouts(() => {
      asked += 1;
      return hang.promise;
    }),
    ...mails(arrives),
  });
  await expect.poll(() => asked, patiently).toBe(4);
  for (let n = 0; n < 12; n++) await plantMail();
  const left = async () => (await owner.query("select from mail_outbox where state <> 'sent'")).rowCount;
  await expect.poll(left, patiently).toBe(0);
  expect(asked).toBe(4);
  hang.resolve({ outcome: 'delivered' });
  await expect.poll(async () => (await rows()).every(({ state }) => state === 'delivered'), patiently).toBe(true);
  expect(asked).toBe(6);
});

test('each leaves once though two workers look for both kinds', async () => {
  const sent: string[] = [];
  const noted = async ({ delivery_id }: Delivery) => {
    sent.push(delivery_id);
    return arrives();
  };
  const ids = [];
  for (let n = 0; n < 30; n++) ids.push(await plant(`app-${n}`), await plantMail());
  for (let n = 0; n < 2; n++) start({ ...logouts(noted), mail: { ...(mails(arrives).mail as Kind), send: noted } });
  await expect.poll(() => sent.length, patiently).toBe(60);
  for (const worker of workers.splice(0)) await worker.stop();
  expect(sent.sort()).toEqual(ids.sort());
});

test('what a dead process had in hand: a logout is sent again, a mail is not', async () => {
  await plant('app');
  await plantMail();
  const both = new Map([
    ['backchannelLogout', 5],
    ['mail', 5],
  ]);
  expect(await claimDeliveries(db.pool, both, clock)).toHaveLength(2);
  expect(await claimDeliveries(db.pool, both, clock)).toEqual([]);
  clock = new Date(clock.getTime() + 9000);
  start({ ...logouts(arrives), ...mails(arrives) });
  await expect
    .poll(rows, patiently)
    .toMatchObject([{ state: 'delivered', tries: 2, was_uncertain: true, last_error: null }]);
  const mailed = async () => (await owner.query('select state, attempts, sealed_content from mail_outbox')).rows;
  await expect.poll(mailed, patiently).toEqual([{ state: 'uncertain', attempts: 1, sealed_content: Buffer.alloc(0) }]);
});

test('a claim that was lost meanwhile settles nothing', async () => {
  await plant('app');
  const slow = Promise.withResolvers<Outcome>();
  const worker = start(logouts(() => slow.promise));
  await expect.poll(rows, patiently).toMatchObject([{ state: 'sending', tries: 1 }]);
  // Another process has claimed it since.
  await owner.query('update deliveries set tries = 2');
  slow.resolve({ outcome: 'refused', error: 'http400' });
  await worker.stop();
  expect(await rows()).toMatchObject([{ state: 'sending', tries: 2, last_error: null }]);
});

test('a delivery that takes long is left to who sends it', async () => {
  clock = new Date();
  const time = setInterval(() => {
    clock = new Date();
  }, 50);
  await plant('app');
  const slow = Promise.withResolvers<Outcome>();
  let asked = 0;
  for (let n = 0; n < 2; n++)
    start(
      logouts(() => {
        asked += 1;
        return slow.promise;
      }),
    );
  await expect.poll(() => asked, patiently).toBe(1);
  await new Promise((done) => setTimeout(done, 10_000));
  slow.resolve({ outcome: 'delivered' });
  await expect.poll(rows, patiently).toMatchObject([{ state: 'delivered', tries: 1, was_uncertain: false }]);
  clearInterval(time);
  expect(asked).toBe(1);
});

test('the pauses grow to two hours and end after a day', async () => {
  const begun = clock.getTime();
  await plant('app');
  start(logouts(fails));
  const pauses: number[] = [];
  for (let tries = 1; ; tries++) {
    await expect
      .poll(async () => (await rows())[0], patiently)
      .toMatchObject({
        tries,
        state: expect.stringMatching(/waiting|dead/),
      });
    const [row] = await rows();
    if (row.state === 'dead') break;
    pauses.push((row.next_at.getTime() - clock.getTime()) / 1000);
    clock = row.next_at;
  }
  expect(pauses.slice(0, 9)).toEqual([5, 15, 45, 135, 405, 1215, 3645, 7200, 7200]);
  const hours = (clock.getTime() - begun) / 3_600_000;
  expect([hours > 22, hours <= 24]).toEqual([true, true]);
});

test('what waits for a receiver that fails waits with it, and what waits for others leaves', async () => {
  await plant('broken');
  start(
    logouts(async ({ target }) => {
      if (target !== 'broken') return arrives();
      // Queued while the first is under way.
      if ((await rows()).length === 1) {
        clock = new Date(clock.getTime() + 1);
        // Due a second later from the start: the worker looks for what is due all the time.
        await plant('broken', 'demo', 1000);
        await plant('other', 'demo', 1000);
      }
      return fails();
    }),
  );
  await expect
    .poll(rows, patiently)
    .toMatchObject([
      { target: 'broken', state: 'waiting' },
      { target: 'broken', state: 'waiting' },
      { target: 'other' },
    ]);
  clock = new Date(clock.getTime() + 2000);
  await expect.poll(async () => (await rows())[2], patiently).toMatchObject({ state: 'delivered' });
  expect((await rows()).map(({ tries }) => tries).sort()).toEqual([0, 1, 1]);
});

test('a kind that this version does not know waits for one that does', async () => {
  await plant('app');
  const worker = start(mails(arrives));
  await plantMail();
  worker.wake();
  await expect
    .poll(async () => (await owner.query("select from mail_outbox where state = 'sent'")).rowCount, patiently)
    .toBe(1);
  expect(await rows()).toMatchObject([{ state: 'waiting', tries: 0 }]);
});

test('what was given up is counted and listed, of a tenant or of all, without what was in it or an address', async () => {
  await plant('app');
  await plantMail();
  await plantMail('annex');
  const refuse = async (): Promise<Outcome> => ({ outcome: 'refused', error: '550 no such mailbox' });
  start({ ...logouts(refuse), ...mails(refuse) });
  await expect.poll(async () => (await listDeadDeliveries(db.pool, null, 10)).length, patiently).toBe(3);
  const counts = await countDeliveries(db.pool);
  expect(counts.sort((a, b) => a.kind.localeCompare(b.kind))).toEqual([
    { kind: 'backchannelLogout', state: 'dead', count: 1 },
    { kind: 'mail', state: 'dead', count: 2 },
  ]);
  const listed = await listDeadDeliveries(db.pool, 'demo', 10);
  expect(listed.map(({ kind, about, state, tries, failure }) => [kind, about, state, tries, failure]).sort()).toEqual([
    ['backchannelLogout', 'app', 'dead', 1, '550 no such mailbox'],
    ['mail', 'passwordReset', 'dead', 1, '550 no such mailbox'],
  ]);
  expect(await listDeadDeliveries(db.pool, null, 2)).toHaveLength(2);
  expect(JSON.stringify([await listDeadDeliveries(db.pool, null, 10), problems])).not.toMatch(/taro|planted/);
});

test('giving up and what it logs are one transaction', async () => {
  await plant('app');
  let given = 0;
  const seenByOthers: unknown[] = [];
  const kind = logouts(async () => ({ outcome: 'refused', error: 'http400' })).backchannelLogout as Kind;
  const giveUp: Kind['giveUp'] = async (tx, { target }) => {
    given += 1;
    expect(await listUndelivered(tx, 'backchannelLogout', target)).toMatchObject([{ state: 'dead' }]);
    if (given === 1) throw new Error('the log is away');
    // Until this ends: what the first did is undone.
    seenByOthers.push(...(await rows()));
  };
  start({ backchannelLogout: { ...kind, giveUp } });
  await expect.poll(rows, patiently).toMatchObject([{ state: 'dead', last_error: 'http400' }]);
  expect(given).toBe(2);
  expect(seenByOthers).toMatchObject([{ state: 'sending' }]);
});

test('what arrives, or is tried again, is not told of as given up', async () => {
  await plant('arrives');
  await plant('fails');
  const send = ({ target }: Delivery) => (target === 'arrives' ? arrives() : fails());
  const kind = logouts(send).backchannelLogout as Kind;
  const told: string[] = [];
  const giveUp: Kind['giveUp'] = async (_, { target }) => void told.push(target);
  const worker = start({ backchannelLogout: { ...kind, giveUp } });
  await expect.poll(rows, patiently).toMatchObject([{ state: 'delivered' }, { state: 'waiting', tries: 1 }]);
  await worker.stop();
  expect(told).toEqual([]);
});
