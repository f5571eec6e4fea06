import pg from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase } from './postgres.ts';

test('a test database is migrated, empty and its own', async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  const client = new pg.Client(one.connection);
  await client.connect();
  await client.query('create table only_here ()');
  const migrations = await client.query('select count(*)::int as applied from schema_migrations');
  expect(migrations.rows[0].applied).toBeGreaterThan(0);
  const neighbour = new pg.Client(other.connection);
  await neighbour.connect();
  await expect(neighbour.query('select from only_here')).rejects.toMatchObject({ code: '42P01' });
  await Promise.all([client.end(), neighbour.end()]);
  await Promise.all([one.drop(), other.drop()]);
});
