import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn, type TestTenant, type TestUser } from '#test/factories.ts';
import * as saml from '#test/saml/connection.ts';
import type { Tx } from '../platform/db/transaction.ts';
import { keepProviderSession } from './linking/provider-sessions.ts';
import { deleteExpired } from './requests/queries.ts';
import { consumeAssertion, keepAnswer } from './saml-sp/queries.ts';
import { noteTrace } from './traces/traces.ts';

let app: TestApp;
let tenant: TestTenant;
let user: TestUser;
let connection: string;
beforeAll(async () => {
  app = await sharedTestApp();
  tenant = await makeTenant(app);
  user = await makeUser(app, tenant, { roles: ['PowerUser'] });
  const { token } = await signIn(app, user);
  await saml.connect(app, { ...tenant, token });
  const { rows } = await app.owner.query('select uuid from saml_connections where tenant_id = $1', [tenant.tenantId]);
  connection = rows[0].uuid;
});
afterAll(() => app.close());

const named = { nameId: 'x', nameIdFormat: null, sessionIndex: null, nameQualifier: null, spNameQualifier: null };
const long = new Date('2020-01-01T00:00:00Z');

/** What each adds with an end long ago, and so deletes at its next use. */
const cases: Record<string, { add: (tx: Tx) => Promise<unknown>; clean: (tx: Tx, now: Date) => Promise<unknown> }> = {
  saml_provider_sessions: {
    add: (tx) => keepProviderSession(tx, { ...named, until: null, connection, userUuid: user.uuid }, long),
    clean: (tx, now) => keepProviderSession(tx, { ...named, until: null, connection, userUuid: user.uuid }, now),
  },
  federated_requests: {
    add: (tx) =>
      sql`
      insert into federated_requests (tenant_id, request_hash, connection, purpose, browser_hash, created_at, expires_at)
      values (current_tenant(), ${randomBytes(32)}, ${connection}, 'signIn', ${randomBytes(32)}, ${long}, ${long})`.execute(
        tx,
      ),
    clean: deleteExpired,
  },
  saml_posted_answers: {
    add: (tx) => keepAnswer(tx, posted(long, long)),
    clean: (tx, now) => keepAnswer(tx, posted(now, new Date(now.getTime() + 60_000))),
  },
  saml_used_assertions: {
    add: (tx) => consumeAssertion(tx, { connection, assertionHash: randomBytes(32), until: long, now: long }),
    clean: (tx, now) => consumeAssertion(tx, { connection, assertionHash: randomBytes(32), until: now, now }),
  },
};
const posted = (now: Date, until: Date) => ({
  ...{ connection, document: 'x', relay_state: '', answerHash: randomBytes(32) },
  ...{ now, until },
});

const inTenant = <T>(work: (tx: Tx) => Promise<T>) => app.tools.db.inTenant(tenant.tenantId, work);
/** Runs beside a transaction that holds these rows, and waits for no lock for longer than a moment. */
async function besideLocked(held: string, work: (tx: Tx) => Promise<unknown>): Promise<void> {
  const holder = await app.owner.connect();
  try {
    await holder.query('begin');
    expect((await holder.query(`${held} for update`)).rowCount).toBeGreaterThan(0);
    await inTenant(async (tx) => {
      await sql`set local lock_timeout = '500ms'`.execute(tx);
      await work(tx);
    });
  } finally {
    await holder.query('rollback');
    holder.release();
  }
}

test.each(Object.keys(cases))('the clean-up of %s waits for nobody, and deletes what is free', async (table) => {
  const { add, clean } = cases[table] as (typeof cases)[string];
  const now = app.tools.clock();
  const old = `select * from ${table} where tenant_id = '${tenant.tenantId}' and expires_at < '2021-01-01Z'`;
  const oldOnes = async () => (await app.owner.query(old)).rowCount ?? 0;
  await inTenant(add);
  await inTenant(add);
  const added = await oldOnes();
  await besideLocked(`${old} order by ctid limit 1`, (tx) => clean(tx, now));
  expect([added, await oldOnes()]).toEqual([2, 1]);
  await inTenant((tx) => clean(tx, now));
  expect(await oldOnes()).toBe(0);
});

test('traces that are too many are deleted without waiting, and those that stay are not locked', async () => {
  const of = randomUUID();
  const note = (tx: Tx) =>
    noteTrace(tx, {
      ...{ connection: of, purpose: 'signIn', cause: null, detail: {}, requestId: 'r', now: app.tools.clock() },
    });
  const kept = `select * from federation_traces where connection = '${of}'`;
  const count = async () => (await app.owner.query(kept)).rowCount;
  for (let n = 0; n < 50; n += 1) await inTenant(note);
  await besideLocked(`${kept} order by id limit 1`, note);
  expect(await count()).toBe(51);
  // Another writes beside one that is not at its end yet.
  await inTenant(async (tx) => {
    await note(tx);
    const rows = await app.owner.query(`${kept} for update skip locked`);
    expect(rows.rowCount).toBe(49);
  });
  expect(await count()).toBe(50);
});
