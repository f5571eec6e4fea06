import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { expect, inject, it } from 'vitest';
import { findAccountsOfAddress } from '#server/db/across-tenants.ts';
import { migrate, readMigrations } from '#server/db/migrate.ts';
import { openPool } from '#server/db/pool.ts';
import { openDatabase } from '#server/db/transaction.ts';

/** Runs `work` on an empty database that belongs to a plain role, as a provider's own PostgreSQL would give it. */
async function withPlainOwner(work: (connection: pg.ClientConfig) => Promise<void>): Promise<void> {
  const name = `owner_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client(inject('postgres'));
  await admin.connect();
  try {
    await admin.query(`create role ${name} login createrole nosuperuser password 'x'`);
    // Roles are shared by all databases of a server: whoever made them first must let others hand functions over.
    await admin.query(`grant portico_app, portico_across to ${name} with admin option`);
    await admin.query(`create database ${name} owner ${name}`);
    await work({ ...inject('postgres'), user: name, password: 'x', database: name });
  } finally {
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.query(`drop role if exists ${name}`);
    await admin.end();
  }
}

it('an owner who is no superuser can migrate, and the application works behind the wall', async () => {
  await withPlainOwner(async (owner) => {
    const names = (await readMigrations()).map((migration) => migration.name);
    expect(await migrate(owner)).toEqual([...names, expect.stringMatching(/^pgboss/)]);
    expect(await migrate(owner)).toEqual([]);
    const pool = openPool({ ...owner, options: '-c role=portico_app' }, 2);
    const db = openDatabase(pool);
    for (const tenantId of ['plain-a', 'plain-b']) {
      await db.inTenant(tenantId, async (tx) => {
        await tx
          .insertInto('tenants')
          .values({ tenant_id: tenantId, name: tenantId, region: 'na', locale: 'en' })
          .execute();
        await tx
          .insertInto('users')
          .values({
            tenant_id: tenantId,
            uuid: crypto.randomUUID(),
            user_id: 'ann',
            login_mail_address: 'ann@plain.example',
          })
          .execute();
      });
    }
    const seen = await db.inTenant('plain-a', (tx) => tx.selectFrom('users').select('tenant_id').execute());
    expect(seen).toEqual([{ tenant_id: 'plain-a' }]);
    expect(await findAccountsOfAddress(pool, 'Ann@plain.example')).toHaveLength(2);
    await db.close();
  });
});

it('two processes that start together migrate once', async () => {
  await withPlainOwner(async (owner) => {
    const [first, second] = await Promise.all([migrate(owner), migrate(owner)]);
    expect([first?.length, second?.length].sort()).toEqual([0, (await readMigrations()).length + 1]);
  });
});

it('a migration that fails leaves nothing behind', async () => {
  await withPlainOwner(async (owner) => {
    const client = new pg.Client(owner);
    await client.connect();
    await client.query('create table users (id integer)');
    await expect(migrate(owner)).rejects.toThrow(/0001_foundation/);
    const { rows } = await client.query("select to_regclass('tenants') as made");
    await client.end();
    expect(rows).toEqual([{ made: null }]);
  });
});
