import type { PoolClient } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeScim, makeToken, type SourceOfTest, USER } from '#test/scim.ts';
import { refusedBy } from '../answer.ts';
import { refuseNext } from './run.ts';

/** Several who work at one Bulk, or beside it. No job runs here: what is begun stays until it is sent again. */

let app: TestApp;
let of: SourceOfTest;

beforeAll(async () => {
  app = await sharedTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  of = await makeScim(app);
});

const post = (bulkId: string) => ({
  ...{ method: 'POST', path: '/Users', bulkId },
  data: { schemas: [USER], userName: `${bulkId}@x.example`, active: true },
});
const send = (Operations: object[], headers: object = {}) => of.scim('POST', '/Bulk', { Operations }, { headers });
const begin = async (operations: object[]): Promise<string> => {
  const begun = await send(operations, { prefer: 'respond-async' });
  expect(begun.status).toBe(202);
  // As if that had not been answered, so that the same that is sent again is that one.
  const forget = 'update scim_bulks set answered_at = null where uuid = $1 and answered_at is not null';
  await expect.poll(async () => (await app.owner.query(forget, [begun.body.id])).rowCount).toBe(1);
  return begun.body.id;
};
const statusesOf = ({ body }: { body: { Operations: { status: string }[] } }) =>
  body.Operations.map(({ status }) => status);
const count = async (text: string) => (await app.owner.query(text, [of.tenant.tenantId])).rows[0].n as number;
/** Who waits for the turn of a source. */
const TURNS =
  "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%provisioning_sources%'";
const busy = () => app.tools.db.pool.totalCount - app.tools.db.pool.idleCount;

/** Another, who holds rows while the work is done; `commit`: what they did then counts. */
async function whileHeld(
  text: string,
  values: unknown[],
  work: (commit: () => Promise<void>, other: PoolClient) => Promise<void>,
) {
  const other = await app.owner.connect();
  try {
    await other.query('begin');
    await other.query(text, values);
    await work(async () => void (await other.query('commit')), other);
  } finally {
    other.release(true);
  }
}

it('who waits for another process has no connection', async () => {
  const uuid = await begin([post('a')]);
  await whileHeld('select from scim_bulks where uuid = $1 for update', [uuid], async (commit) => {
    const waiting = send([post('a')]);
    await expect.poll(async () => (await of.scim('GET', `/Bulk/${uuid}`)).body.status).toBe('processing');
    await expect.poll(busy).toBe(0);
    await commit();
    expect(statusesOf(await waiting)).toEqual(['201']);
  });
});

it.each([
  ['is revoked', 403, 'update management_tokens set revoked_at = now() where tenant_id = $1'],
  ['has run out', 403, "update management_tokens set expires_at = now() - interval '1 s' where tenant_id = $1"],
  ['is good, but whose job gave up', 500, "update scim_bulks set status = 'error' where tenant_id = $1"],
])('a Bulk by a token that %s meanwhile ends', async (_, status, text) => {
  const uuid = await begin([post('a')]);
  await whileHeld('select from scim_bulks where uuid = $1 for update', [uuid], async (commit, other) => {
    const before = app.tools.db.transactions(of.tenant.tenantId);
    const waiting = send([post('a')]);
    // It is authenticated before the token is changed, or it would be nobody.
    await expect.poll(() => app.tools.db.transactions(of.tenant.tenantId)).toBeGreaterThan(before + 2);
    await other.query(text, [of.tenant.tenantId]);
    await commit();
    expect((await waiting).status).toBe(status);
  });
  expect(await count('select count(*)::int as n from source_users where tenant_id = $1')).toBe(0);
});

it('sent again by another token, it goes on though the first is revoked', async () => {
  await begin([post('a')]);
  const revoke = 'update management_tokens set revoked_at = now() where tenant_id = $1';
  await app.owner.query(revoke, [of.tenant.tenantId]);
  const token = await makeToken(app, of.source, of.admin);
  expect(statusesOf(await of.scim('POST', '/Bulk', { Operations: [post('a')] }, { token }))).toEqual(['201']);
});

it('users who leave by a Bulk take turns, however far the limit is', async () => {
  const path = `/api/auth/tenants/${of.tenant.tenantId}/provisioningSources/${of.source}`;
  const body = { maxLeaving: 100_000, maxLeavingPercent: null };
  expect((await app.call('PUT', path, { token: of.admin, body })).status).toBe(200);
  const [one, two] = [await of.create('a@x.example'), await of.create('b@x.example')];
  const turn = 'select from provisioning_sources where uuid = $1 for no key update';
  await whileHeld(turn, [of.source], async (commit) => {
    expect((await of.scim('DELETE', `/Users/${one.id}`)).status).toBe(204);
    const waiting = send([post('c'), { method: 'DELETE', path: `/Users/${two.id}` }]);
    await expect.poll(() => app.owner.query(TURNS).then(({ rowCount }) => rowCount)).toBe(1);
    await commit();
    expect(statusesOf(await waiting)).toEqual(['201', '204']);
  });
});

it('what the database refuses is refused, not what is next by then', async () => {
  const operations = [post('a'), post('b')];
  const uuid = await begin(operations);
  const refused = refusedBy(Object.assign(new Error('gone'), { code: '23503' }));
  const bulk = { tenantId: of.tenant.tenantId, uuid };
  const failed = async () => (await of.scim('GET', `/Bulk/${uuid}`)).body.failedOperations;
  expect([await refuseNext(app.tools, bulk, refused, 1), await failed()]).toEqual(['done', 0]);
  expect([await refuseNext(app.tools, bulk, refused, 0), await failed()]).toEqual(['done', 1]);
  expect([await refuseNext(app.tools, bulk, refused, 0), await failed()]).toEqual(['done', 1]);
  expect(statusesOf(await send(operations))).toEqual(['409', '201']);
});
