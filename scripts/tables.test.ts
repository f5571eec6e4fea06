import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { foreign, foreignWrites, owned, readWriters, tablesWritten } from './tables.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

it('each table of the database has one owner', () => {
  const rows = readFileSync(new URL('../server/src/platform/db/rows.ts', import.meta.url), 'utf8');
  const database = rows.slice(rows.lastIndexOf('export interface DB'));
  const tables = [...database.matchAll(/^ {2}(\w+): /gm)].map(([, table]) => table);
  expect(tables.length).toBeGreaterThan(70);
  expect(Object.values(owned).flat().sort()).toEqual(tables.sort());
});

it('only files on the list write tables of other rooms', () => {
  const writers = readWriters(root);
  expect(writers.flatMap(({ tables }) => tables).length).toBeGreaterThan(100);
  expect(foreignWrites(writers)).toEqual([]);
});

it.each([
  ["tx.insertInto('users').values(row)"],
  ["tx.updateTable('users').set(row)"],
  ["tx\n  .deleteFrom(\n 'users')"],
  ['sql`insert into users (uuid) values (1)`'],
  ['sql`with a as (update users u set status = 1)`'],
  ['sql`delete from users where true`'],
])('%s in another room is caught', (source) => {
  expect(tablesWritten(source)).toEqual(['users']);
  expect(foreignWrites([{ path: 'site/x.ts', tables: tablesWritten(source) }], {})).toHaveLength(1);
  expect(foreignWrites([{ path: 'people/x.ts', tables: tablesWritten(source) }], {})).toEqual([]);
});

it('an entry of the list without need is caught', () => {
  expect(foreignWrites([], foreign)).toHaveLength(
    Object.values(foreign).flatMap((tables) => Object.keys(tables)).length,
  );
});

it('the list is short, and each entry has its reason', () => {
  const reasons = Object.values(foreign).flatMap((tables) => Object.values(tables));
  expect(reasons.filter((reason) => reason.length < 30)).toEqual([]);
  expect(reasons.length).toBeLessThanOrEqual(13);
});

it('reading is not writing', () => {
  expect(tablesWritten("sql`select from users for update`; tx.selectFrom('users')")).toEqual([]);
});
