import { randomBytes } from 'node:crypto';
import { patiently } from '#test/busyness.ts';
import { createTestDatabase } from '#test/postgres.ts';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { createSealer } from '../crypto/sealed-box.ts';
import { sweepEnded } from '../db/across-tenants.ts';
import { openPool } from '../db/pool.ts';
import { openDatabase } from '../db/transaction.ts';
import pg from 'pg';
import { queueMail } from './outbox.ts';
import { claimDeliveries } from '../deliver/outbox.ts';
import { type Outcome, startDeliveries } from '../deliver/worker.ts';
import { type MailKindOptions, mailKind } from './kind.ts';
import type { OutgoingMail } from './transport.ts';

const database = await createTestDatabase();
const db = openDatabase(openPool({ ...database.connection, options: '-c role=portico_app' }, 5));
const owner = new pg.Client(database.connection);
await owner.connect();
const sealer = createSealer(randomBytes(32));
const content = { subject: 'Hello', text: 'planted-link', html: '<p>planted-link</p>' };

let clock = new Date('2030-01-01T00:00:00Z');
let arrived: OutgoingMail[] = [];
let problems: unknown[] = [];
/** A fake mail server: accepts what it is sent and answers as configured. */
let answer: (mail: OutgoingMail) => Outcome | Promise<Outcome> = () => ({ outcome: 'delivered' });

function start(intervalMillis = 20, readImage: MailKindOptions['readImage'] = async () => null) {
  const transport = {
    close: () => {},
    send: async (mail: OutgoingMail) => {
      arrived.push(mail);
      return answer(mail);
    },
  };
  const onError = (error: unknown) => problems.push(error);
  const kinds = { mail: mailKind({ sealer, transport, readImage, onError }) };
  return startDeliveries({ db, kinds, intervalMillis, clock: () => clock, onError });
}

const queue = (tenantId: string, recipient = 'taro@demo.example') =>
  db.inTenant(tenantId, (tx) =>
    queueMail(tx, sealer, { tenantId, recipient, kind: 'passwordReset', locale: 'en', content, now: clock }),
  );

async function outbox() {
  const text =
    'select state, attempts, next_attempt_at, length(sealed_content) as size, last_error from mail_outbox order by mail_id';
  return (await owner.query(text)).rows;
}

beforeEach(async () => {
  await owner.query('delete from mail_outbox');
  arrived = [];
  problems = [];
  answer = () => ({ outcome: 'delivered' });
});

afterAll(async () => {
  await owner.end();
  await db.close();
  await database.drop();
});

test('sends the mails of all tenants once and forgets what was in them', async () => {
  for (let i = 0; i < 12; i++) await queue(i % 2 ? 'demo' : 'annex', `user${i}@demo.example`);
  const senders = [start(), start()];
  await vi.waitFor(async () => expect((await outbox()).every((row) => row.state === 'sent')).toBe(true), patiently);
  await Promise.all(senders.map((sender) => sender.stop()));
  expect(arrived.map((mail) => mail.recipient).sort()).toEqual(
    Array.from({ length: 12 }, (_, i) => `user${i}@demo.example`).sort(),
  );
  expect(arrived[0]).toMatchObject({ ...content, locale: 'en' });
  expect((await outbox())[0]).toMatchObject({ attempts: 1, size: 0, last_error: null });
  expect(problems).toEqual([]);
});

test('a mail whose transaction rolls back is never sent, one address only is accepted', async () => {
  const undone = db.inTenant('demo', async (tx) => {
    await queueMail(tx, sealer, {
      tenantId: 'demo',
      recipient: 'taro@demo.example',
      kind: 'x',
      locale: 'en',
      content,
      now: clock,
    });
    throw new Error('undo');
  });
  await expect(undone).rejects.toThrow('undo');
  await expect(queue('demo', 'a@demo.example\r\nBcc: b@demo.example')).rejects.toThrow('one mail address');
  expect(await outbox()).toEqual([]);
});

test('the content is not readable in the table', async () => {
  await queue('demo');
  const { rows } = await owner.query('select m::text as row, sealed_content from mail_outbox m');
  expect(rows[0].row).not.toContain('planted-link');
  expect(rows[0].sealed_content.includes('planted-link')).toBe(false);
});

test.each([
  ['comes along', async () => ({ mediaType: 'image/png', content: Buffer.from('picture') }), 1],
  ['is gone', async () => null, 0],
  ['cannot be read', () => Promise.reject(new Error('no database')), 0],
])('a mail leaves whether its picture %s', async (_, readImage, images) => {
  const named = { ...content, imageId: 'one' };
  const mail = {
    tenantId: 'demo',
    recipient: 'taro@demo.example',
    kind: 'x',
    locale: 'en',
    content: named,
    now: clock,
  };
  await db.inTenant('demo', (tx) => queueMail(tx, sealer, mail));
  const sender = start(20, readImage);
  await vi.waitFor(() => expect(arrived).toHaveLength(1), patiently);
  await sender.stop();
  expect(arrived.flatMap(({ image }) => image ?? [])).toHaveLength(images);
  expect(arrived[0]).not.toHaveProperty('imageId');
});

test('wake sends at once, without waiting for the interval', async () => {
  const sender = start(60_000);
  await queue('demo');
  sender.wake();
  await vi.waitFor(() => expect(arrived).toHaveLength(1), patiently);
  await sender.stop();
});

test('tries again after 1, 5, 30 minutes and 2 hours, then gives up', async () => {
  answer = () => ({ outcome: 'failed', error: 'no connection' });
  const begin = clock;
  await queue('demo');
  const sender = start();
  const seen: number[] = [];
  for (let tries = 1; tries <= 4; tries++) {
    await vi.waitFor(
      async () => expect((await outbox())[0]).toMatchObject({ state: 'waiting', attempts: tries }),
      patiently,
    );
    const [row] = await outbox();
    seen.push((row.next_attempt_at.getTime() - clock.getTime()) / 60_000);
    clock = row.next_attempt_at;
  }
  await vi.waitFor(
    async () =>
      expect((await outbox())[0]).toMatchObject({ state: 'failed', attempts: 5, size: 0, last_error: 'no connection' }),
    patiently,
  );
  await sender.stop();
  expect(seen).toEqual([1, 5, 30, 120]);
  expect(arrived).toHaveLength(5);
  expect(problems).toHaveLength(5);
  clock = begin;
});

test.each([
  ['refused', 'failed'],
  ['uncertain', 'uncertain'],
] as const)('a mail that was %s is %s and not tried again', async (outcome, state) => {
  answer = () => ({ outcome, error: 'because' });
  await queue('demo');
  const sender = start();
  await vi.waitFor(
    async () => expect((await outbox())[0]).toMatchObject({ state, attempts: 1, size: 0, last_error: 'because' }),
    patiently,
  );
  await sender.stop();
  expect(arrived).toHaveLength(1);
});

test('a mail that a dead sender had in hand is uncertain, never sent a second time', async () => {
  await queue('demo');
  await owner.query("update mail_outbox set state = 'sending', attempts = 1, claimed_until = $1", [
    new Date(clock.getTime() - 1),
  ]);
  const sender = start();
  await vi.waitFor(async () => expect((await outbox())[0]).toMatchObject({ state: 'uncertain', size: 0 }), patiently);
  await sender.stop();
  expect(arrived).toEqual([]);
});

test('a mail whose sender was killed just now is judged within ten seconds', async () => {
  clock = new Date();
  answer = () => new Promise(() => {});
  await queue('demo');
  // Never stopped and never answered: like a killed process, it leaves a claim that is not renewed.
  const pool = openPool({ ...database.connection, options: '-c role=portico_app' }, 1);
  expect(await claimDeliveries(pool, new Map([['mail', 5]]), clock)).toHaveLength(1);
  await pool.end();
  const sender = start();
  // Looked for once a second, it is found in the tenth.
  clock = new Date(clock.getTime() + 9000);
  await vi.waitFor(async () => expect((await outbox())[0]).toMatchObject({ state: 'uncertain' }), patiently);
  await sender.stop();
  expect(arrived).toEqual([]);
});

test('a mail that takes long to send is left to who sends it', async () => {
  clock = new Date();
  const rounds = setInterval(() => {
    clock = new Date();
  }, 50);
  let release = () => {};
  answer = () =>
    new Promise((resolve) => {
      release = () => resolve({ outcome: 'delivered' });
    });
  await queue('demo');
  const [one, other] = [start(), start()];
  await vi.waitFor(() => expect(arrived).toHaveLength(1), patiently);
  await new Promise((done) => setTimeout(done, 10_000));
  expect(await outbox()).toMatchObject([{ state: 'sending' }]);
  release();
  await vi.waitFor(async () => expect(await outbox()).toMatchObject([{ state: 'sent', attempts: 1 }]), patiently);
  clearInterval(rounds);
  await Promise.all([one.stop(), other.stop()]);
  expect(arrived).toHaveLength(1);
});

test('a sender that could not renew its claim still says what it knows to have been sent', async () => {
  let release = () => {};
  answer = () =>
    new Promise((resolve) => {
      release = () => resolve({ outcome: 'delivered' });
    });
  await queue('demo');
  const sender = start();
  await vi.waitFor(() => expect(arrived).toHaveLength(1), patiently);
  await owner.query("update mail_outbox set state = 'uncertain', sealed_content = ''");
  release();
  await vi.waitFor(async () => expect(await outbox()).toMatchObject([{ state: 'sent' }]), patiently);
  await sender.stop();
});

test('a mail sealed under a lost key fails and does not hold up the others', async () => {
  await db.inTenant('demo', (tx) =>
    queueMail(tx, createSealer(randomBytes(32)), {
      tenantId: 'demo',
      recipient: 'a@demo.example',
      kind: 'x',
      locale: 'en',
      content,
      now: clock,
    }),
  );
  await queue('demo');
  const sender = start();
  await vi.waitFor(async () => expect((await outbox()).map((row) => row.state)).toEqual(['failed', 'sent']), patiently);
  await sender.stop();
});

test('stop waits for the mail under way', async () => {
  let release = () => {};
  answer = () =>
    new Promise((resolve) => {
      release = () => resolve({ outcome: 'delivered' });
    });
  await queue('demo');
  const sender = start();
  await vi.waitFor(() => expect(arrived).toHaveLength(1), patiently);
  const stopped = sender.stop();
  release();
  await stopped;
  expect(await outbox()).toMatchObject([{ state: 'sent' }]);
});

test('thirty days after its end a mail is removed; one that waits stays', async () => {
  const day = 86_400_000;
  const end = new Date('2030-01-01T00:00:00Z');
  const states = ['sent', 'failed', 'uncertain', 'waiting', 'sending'];
  for (const state of states) {
    await queue('demo');
    await owner.query(
      `update mail_outbox set state = $1, kind = $1, next_attempt_at = $2, claimed_until = $2,
        sent_at = case when $1 = 'sent' then $2::timestamptz end where kind = 'passwordReset'`,
      [state, end],
    );
  }
  const left = async (days: number) => {
    await sweepEnded(db.pool, new Date(end.getTime() + days * day), 1000);
    return (await outbox()).map(({ state }) => state).sort();
  };
  expect(await left(29)).toEqual([...states].sort());
  expect(await left(31)).toEqual(['sending', 'waiting']);
});

test('mails of a suspended tenant wait, those of others pass them, and they leave when it is active again', async () => {
  const become = (status: string) => owner.query("update tenants set status = $1 where tenant_id = 'demo'", [status]);
  await owner.query("insert into tenants (tenant_id, name, region, locale) values ('demo', 'Demo', 'na', 'en')");
  await become('suspended');
  for (let n = 0; n < 7; n++) await queue('demo', `held-${n}@demo.example`);
  await queue('annex', 'other@annex.example');
  const sender = start();
  try {
    await vi.waitFor(() => expect(arrived.map(({ tenantId }) => tenantId)).toEqual(['annex']), patiently);
    const states = async () => (await outbox()).map(({ state, attempts }) => `${state} ${attempts}`);
    expect(await states()).toEqual([...Array(7).fill('waiting 0'), 'sent 1']);
    await become('active');
    await vi.waitFor(async () => expect(await states()).toEqual(Array(8).fill('sent 1')), patiently);
    expect(new Set(arrived.map(({ mailId }) => mailId)).size).toBe(8);
  } finally {
    await sender.stop();
  }
});
