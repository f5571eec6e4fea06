import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase } from '#test/postgres.ts';
import { appConnection } from './app-role.ts';
import { ask, named, send, together } from './ask.ts';
import { queryInTenant } from './one-message.ts';
import { openPool } from './pool.ts';
import { type Database, openDatabase, type Tx } from './transaction.ts';

/** Failures in the middle of a transaction: nothing is stored, and nothing reaches the next user of the connection. */

let db: Database;
let drop: () => Promise<void>;

const nameOf = async (tenantId: string) =>
  (await db.reading(tenantId, (tx) => tx.selectFrom('tenants').select('name').execute())).map(({ name }) => name);
const rename = (tx: Tx, name: string) => tx.updateTable('tenants').set({ name }).execute();
const sendName = (tx: Tx, name: string) => send(tx, tx.updateTable('tenants').set({ name }));
const divide = (by: number) => sql<{ q: number }>`select 6 / ${by}::integer as q`;

const circle: Record<string, unknown> = {};
circle.self = circle;
const jsonOf = (value: unknown) => sql<{ json: unknown }>`select ${value}::jsonb as json`;

beforeAll(async () => {
  const database = await createTestDatabase();
  // One connection, so that leftovers of a statement would reach the next one.
  db = openDatabase(openPool(await appConnection(database.connection), 1));
  drop = async () => {
    await db.close();
    await database.drop();
  };
  for (const tenant_id of ['one', 'two'])
    await db.inTenant(tenant_id, (tx) =>
      tx.insertInto('tenants').values({ tenant_id, name: tenant_id, region: 'na', locale: 'en' }).execute(),
    );
});
afterAll(() => drop());
beforeEach(async () => {
  for (const tenantId of ['one', 'two']) await db.inTenant(tenantId, (tx) => rename(tx, tenantId));
});

const unsendable: [string, (tx: Tx) => Promise<unknown>, RegExp][] = [
  ['a value that cannot be sent', (tx) => send(tx, jsonOf(circle)), /circular/],
  [
    'a name that stands for another text',
    (tx) => send(tx, named('enter_tenant', divide(1))),
    /The name enter_tenant stands for another statement/,
  ],
];
describe.each(unsendable)('%s', (_name, statement, reason) => {
  test('fails the whole transaction, also where nobody waits for the answer', async () => {
    const failing = db.inTenant('one', async (tx) => {
      await rename(tx, 'Lost');
      await statement(tx);
    });
    await expect(failing).rejects.toThrow(reason);
    expect(await nameOf('one')).toEqual(['one']);
  });

  test('as the first statement does not let the next ones run outside of the transaction', async () => {
    const failing = db.inTenant('one', async (tx) => {
      await statement(tx).catch(() => {});
      expect(await tx.selectFrom('tenants').select('name').execute()).toEqual([{ name: 'one' }]);
      await rename(tx, 'Lost');
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await nameOf('one')).toEqual(['one']);
  });
});

test('a named statement can be asked after a value for it could not be sent', async () => {
  const asked = (value: unknown) =>
    db.inTenant('one', async (tx) => [await ask(tx, divide(1)), await ask(tx, named('json', jsonOf(value)))]);
  await expect(asked(circle)).rejects.toThrow('circular');
  expect((await asked({ a: 1 }))[1]).toEqual([{ json: { a: 1 } }]);
});

describe('work that goes on after its end', () => {
  const late: [string, (tx: Tx) => Promise<unknown>][] = [
    ['a statement', (tx) => rename(tx, 'Late')],
    ['what is sent', (tx) => sendName(tx, 'Late')],
    ['several at once', (tx) => together(tx, divide(1), divide(2))],
  ];
  for (const mode of ['inTenant', 'reading'] as const)
    test.each(late)(`reaches the database no more: %s (${mode})`, async (_name, statement) => {
      let kept: Tx | undefined;
      await db[mode]('one', async (tx) => {
        kept = tx;
        await divide(1).execute(tx);
      });
      await expect(statement(kept as Tx)).rejects.toThrow('The transaction has ended');
      // If it had begun another transaction, this one would commit it.
      await db.inTenant('two', (tx) => rename(tx, 'Second'));
      expect([await nameOf('one'), await nameOf('two')]).toEqual([['one'], ['Second']]);
    });

  test('so it is where what it ran beside has failed', async () => {
    let beside: Promise<unknown> = Promise.resolve();
    const failing = db.inTenant('one', (tx) => {
      beside = divide(3)
        .execute(tx)
        .then(() => rename(tx, 'Late'));
      return Promise.all([divide(0).execute(tx), beside]);
    });
    await expect(failing).rejects.toThrow('division by zero');
    await expect(beside).rejects.toThrow();
    const failed = db.inTenant('one', (tx) => {
      beside = divide(3)
        .execute(tx)
        .then(() => new Promise((done) => setImmediate(done)))
        .then(() => rename(tx, 'Late'));
      return Promise.all([Promise.reject(new Error('no')), beside]);
    });
    await expect(failed).rejects.toThrow('no');
    await expect(beside).rejects.toThrow('The transaction has ended');
    await db.inTenant('two', (tx) => rename(tx, 'Second'));
    expect([await nameOf('one'), await nameOf('two')]).toEqual([['one'], ['Second']]);
  });
});

describe('a connection that is lost', () => {
  const lose = sql<object>`select pg_terminate_backend(pg_backend_pid())`;
  const acts: [string, (tx: Tx) => Promise<unknown>][] = [
    ['while an answer is awaited', (tx) => lose.execute(tx)],
    ['while nobody waits', (tx) => send(tx, lose)],
    ['before the next statement', (tx) => send(tx, lose).then(() => rename(tx, 'Lost too'))],
    ['with several at once', (tx) => together(tx, divide(1), lose, divide(2))],
  ];
  test.each(acts)('takes all of the transaction with it, and the next one has another: %s', async (_name, act) => {
    const failing = db.inTenant('one', async (tx) => {
      await rename(tx, 'Lost');
      await act(tx);
    });
    await expect(failing).rejects.toThrow();
    expect(await nameOf('one')).toEqual(['one']);
    await db.inTenant('two', (tx) => rename(tx, 'Second'));
    expect(await nameOf('two')).toEqual(['Second']);
  });

  test.each(acts.slice(0, 2))('is not handed to the next one by work that only reads: %s', async (_name, act) => {
    for (let round = 0; round < 5; round += 1) {
      await expect(db.reading('one', act)).rejects.toThrow();
      expect(await nameOf('two')).toEqual(['two']);
    }
  });
});

test('a row that cannot be read is an error, not a missing row', async () => {
  const { MACADDR } = pg.types.builtins;
  const usual = pg.types.getTypeParser(MACADDR);
  pg.types.setTypeParser(MACADDR, () => {
    throw new Error('unreadable');
  });
  try {
    const odd = sql<{ it: unknown }>`select macaddr '08:00:2b:01:02:03' as it`;
    await expect(db.reading('one', (tx) => ask(tx, odd))).rejects.toThrow('unreadable');
    await expect(db.inTenant('one', (tx) => ask(tx, odd))).rejects.toThrow('unreadable');
    const bare = { text: `select macaddr '08:00:2b:01:02:03' as it`, values: [] };
    await expect(queryInTenant(db.pool, 'one', bare)).rejects.toThrow('unreadable');
  } finally {
    pg.types.setTypeParser(MACADDR, usual);
  }
  expect(await nameOf('one')).toEqual(['one']);
});

test('many at once, of which some fail, each keep to their tenant', async () => {
  const seen = (tx: Tx) =>
    ask(
      tx,
      named(
        'tenant_of_session',
        sql<{ id: string }>`select current_setting('app.tenant_id') as id, tenant_id from tenants`,
      ),
    );
  const work = async (n: number) => {
    const tenantId = n % 3 ? 'one' : 'two';
    const mode = n % 2 ? 'reading' : 'inTenant';
    const worked = db[mode](tenantId, async (tx) => {
      const before = Promise.all([seen(tx), seen(tx)]);
      if (n % 5 === 0) await send(tx, divide(0));
      if (n % 7 === 0) await Promise.all([divide(0).execute(tx), before, seen(tx).then(() => seen(tx))]);
      if (mode === 'inTenant') await sendName(tx, `${tenantId} ${n}`);
      expect([...(await before).flat(), ...(await seen(tx))]).toEqual(
        Array.from({ length: 3 }, () => ({ id: tenantId, tenant_id: tenantId })),
      );
    });
    const outcome = await worked.then(
      () => 'done',
      (error: Error) => error.message,
    );
    expect(outcome).toBe(n % 5 && n % 7 ? 'done' : 'division by zero');
  };
  for (let round = 0; round < 12; round += 1)
    await Promise.all(Array.from({ length: 9 }, (_, at) => work(round * 9 + at)));
  expect(await nameOf('one')).toEqual([expect.stringMatching(/^one \d+$/)]);
  expect(await nameOf('two')).toEqual([expect.stringMatching(/^two \d+$/)]);
});
