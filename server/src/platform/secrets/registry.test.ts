import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { unregisteredPlaces } from '#test/sealed-places.ts';
import { placeOf, sealedColumns } from './sealed-columns.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

it('names every column that is sealed by its name', async () => {
  expect(await unregisteredPlaces(app.owner, app.tools.sealer.header)).toEqual([]);
});

it.each<[string, string, (sealed: Buffer) => unknown]>([
  ['by its name, empty', 'sealed_thing bytea', () => null],
  ['by its bytes', 'hidden bytea', (sealed) => sealed],
  ['in base64', 'hidden text', (sealed) => sealed.toString('base64')],
  ['in hex', 'hidden text', (sealed) => sealed.toString('hex')],
  ['in JSON', 'hidden jsonb', (sealed) => JSON.stringify({ a: { b: sealed.toString('base64') } })],
])('a planted column is caught %s', async (_, column, written) => {
  const [name] = column.split(' ');
  await app.owner.query(`create table trespasser (tenant_id text primary key, ${column})`);
  try {
    const value = written(app.tools.sealer.seal(randomBytes(20), 'trespasser'));
    await app.owner.query(`insert into trespasser values ('demo', $1)`, [value]);
    expect(await unregisteredPlaces(app.owner, app.tools.sealer.header)).toEqual([`trespasser.${name}`]);
  } finally {
    await app.owner.query('drop table trespasser');
  }
});

it('has the columns that the database counts, by key and in their order', async () => {
  const { rows } = await app.owner.query<{ prosrc: string }>(
    "select prosrc from pg_proc where proname = 'count_sealed_values'",
  );
  const counted = [...(rows[0]?.prosrc ?? '').matchAll(/'(\w+\.\w+)'/g)].map(([, place]) => place);
  expect(counted.sort()).toEqual(sealedColumns.map(placeOf).sort());
  for (const { table, key } of sealedColumns) {
    const { rows: keys } = await app.owner.query<{ name: string; type: string }>(
      `select a.attname as name, format_type(a.atttypid, null) as type from pg_index i
       join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
       where i.indisprimary and i.indrelid = $1::regclass order by array_position(i.indkey::int[], a.attnum::int)`,
      [table],
    );
    expect([['tenant_id', 'text'], ...Object.entries(key)]).toEqual(keys.map(({ name, type }) => [name, type]));
  }
});
