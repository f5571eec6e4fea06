import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { buildBesideWriters, CONCURRENTLY, readIndexes } from './indexes-beside-writers.ts';
import { jobsMigration } from './jobs-migration.ts';
import type { ConnectionOptions } from './connection.ts';

const directory = new URL('../../../migrations/', import.meta.url);

/** All migrations in order: name and SQL. */
export async function readMigrations(): Promise<{ name: string; sql: string }[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(names.map(async (name) => ({ name, sql: await readFile(new URL(name, directory), 'utf8') })));
}

/**
 * Migrates a database as its owner, forward only, each missing file in a transaction of its own; files of indexes in none,
 * so that writers go on. Two processes that start together take turns (advisory lock). Returns the names applied. A newer
 * database is left alone: one version back runs against the new schema (standards 16).
 */
export async function migrate(connection: ConnectionOptions): Promise<string[]> {
  const client = new pg.Client(connection);
  // A connection that is lost fails the statement in progress; nobody else is to be told.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await takeTurn(client);
    await client.query(
      'create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())',
    );
    const done = new Set(
      (await client.query<{ name: string }>('select name from schema_migrations')).rows.map((row) => row.name),
    );
    const known = [...(await readMigrations()), jobsMigration()];
    const applied: string[] = [];
    for (const migration of known) {
      if (done.has(migration.name)) continue;
      await applyOne(client, migration);
      applied.push(migration.name);
    }
    return applied;
  } finally {
    await client.end();
  }
}

/**
 * Asks again and again: who waits for a lock in a statement has a snapshot, and an index is ready only when those from
 * before are gone. The two would wait for each other.
 */
async function takeTurn(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock(7061726963) as mine');
    if (rows[0]?.mine) return;
    await pause(200);
  }
}

async function applyOne(client: pg.Client, migration: { name: string; sql: string }): Promise<void> {
  try {
    await (migration.name.endsWith(CONCURRENTLY) ? applyIndexes : applyInTransaction)(client, migration);
  } catch (error) {
    throw new Error(`Migration ${migration.name} failed`, { cause: error });
  }
}

const NOTE = 'insert into schema_migrations (name) values ($1)';

/** What a process that was stopped half-way leaves is taken up by the next one. */
async function applyIndexes(client: pg.Client, { name, sql }: { name: string; sql: string }): Promise<void> {
  for (const index of readIndexes(sql)) await buildBesideWriters(client, index);
  await client.query(NOTE, [name]);
}

async function applyInTransaction(client: pg.Client, { name, sql }: { name: string; sql: string }): Promise<void> {
  await client.query('begin');
  try {
    // A running system must never wait longer than a second for a migration (standards 16).
    await client.query("set local lock_timeout = '1s'");
    await client.query(sql);
    await client.query(NOTE, [name]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
