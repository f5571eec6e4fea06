import { createTestDatabase } from '#test/postgres.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from './migrate.ts';

const database = await createTestDatabase();
const owner = new pg.Client(database.connection);

beforeAll(async () => {
  await migrate(database.connection);
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});

// A young table has no statistics: all its indexes look equal to the planner, and connections keep the plans made then.
test.each(['Grant', 'RefreshToken'])('one %s is looked up by its id from the first day on', async (model) => {
  const { rows } = await owner.query<{ 'QUERY PLAN': string }>(
    `explain update oauth_artifacts set consumed_at = now()
      where tenant_id = 'demo' and model = '${model}' and id_hash = '\\x00' and consumed_at is null`,
  );
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Index Cond: .*id_hash = /);
});
