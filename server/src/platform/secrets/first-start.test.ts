import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { readConfig } from '#server/platform/config.ts';
import { appConnection } from '#server/platform/db/app-role.ts';
import { createLogger, createTools } from '#server/tools-factory.ts';
import { createTestDatabase, openTestPool } from '#test/postgres.ts';
import { MissingMasterKeys } from './master-keys.ts';

it('of two first processes with different keys, one makes the look-up keys and the other says in words what it lacks', async () => {
  const database = await createTestDatabase();
  const owner = openTestPool(database.connection);
  const app = await appConnection(database.connection);
  const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent' });
  const start = () => createTools(config, { app, masterKeys: [randomBytes(32)], log: createLogger(config) });
  const holder = await owner.connect();
  await holder.query("select pg_advisory_lock(hashtext('portico/lookup-keys'))");
  const started = [start(), start()];
  const settled = Promise.allSettled(started);
  // Others wait for locks in databases of their own in the same cluster.
  const waiters = `select from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`;
  const waiting = async () => (await owner.query(waiters)).rows.length;
  // Both have searched for sealed values and found none.
  await expect.poll(waiting).toBe(2);
  await holder.query("select pg_advisory_unlock(hashtext('portico/lookup-keys'))");
  holder.release();
  const ends = await settled;
  const [made, refused] = [
    ends.filter(({ status }) => status === 'fulfilled'),
    ends.filter(({ status }) => status === 'rejected'),
  ];
  expect([made.length, refused.length]).toEqual([1, 1]);
  const { reason } = refused[0] as PromiseRejectedResult;
  expect(reason).toBeInstanceOf(MissingMasterKeys);
  expect(String(reason.message)).toMatch(/6 sealed values \(6 in lookup_keys\.sealed_key\)/);
  for (const one of made) await (one as PromiseFulfilledResult<Awaited<ReturnType<typeof start>>>).value.db.close();
  await owner.end();
  await database.drop();
});
