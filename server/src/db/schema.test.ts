import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { expect, it } from 'vitest';
import { createTestDatabase } from '#test/postgres.ts';

/** schema.ts is written by hand: this holds it to the database, column by column. */

interface Column {
  name: string;
  nullable: boolean;
  optional: boolean;
}

/** The interfaces of schema.ts as table → columns, read from its text. */
function declared(source: string): Map<string, Column[]> {
  const tables = new Map<string, string>();
  const listed = /export interface Schema \{([^}]*)\}/.exec(source)?.[1] ?? '';
  for (const [, table = '', type = ''] of listed.matchAll(/(\w+): (\w+);/g)) tables.set(type, table);
  const found = new Map<string, Column[]>();
  for (const [, type = '', body = ''] of source.matchAll(/export interface (\w+) \{\n([^}]*)\n\}/g)) {
    const table = tables.get(type);
    if (!table) continue;
    const columns = [...body.matchAll(/^ {2}(\w+): (.+);$/gm)].map(([, name = '', kind = '']) => ({
      name,
      nullable: /^Maybe|\| null/.test(kind),
      optional: /^(Maybe|Generated|DefaultMoment|Json<|Computed)/.test(kind),
    }));
    found.set(table, columns);
  }
  return found;
}

const byName = (a: Column, b: Column) => (a.name < b.name ? -1 : 1);

it('says what the database has', async () => {
  const { connection, drop } = await createTestDatabase();
  const client = new pg.Client(connection);
  await client.connect();
  const { rows } = await client.query(`
    select table_name, column_name as name, is_nullable = 'YES' as nullable,
      (column_default is not null or is_nullable = 'YES' or is_generated = 'ALWAYS') as optional
    from information_schema.columns where table_schema = 'public' and table_name <> 'schema_migrations'
      and table_name not in (select v.table_name from information_schema.views v where v.table_schema = 'public')
      and not exists (select from pg_class c where c.relname = table_name and c.relispartition)`);
  await client.end();
  await drop();
  const actual = new Map<string, Column[]>();
  for (const { table_name, ...column } of rows) actual.set(table_name, [...(actual.get(table_name) ?? []), column]);
  const types = declared(await readFile(new URL('./schema.ts', import.meta.url), 'utf8'));
  expect([...types.keys()].sort()).toEqual([...actual.keys()].sort());
  expect(types.size).toBeGreaterThan(20);
  for (const [table, columns] of types) {
    expect([table, columns.sort(byName)]).toEqual([table, actual.get(table)?.sort(byName)]);
  }
});
