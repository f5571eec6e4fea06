import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { expect, inject, it } from 'vitest';
import { findAccountsOfAddress } from '#server/platform/db/across-tenants.ts';
import { claimDeliveries, settleDelivery } from '#server/platform/deliver/outbox.ts';
import { migrate, readMigrations } from '#server/platform/db/migrate.ts';
import { openPool } from '#server/platform/db/pool.ts';
import { openDatabase } from '#server/platform/db/transaction.ts';

/** Runs `work` on an empty database owned by a plain role, as a provider's own PostgreSQL would have it. */
async function withPlainOwner(work: (connection: pg.ClientConfig) => Promise<void>): Promise<void> {
  const name = `owner_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client(inject('postgres'));
  await admin.connect();
  try {
    await admin.query(`create role ${name} login createrole nosuperuser password 'x'`);
    // Roles are shared by all databases of a server: their creator must allow others to hand over functions.
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

/** Migrates step by step, and acts as the application in between. */
async function inSteps(owner: pg.ClientConfig) {
  const all = await readMigrations();
  const client = new pg.Client(owner);
  await client.connect();
  const apply = async (from: string, to: string) => {
    for (const { name, sql } of all.filter((one) => one.name >= from && one.name < to)) {
      await client.query('begin');
      await client.query(sql);
      await client.query('commit').catch((cause) => Promise.reject(new Error(name, { cause })));
    }
  };
  const asApplication = async (text: string) => {
    await client.query(`begin; set local role portico_app; select set_config('app.tenant_id', 'before', true)`);
    await client.query(text);
    await client.query('commit');
  };
  return { client, apply, asApplication };
}
const TENANT = "insert into tenants (tenant_id, name, region, locale) values ('before', 'Before', 'na', 'en')";

it('users there were before last sign-ins had a table are in it, with what was written meanwhile', async () => {
  await withPlainOwner(async (owner) => {
    const filling = '0045_last_sign_ins_of_users.sql';
    const { client, apply, asApplication } = await inSteps(owner);
    const make = (userId: string, when: string) =>
      `insert into users (tenant_id, uuid, user_id, logined_at) values ('before', gen_random_uuid(), '${userId}', ${when})`;
    await apply('', '0042');
    await asApplication(`${TENANT};
      ${make('long-ago', "'2026-01-01Z'")}; ${make('never', 'null')}; ${make('again', "'2026-01-01Z'")}`);
    await apply('0042', filling);
    await asApplication(
      `update users set logined_at = '2026-02-02Z' where user_id = 'again'; ${make('new', "'2026-03-03Z'")}`,
    );
    await apply(filling, '0046');
    await client.query(`set role portico_across`);
    const { rows } = await client.query(
      `select u.user_id, nullif(l.signed_in_at, '-infinity') as at from users u join last_sign_ins l using (tenant_id, uuid) order by 1`,
    );
    await client.end();
    const day = (text: string) => new Date(`${text}T00:00:00Z`);
    expect(rows).toEqual([
      { user_id: 'again', at: day('2026-02-02') },
      { user_id: 'long-ago', at: day('2026-01-01') },
      { user_id: 'never', at: null },
      { user_id: 'new', at: day('2026-03-03') },
    ]);
  });
});

it('users who never came are known with when they were made, also those made before that was kept', async () => {
  await withPlainOwner(async (owner) => {
    const { client, apply, asApplication } = await inSteps(owner);
    const make = (userId: string, when: string) =>
      `insert into users (tenant_id, uuid, user_id, created_at, logined_at)
       values ('before', gen_random_uuid(), '${userId}', '2026-01-01Z', ${when})`;
    await apply('', '0090');
    await asApplication(`${TENANT}; ${make('came', "'2026-01-02Z'")}; ${make('never', 'null')}`);
    await apply('0090', '0091');
    await asApplication(make('between', 'null'));
    await apply('0091', '0092');
    await asApplication(make('after', 'null'));
    await client.query(`set role portico_across`);
    const { rows } = await client.query(
      `select u.user_id, l.created_at as at from users u join last_sign_ins l using (tenant_id, uuid)
       where l.signed_in_at = '-infinity' order by 1`,
    );
    await client.end();
    const at = new Date('2026-01-01T00:00:00Z');
    expect(rows).toEqual(['after', 'between', 'never'].map((user_id) => ({ user_id, at })));
  });
});

it('who was deactivated before registering is known as such, though it was not noted then', async () => {
  await withPlainOwner(async (owner) => {
    const { client, apply, asApplication } = await inSteps(owner);
    await apply('', '0052');
    const make = (userId: string, status: string, own: string, waiting: string) =>
      `insert into users (tenant_id, uuid, user_id, status, login_mail_address, next_login_mail_address)
       values ('before', gen_random_uuid(), '${userId}', '${status}', ${own}, ${waiting})`;
    await asApplication(`${TENANT};
      ${make('invited', 'inactive', 'null', "'a@x.example'")}; ${make('waits', 'registering', 'null', "'b@x.example'")};
      ${make('registered', 'inactive', "'c@x.example'", "'d@x.example'")}; ${make('plain', 'inactive', 'null', 'null')}`);
    await apply('0052', '0054');
    await client.query(`set role portico_across`);
    const { rows } = await client.query('select user_id from users where was_registering');
    await client.end();
    expect(rows).toEqual([{ user_id: 'invited' }]);
  });
});

it('registration URLs get their maker by the user id, those that the version before makes too', async () => {
  await withPlainOwner(async (owner) => {
    const { client, apply, asApplication } = await inSteps(owner);
    const person = (userId: string, since: string) =>
      `insert into users (tenant_id, uuid, user_id, created_at) values ('before', gen_random_uuid(), '${userId}', '${since}')`;
    const url = (secret: string, by: string) =>
      `insert into registration_urls (tenant_id, uuid, secret_hash, sealed_secret, role, users_limit, expires_at, created_by, created_at)
       values ('before', gen_random_uuid(), '${secret}', '', 'User', 1, '2027-01-01Z', '${by}', '2026-06-01Z')`;
    await apply('', '0056');
    await asApplication(`${TENANT}; ${person('Ann', '2026-01-01Z')}; ${person('again', '2026-07-01Z')};
      ${url('a', 'ann')}; ${url('b', 'again')}; ${url('c', 'gone')}`);
    await apply('0056', '0057');
    await asApplication(url('d', 'ann'));
    await client.query(`set role portico_app; select set_config('app.tenant_id', 'before', false)`);
    const { rows } = await client.query(
      `select r.created_by as by, u.user_id as maker from registration_urls r
       left join users u on u.tenant_id = r.tenant_id and u.uuid = r.created_by_uuid order by r.secret_hash`,
    );
    await client.end();
    expect(rows).toEqual([
      { by: 'ann', maker: 'Ann' },
      // Another user, created later.
      { by: 'again', maker: null },
      { by: 'gone', maker: null },
      { by: 'ann', maker: 'Ann' },
    ]);
  });
});

it('administrators there were before grants have theirs, and those that the version before makes', async () => {
  await withPlainOwner(async (owner) => {
    const { client, apply, asApplication } = await inSteps(owner);
    const make = (userId: string, roles: string) =>
      `insert into users (tenant_id, uuid, user_id, roles) values ('before', gen_random_uuid(), '${userId}', '{${roles}}')`;
    await apply('', '0130');
    await asApplication(`${TENANT}; ${make('plain', 'User')}; ${make('twice', 'PowerUser,PowerUser')};
      ${make('chief', 'User,PowerUser')}; ${make('falls', 'User,PowerUser')}`);
    await apply('0130', '0131');
    await asApplication(`${make('later', 'PowerUser')}; ${make('usual', 'User')};
      update users set roles = '{User}' where user_id = 'falls'; update users set roles = '{PowerUser,User}' where user_id = 'chief'`);
    await client.query(`set role portico_across`);
    const { rows } = await client.query(
      `select u.user_id, r.role, r.scope from role_grants r join users u on u.tenant_id = r.tenant_id and u.uuid = r.user_uuid
       order by 1`,
    );
    // It reads callers by its own question.
    const asked = await client.query(
      "select c.user_id from users u, find_caller_with_grant(u.tenant_id, u.uuid, null, null) c where u.user_id = 'chief'",
    );
    await client.end();
    const whole = { role: 'PowerUser', scope: 'all' };
    expect(rows).toEqual(['chief', 'later', 'twice'].map((user_id) => ({ user_id, ...whole })));
    expect(asked.rows).toEqual([{ user_id: 'chief' }]);
  });
});

it('what waited to leave before there was one worker leaves, and a process of the version before goes on beside it', async () => {
  await withPlainOwner(async (owner) => {
    const { client, apply, asApplication } = await inSteps(owner);
    const mail = (to: string) =>
      `insert into mail_outbox (tenant_id, mail_id, recipient, kind, locale, sealed_content, next_attempt_at)
       values ('before', gen_random_uuid(), '${to}@demo.example', 'x', 'en', '\\x01', now() - interval '1 hour')`;
    const logout = (to: string) =>
      `insert into deliveries (tenant_id, kind, target, next_at)
       values ('before', 'backchannelLogout', '${to}', now() - interval '1 hour')`;
    await apply('', '0120');
    await asApplication(`${TENANT}; ${mail('waited')}; ${logout('waited')}; ${mail('held')}; ${logout('held')}`);
    // The previous version runs these while the new one migrates.
    const before = (text: string) => client.query(`set role portico_app; ${text}; reset role`);
    await client.query(
      "update mail_outbox set next_attempt_at = next_attempt_at - interval '1 hour' where recipient like 'held%'",
    );
    await client.query("update deliveries set next_at = next_at - interval '1 hour' where target = 'held'");
    await before(`select mail_claim_for(1, now(), 8); select deliveries_claim(1, now())`);
    await apply('0120', '0121');
    await asApplication(`${mail('later')}; ${logout('later')}`);
    const pool = openPool({ ...owner, options: '-c role=portico_app' }, 2);
    const free = new Map([
      ['mail', 1],
      ['backchannelLogout', 1],
    ]);
    const claimed = await claimDeliveries(pool, free, new Date());
    expect(claimed.map(({ kind, target, tries }) => [kind, target, tries])).toEqual([
      ['mail', 'waited@demo.example', 1],
      ['backchannelLogout', 'waited', 1],
    ]);
    for (const one of claimed) expect(await settleDelivery(pool, one, { state: 'delivered' }, new Date())).toBe(true);
    const { rows } = await client.query("select tenant_id, mail_id from mail_outbox where state = 'sending'");
    await before(`select mail_renew('before', '${rows[0].mail_id}', now() + interval '8 seconds');
      select mail_settle('before', '${rows[0].mail_id}', 'sent', null, null);
      select mail_claim_for(5, now(), 8); select deliveries_claim(5, now()); select deliveries_count()`);
    const states = (table: string, name: string) =>
      client
        .query(`select ${name} as to, state from ${table} order by created_at, ${name}`)
        .then((answer) => answer.rows.map(({ to, state }) => `${to.split('@')[0]} ${state}`).sort());
    expect(await states('mail_outbox', 'recipient')).toEqual(['held sent', 'later sending', 'waited sent']);
    expect(await states('deliveries', 'target')).toEqual(['held sending', 'later sending', 'waited delivered']);
    await pool.end();
    await client.end();
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
