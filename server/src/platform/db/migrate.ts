import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { jobsMigration } from './jobs-migration.ts';
import type { ConnectionOptions } from './connection.ts';

const directory = new URL('../../../migrations/', import.meta.url);

/** All migrations in order: name and SQL. */
export async function readMigrations(): Promise<{ name: string; sql: string }[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(names.map(async (name) => ({ name, sql: await readFile(new URL(name, directory), 'utf8') })));
}

/**
 * Migrates a database as its owner, forward only, each missing file in a transaction of its own. Two processes that
 * start together take turns (advisory lock). Returns the names applied. A newer database is left alone: one version
 * back runs against the new schema (standards 16).
 */
export async function migrate(connection: ConnectionOptions): Promise<string[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(7061726963)');
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

async function applyOne(client: pg.Client, migration: { name: string; sql: string }): Promise<void> {
  await client.query('begin');
  try {
    // A running system must never wait longer than a second for a migration (standards 16).
    await client.query("set local lock_timeout = '1s'");
    await client.query(migration.sql);
    await client.query('insert into schema_migrations (name) values ($1)', [migration.name]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`Migration ${migration.name} failed`, { cause: error });
  }
}
