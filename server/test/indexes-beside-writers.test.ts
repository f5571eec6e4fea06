import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrate } from '#server/platform/db/migrate.ts';
import { createTestDatabase } from './postgres.ts';

/** A database as the version before left it, with a log that is in use. */

const NAMES = [
  'login_log_by_writer',
  'system_operation_log_by_event',
  'system_operation_log_by_writer',
  'system_operation_log_whole',
];
const FILE = '0167_log_indexes.concurrently.sql';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let client: pg.Client;
let clients: pg.Client[];

async function connect(): Promise<pg.Client> {
  const one = new pg.Client(database.connection);
  one.on('error', () => {});
  await one.connect();
  clients.push(one);
  return one;
}

beforeEach(async () => {
  database = await createTestDatabase();
  clients = [];
  client = await connect();
  await client.query(`drop index ${NAMES.join(', ')}; delete from schema_migrations where name = '${FILE}'`);
  await client.query("insert into tenants (tenant_id, name, region, locale) values ('busy', 'Busy', 'na', 'en')");
  await write(client, 200);
});
afterEach(async () => {
  for (const one of clients) await one.end().catch(() => undefined);
  await database.drop();
});

const write = (writer: pg.Client, rows = 1) =>
  writer.query(
    `insert into system_operation_log (tenant_id, id, at, operation, action, status, operator_user_id, request_id)
     select 'busy', gen_random_uuid(), now(), 'update', 'PUT /x', 'success', 'ann', 'r' from generate_series(1, $1)`,
    [rows],
  );

/** What there is of the indexes: those of partitions are theirs once they are all valid. */
async function indexes() {
  const { rows } = await client.query(
    `select c.relname as name, x.indisvalid as valid,
       (select count(*)::int from pg_inherits i join pg_index y on y.indexrelid = i.inhrelid and y.indisvalid
         where i.inhparent = c.oid) as parts,
       (select count(*)::int from pg_inherits i where i.inhparent = x.indrelid) as partitions
     from pg_class c join pg_index x on x.indexrelid = c.oid where c.relname = any ($1) order by 1`,
    [NAMES],
  );
  return rows;
}

const isBuilding = () => expect.poll(builder).toBeDefined();

/** The process that builds an index and waits for a transaction from before. */
async function builder(): Promise<number | undefined> {
  const { rows } = await client.query(
    `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
     and query like 'create index concurrently%'`,
  );
  return rows[0]?.pid;
}

/** A transaction from before, such as a long export's: an index is ready only when it has ended. */
async function openReader(): Promise<pg.Client> {
  const reader = await connect();
  await reader.query('begin isolation level repeatable read; select from tenants');
  return reader;
}

/** Indexes of partitions that a build was cut off from. */
const INVALID = `select count(*)::int as left from pg_index x join pg_class c on c.oid = x.indexrelid and c.relkind = 'i'
  where not x.indisvalid`;

const whole = () =>
  NAMES.map((name) => ({ name, valid: true, parts: expect.any(Number), partitions: expect.any(Number) }));

async function expectAll(): Promise<void> {
  const there = await indexes();
  expect(there).toEqual(whole());
  for (const { parts, partitions } of there) {
    expect(parts).toBeGreaterThan(0);
    expect(parts).toBe(partitions);
  }
}

it('writers go on while the indexes of the logs are built, and new months have them too', async () => {
  const held = await openReader();
  const building = migrate(database.connection);
  await isBuilding();
  const writer = await connect();
  await writer.query("set lock_timeout = '200ms'");
  for (let times = 0; times < 20; times += 1) await write(writer);
  await held.query('commit');
  expect(await building).toEqual([FILE]);
  await expectAll();
  await client.query(`select keep_log_partitions('2031-01-01Z', '2031-02-01Z', '2000-01-01Z')`);
  await expectAll();
  // Whoever looks along an index finds what was written meanwhile.
  await client.query('set enable_seqscan = off');
  const { rows } = await client.query(
    `select count(*)::int as found from system_operation_log where tenant_id = 'busy'
     and not operation_is_part(action, target_type) and at > now() - interval '1 day'`,
  );
  expect(rows).toEqual([{ found: 220 }]);
});

it('a build that was cut off is taken up again', async () => {
  const held = await openReader();
  const building = migrate(database.connection);
  building.catch(() => undefined);
  await isBuilding();
  await client.query('select pg_terminate_backend($1)', [await builder()]);
  await expect(building).rejects.toThrow(FILE);
  const { rows } = await client.query(INVALID);
  expect(rows[0].left).toBeGreaterThan(0);
  await held.query('commit');
  expect(await migrate(database.connection)).toEqual([FILE]);
  await expectAll();
  expect((await client.query(INVALID)).rows).toEqual([{ left: 0 }]);
});

it('two processes that start together build once, and neither waits for the other for ever', async () => {
  const held = await openReader();
  const both = Promise.all([migrate(database.connection), migrate(database.connection)]);
  await isBuilding();
  await new Promise((resolve) => setTimeout(resolve, 1500));
  await held.query('commit');
  expect((await both).map((names) => names.length).sort()).toEqual([0, 1]);
  await expectAll();
});

it('a month that is in use is not dropped, and holds up nobody', async () => {
  await client.query(`select keep_log_partitions('2020-01-01Z', '2020-01-01Z', '2000-01-01Z')`);
  const held = await connect();
  await held.query(`begin; insert into system_operation_log (tenant_id, id, at, operation, action, status, operator_user_id, request_id)
    values ('busy', gen_random_uuid(), '2020-01-05Z', 'update', 'PUT /x', 'success', 'ann', 'r')`);
  const drop = () => client.query(`select keep_log_partitions('2020-01-01Z', '2020-01-01Z', '2020-06-01Z')`);
  await drop();
  const there = () =>
    client
      .query(`select to_regclass('system_operation_log_202001') is not null as there`)
      .then(({ rows }) => rows[0].there);
  expect(await there()).toBe(true);
  await held.query('commit');
  await drop();
  expect(await there()).toBe(false);
});
