import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import pg from 'pg';
import { createTestDatabase } from '#test/postgres.ts';
import { appConnection } from './app-role.ts';
import { ask, named, send, together } from './ask.ts';
import { queryInTenant } from './one-message.ts';
import { openPool } from './pool.ts';
import { openDatabase, type Tx } from './transaction.ts';

let pool: pg.Pool;
let database: Awaited<ReturnType<typeof createTestDatabase>> & { owner: pg.Client };
let drop: () => Promise<void>;

const names = { name: 'names', text: 'select tenant_id, name from tenants where name <> $1', values: [''] };

beforeAll(async () => {
  const made = await createTestDatabase();
  database = { ...made, owner: new pg.Client(made.connection) };
  await database.owner.connect();
  // One connection, so that leftovers of a statement would reach the next one.
  pool = openPool(await appConnection(database.connection), 1);
  drop = async () => {
    await pool.end();
    await database.owner.end();
    await database.drop();
  };
  for (const tenantId of ['one', 'two']) {
    const text = `insert into tenants (tenant_id, name, region, locale) values ($1, 'Tenant ' || $1, 'na', 'en')`;
    await queryInTenant(pool, tenantId, { name: 'make', text, values: [tenantId] });
  }
});

afterAll(() => drop());

test('a statement sees the tenant it was sent for, and no other', async () => {
  for (const tenantId of ['one', 'two', 'one', 'none', 'two']) {
    const rows = await queryInTenant(pool, tenantId, names);
    expect(rows).toEqual(tenantId === 'none' ? [] : [{ tenant_id: tenantId, name: `Tenant ${tenantId}` }]);
  }
});

test('a connection has the role of the application and room for a bitmap of millions of rows', async () => {
  const { rows } = await pool.query(`select current_user as role, current_setting('work_mem') as memory`);
  expect(rows).toEqual([{ role: 'portico_app', memory: '32MB' }]);
});

test('nothing of it is left for what comes after on the same connection', async () => {
  await queryInTenant(pool, 'one', names);
  expect((await pool.query('select 1 from tenants')).rows).toEqual([]);
  const left = await pool.query(`select current_setting('app.tenant_id', true) as tenant`);
  expect(left.rows[0].tenant ?? '').toBe('');
});

test('the wall holds for writing', async () => {
  const move = { name: 'move', text: 'update tenants set tenant_id = $1', values: ['two'] };
  await expect(queryInTenant(pool, 'one', move)).rejects.toThrow(/row-level security|duplicate key/);
  const rename = { name: 'rename', text: 'update tenants set name = $1', values: ['Other'] };
  expect(await queryInTenant(pool, 'two', rename)).toEqual([]);
  expect(await queryInTenant(pool, 'one', names)).toEqual([{ tenant_id: 'one', name: 'Tenant one' }]);
  expect(await queryInTenant(pool, 'two', names)).toEqual([{ tenant_id: 'two', name: 'Other' }]);
});

test('a name stands for one statement alone', async () => {
  const other = { ...names, text: 'select name from tenants where name <> $1' };
  await expect(queryInTenant(pool, 'one', other)).rejects.toThrow('The name names stands for another statement');
  expect(await queryInTenant(pool, 'one', names)).toHaveLength(1);
});

test('a statement that was kept for a table that has changed since is read anew by the next one', async () => {
  await database.owner.query('create table shifting (a integer); grant select on shifting to portico_app');
  const asked = () =>
    openDatabase(pool).inTenant('one', (tx) => ask(tx, named('shifting', sql`select * from shifting`)));
  expect(await asked()).toEqual([]);
  await database.owner.query('alter table shifting alter a type text');
  await expect(asked()).rejects.toThrow('cached plan must not change result type');
  expect(await asked()).toEqual([]);
});

test('a value that cannot be sent leaves the connection as it was', async () => {
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  const odd = { name: 'odd', text: 'select $1::jsonb', values: [circle] };
  await expect(queryInTenant(pool, 'one', odd)).rejects.toThrow('circular');
  const within = openDatabase(pool).inTenant('one', async (tx) => {
    await tx.selectFrom('tenants').select('name').execute();
    await sql`select ${circle}::jsonb`.execute(tx);
  });
  await expect(within).rejects.toThrow('circular');
  expect(await queryInTenant(pool, 'one', names)).toHaveLength(1);
});

test('a statement that fails says why, and the next one works', async () => {
  const wrong = { name: 'wrong', text: 'select 1 / $1::integer', values: [0] };
  await expect(queryInTenant(pool, 'one', wrong)).rejects.toThrow(/division by zero/);
  const nonsense = { name: 'nonsense', text: 'select from where', values: [] };
  await expect(queryInTenant(pool, 'one', nonsense)).rejects.toThrow(/syntax error/);
  expect(await queryInTenant(pool, 'one', names)).toHaveLength(1);
});

test('a statement behind one that fails in the same message is read by the next that asks for it', async () => {
  const behind = named('behind', sql`select 1 as one`);
  const within = <T>(work: (tx: Tx) => Promise<T>) => openDatabase(pool).inTenant('one', work);
  await expect(within((tx) => together(tx, sql`select 1 / 0`, behind))).rejects.toThrow('division by zero');
  expect(await within((tx) => ask(tx, behind))).toEqual([{ one: 1 }]);
});

describe('a transaction that begins with its first statement', () => {
  const nameOf = (tenantId: string) =>
    openDatabase(pool).inTenant(tenantId, (tx) => tx.selectFrom('tenants').select('name').execute());

  test('sees its tenant from the first statement to the last', async () => {
    const seen = await openDatabase(pool).inTenant('two', async (tx) => [
      ...(await tx.selectFrom('tenants').select('tenant_id').execute()),
      ...(await tx.selectFrom('tenants').select('tenant_id').where('name', '<>', '').execute()),
    ]);
    expect(seen.map(({ tenant_id }) => tenant_id)).toEqual(['two', 'two']);
  });

  test('takes back all of it, also what the first statement did', async () => {
    const failing = openDatabase(pool).inTenant('one', async (tx) => {
      await tx.updateTable('tenants').set({ name: 'Lost' }).execute();
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await nameOf('one')).toEqual([{ name: 'Tenant one' }]);
  });

  test('that fails at the first statement leaves the connection as it was', async () => {
    const failing = openDatabase(pool).inTenant('one', (tx) => sql`select 1 / ${0}::integer`.execute(tx));
    await expect(failing).rejects.toThrow('division by zero');
    const nonsense = openDatabase(pool).inTenant('one', (tx) => sql`select from where`.execute(tx));
    await expect(nonsense).rejects.toThrow('syntax error');
    expect(await nameOf('two')).toEqual([{ name: 'Other' }]);
  });

  test('in which nothing is asked leaves nothing behind', async () => {
    await openDatabase(pool).inTenant('one', async () => {});
    expect((await pool.query('select 1 from tenants')).rows).toEqual([]);
  });

  test('keeps inserts of one row apart, however often they are made', async () => {
    const row = { region: 'na', locale: 'en' } as const;
    for (const tenantId of ['three', 'four']) {
      const made = openDatabase(pool).inTenant(tenantId, async (tx) => {
        await tx
          .insertInto('tenants')
          .values({ ...row, tenant_id: tenantId, name: `The ${tenantId}` })
          .execute();
        await tx
          .insertInto('tenants')
          .values({ ...row, tenant_id: 'one', name: 'Foreign' })
          .execute();
      });
      await expect(made).rejects.toThrow(/row-level security/);
      await openDatabase(pool).inTenant(tenantId, (tx) =>
        tx
          .insertInto('tenants')
          .values({ ...row, tenant_id: tenantId, name: `The ${tenantId}` })
          .execute(),
      );
      expect(await nameOf(tenantId)).toEqual([{ name: `The ${tenantId}` }]);
    }
  });

  const logged = (client: string) => ({ tenant_id: client, name: `Behind ${client}`, region: 'na', locale: 'en' });
  const writeBehind = (tx: Tx, tenantId: string) => send(tx, tx.insertInto('tenants').values(logged(tenantId)));

  test('writes what is sent before its next statement, or before its end', async () => {
    const seen = await openDatabase(pool).inTenant('five', async (tx) => {
      await writeBehind(tx, 'five');
      return tx.selectFrom('tenants').select('name').execute();
    });
    expect(seen).toEqual([{ name: 'Behind five' }]);
    await openDatabase(pool).inTenant('six', (tx) => writeBehind(tx, 'six'));
    expect(await nameOf('six')).toEqual([{ name: 'Behind six' }]);
  });

  test('fails, whole, where what is sent fails', async () => {
    const foreign = openDatabase(pool).inTenant('six', async (tx) => {
      await tx.updateTable('tenants').set({ name: 'Lost' }).execute();
      await writeBehind(tx, 'one');
    });
    await expect(foreign).rejects.toThrow(/row-level security/);
    expect(await nameOf('six')).toEqual([{ name: 'Behind six' }]);
    const given = openDatabase(pool).inTenant('seven', async (tx) => {
      await writeBehind(tx, 'seven');
      throw new Error('no');
    });
    await expect(given).rejects.toThrow('no');
    expect(await nameOf('seven')).toEqual([]);
  });

  test('fails by what failed first, also where a later statement heard of it', async () => {
    const foreign = openDatabase(pool).inTenant('six', async (tx) => {
      await writeBehind(tx, 'one');
      return tx.selectFrom('tenants').select('name').execute();
    });
    await expect(foreign).rejects.toThrow(/row-level security/);
    const told = openDatabase(pool).inTenant('six', async (tx) => {
      const [first, second] = await Promise.allSettled([
        sql`select 1 / ${0}::integer`.execute(tx),
        tx.selectFrom('tenants').select('name').execute(),
      ]);
      throw new AggregateError([first, second].map((one) => one.status === 'rejected' && one.reason));
    });
    const { errors } = await told.catch((error) => error);
    expect(errors.map(({ message }: Error) => message)).toEqual([
      'division by zero',
      expect.stringContaining('current transaction is aborted'),
    ]);
  });

  test('does not end well where a statement had failed and nobody said so', async () => {
    const silent = openDatabase(pool).inTenant('six', async (tx) => {
      await tx.updateTable('tenants').set({ name: 'Lost' }).execute();
      await sql`select 1 / ${0}::integer`.execute(tx).catch(() => {});
    });
    await expect(silent).rejects.toThrow('A statement of the transaction had failed');
    expect(await nameOf('six')).toEqual([{ name: 'Behind six' }]);
  });

  test('sends statements that are asked at once without waiting for the answers in between', async () => {
    const answers = await openDatabase(pool).inTenant('six', (tx) =>
      Promise.all([1, 2, 3].map(async (n) => (await sql<{ n: number }>`select ${n}::integer as n`.execute(tx)).rows)),
    );
    expect(answers).toEqual([[{ n: 1 }], [{ n: 2 }], [{ n: 3 }]]);
  });

  test('writes again after one that the database never came to', async () => {
    const write = (tx: Tx) =>
      send(tx, named('eighth', tx.insertInto('tenants').values({ ...logged('eight'), country: 'JP' })));
    const late = openDatabase(pool).inTenant('eight', async (tx) => {
      await sql`select 1 / ${0}::integer`.execute(tx).catch(() => {});
      await write(tx);
    });
    await expect(late).rejects.toThrow('current transaction is aborted');
    await openDatabase(pool).inTenant('eight', write);
    expect(await nameOf('eight')).toEqual([{ name: 'Behind eight' }]);
  });
});

describe('work that only reads', () => {
  const tenants = named('all_tenants', sql<{ tenant_id: string }>`select tenant_id from tenants order by tenant_id`);
  const quotient = (by: number) => named('quotient', sql<{ q: number }>`select 6 / ${by}::integer as q`);

  test('sees its tenant with every message, and leaves nothing behind', async () => {
    for (const tenantId of ['two', 'one', 'two']) {
      const seen = await openDatabase(pool).reading(tenantId, async (tx) => [
        ...(await ask(tx, tenants)),
        ...(await tx.selectFrom('tenants').select('tenant_id').execute()),
      ]);
      expect(seen).toEqual([{ tenant_id: tenantId }, { tenant_id: tenantId }]);
      expect((await pool.query('select 1 from tenants')).rows).toEqual([]);
    }
  });

  test.each<[string, (tx: Tx) => Promise<unknown>]>([
    ['an update', (tx) => tx.updateTable('tenants').set({ name: 'Lost' }).execute()],
    [
      'what is sent',
      (tx) =>
        send(tx, tx.insertInto('tenants').values({ tenant_id: 'nine', name: 'Lost', region: 'na', locale: 'en' })),
    ],
    ['what takes the bar away', (tx) => sql`select set_config('transaction_read_only', 'off', true)`.execute(tx)],
  ])('cannot write: %s', async (_name, write) => {
    await expect(openDatabase(pool).reading<unknown>('one', write)).rejects.toThrow(
      /read-only transaction|read-write mode/,
    );
  });

  test('asks several questions at once, and each has its own answer', async () => {
    for (let round = 0; round < 3; round += 1) {
      const [[there], halves, [none]] = await openDatabase(pool).reading('one', (tx) =>
        together(tx, tenants, quotient(3), sql<{ a: number }>`select 1 as a where false`),
      );
      expect([there, halves, none]).toEqual([{ tenant_id: 'one' }, [{ q: 2 }], undefined]);
    }
  });

  test('where one of several fails, all do, and the next ones work', async () => {
    const failing = openDatabase(pool).reading('one', (tx) => together(tx, quotient(1), quotient(0), tenants));
    await expect(failing).rejects.toThrow('division by zero');
    const [[q], [there]] = await openDatabase(pool).reading('two', (tx) => together(tx, quotient(2), tenants));
    expect([q, there]).toEqual([{ q: 3 }, { tenant_id: 'two' }]);
  });

  test('a setting holds for the questions that go with it, and in a transaction that writes for those after them', async () => {
    const set = sql<object>`select set_config('enable_sort', 'off', true)`;
    const asked = sql<{ on: string }>`select current_setting('enable_sort') as on`;
    const seen = async (tx: Tx) => {
      const [, [with_]] = await together(tx, set, asked);
      return [with_?.on, (await asked.execute(tx)).rows[0]?.on];
    };
    expect(await openDatabase(pool).reading('one', seen)).toEqual(['off', 'on']);
    expect(await openDatabase(pool).inTenant('one', seen)).toEqual(['off', 'off']);
    expect((await pool.query('show enable_sort')).rows).toEqual([{ enable_sort: 'on' }]);
  });
});
