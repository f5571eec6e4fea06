import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';

/** Files with names that end so hold nothing but `create index`, of tables that may be large. */
export const CONCURRENTLY = '.concurrently.sql';

interface Index {
  name: string;
  table: string;
  /** Columns and condition. */
  rest: string;
}

const INDEX = /^create index (?<name>\w+) on (?<table>\w+)\s+(?<rest>(?:using gin )?\(.+)$/s;

/** The indexes of such a file. Throws for anything else in it. */
export function readIndexes(file: string): Index[] {
  const written = file.replace(/--.*$/gm, '').split(';');
  return written
    .map((one) => one.trim())
    .filter(Boolean)
    .map((one) => {
      const { name, table, rest } = INDEX.exec(one)?.groups ?? {};
      if (!name || !table || !rest) throw new Error(`Not an index to be built beside writers: ${one}`);
      return { name, table, rest };
    });
}

/**
 * Builds an index while its table is read and written, outside of any transaction. What is there already is kept, so that
 * a build that was cut off goes on where it was. PostgreSQL has no such way for a partitioned table: each partition gets
 * an index of its own, and the table takes them over.
 */
export async function buildBesideWriters(client: pg.Client, { name, table, rest }: Index): Promise<void> {
  const { rows } = await client.query<{ partitioned: boolean }>(
    `select relkind = 'p' as partitioned from pg_class where oid = $1::regclass`,
    [table],
  );
  if (!rows[0]?.partitioned) return buildOne(client, { name, table, rest });
  // From here on new partitions have it from the start.
  if ((await stateOf(client, name)) === 'absent')
    await briefly(client, `create index ${name} on only ${table} ${rest}`);
  for (const partition of await partitionsWithout(client, name, table)) {
    const own = `${name}_${partition.slice(table.length + 1)}`;
    await buildOne(client, { name: own, table: partition, rest });
    await briefly(client, `alter index ${name} attach partition ${own}`);
  }
}

/** What a cut-off build left is of no use, and costs every writer. */
async function buildOne(client: pg.Client, { name, table, rest }: Index): Promise<void> {
  const state = await stateOf(client, name);
  if (state === 'valid') return;
  if (state === 'invalid') await client.query(`drop index concurrently ${name}`);
  await client.query(`create index concurrently ${name} on ${table} ${rest}`);
}

async function stateOf(client: pg.Client, name: string): Promise<'absent' | 'invalid' | 'valid'> {
  const { rows } = await client.query<{ valid: boolean }>(
    'select indisvalid as valid from pg_index where indexrelid = to_regclass($1)',
    [name],
  );
  if (!rows[0]) return 'absent';
  return rows[0].valid ? 'valid' : 'invalid';
}

/** The newest first: that is where rows are looked for. */
async function partitionsWithout(client: pg.Client, name: string, table: string): Promise<string[]> {
  const { rows } = await client.query<{ partition: string }>(
    `select c.relname as partition from pg_inherits p join pg_class c on c.oid = p.inhrelid
     where p.inhparent = $2::regclass and not exists (
       select from pg_inherits i join pg_index x on x.indexrelid = i.inhrelid
       where i.inhparent = $1::regclass and x.indrelid = c.oid)
     order by c.relname desc`,
    [name, table],
  );
  return rows.map(({ partition }) => partition);
}

/** Five minutes: so long a batch of an import, or whoever else writes, may keep the table. */
const TRIES = 300;
/** Somebody else has the lock, or each waits for the other. */
const held = new Set(['55P03', '40P01']);

/** A statement that changes the catalog alone. While it waits for its lock all writers wait: now and then, and never long. */
async function briefly(client: pg.Client, statement: string): Promise<void> {
  for (let left = TRIES; ; left -= 1) {
    try {
      await client.query(`set lock_timeout = '200ms'; ${statement}`);
      return;
    } catch (error) {
      if (left <= 1 || !held.has((error as { code?: string }).code ?? '')) throw error;
      await pause(800);
    } finally {
      await client.query('reset lock_timeout').catch(() => undefined);
    }
  }
}
