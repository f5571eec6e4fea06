import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { patiently } from '#test/busyness.ts';
import { makeTenant, makeUser, type SignedIn, signIn, type TestTenant } from '#test/factories.ts';

/** The feed of events, read by administrators and by management tokens. */

let app: TestApp;
let tenant: TestTenant;
let admin: SignedIn;

beforeAll(async () => {
  app = await sharedTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  tenant = await makeTenant(app);
  admin = await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] }));
});

const at = (of = tenant) => `/api/auth/tenants/${of.tenantId}/events`;
const read = (query = '', token = admin.token) => app.call('GET', `${at()}${query}`, { token });
async function makeGroups(...names: string[]): Promise<void> {
  for (const name of names)
    await app.call('POST', `/api/auth/tenants/${tenant.tenantId}/groups`, {
      token: admin.token,
      body: { groupId: `g-${randomUUID()}`, name },
    });
}
const tokens = '/api/auth/oauth/provider/managementTokens';
const makeToken = (more: object = {}) =>
  app.call('POST', tokens, { token: admin.token, body: { name: 'SIEM', scopes: ['logs'], days: 30, ...more } });
interface Told {
  id: string;
  data: { changes?: { name?: { after: string } } };
}
/** Events come once every transaction of the cluster that began earlier has ended, those of other tests too. */
async function readAll(count: number, query = '', token = admin.token) {
  await expect.poll(async () => (await read(query, token)).body.events.length, patiently).toBeGreaterThanOrEqual(count);
  return (await read(query, token)).body;
}
/** A cursor behind all there is, once that is readable. */
async function readToEnd(): Promise<string> {
  await readAll(1);
  return (await read('?from=latest')).body.cursor;
}
const namesOf = (events: Told[]) => events.flatMap(({ data }) => data.changes?.name?.after ?? []);

describe('reading', () => {
  it('gives both logs in one order, page by page, and then goes on', async () => {
    await makeGroups('A', 'B', 'C');
    const whole = await readAll(4);
    expect(whole.events.map(({ type }: { type: string }) => type)).toEqual([
      'signIn.succeeded',
      ...Array(3).fill('group.created'),
    ]);
    expect(whole).toMatchObject({ more: false, retention: { days: null, deploymentMonths: expect.any(Number) } });
    const seen: Told[] = [];
    let page = (await read('?count=1')).body;
    for (; page.more; page = (await read(`?count=1&cursor=${page.cursor}`)).body) seen.push(...page.events);
    seen.push(...page.events);
    expect(seen.map(({ id }) => id)).toEqual(whole.events.map(({ id }: Told) => id));
    await makeGroups('D');
    const next = await readAll(1, `?cursor=${page.cursor}`);
    expect(namesOf(next.events)).toEqual(['D']);
    expect((await read(`?cursor=${next.cursor}`)).body.events).toEqual([]);
    // Asked again with the same cursor, it answers the same.
    expect(namesOf((await read(`?cursor=${page.cursor}`)).body.events)).toEqual(['D']);
    const { cursor, events } = (await read('?from=latest')).body;
    expect(events).toEqual([]);
    await makeGroups('E');
    expect(namesOf((await readAll(1, `?cursor=${cursor}`)).events)).toEqual(['E']);
  });

  it('waits for a transaction that began earlier, and gives what it wrote in its place', async () => {
    const cursor = await readToEnd();
    const open = await app.owner.connect();
    try {
      await open.query('begin');
      await open.query(
        `insert into system_operation_log (tenant_id, at, id, operation, action, status, operator_user_id, type, changes)
       values ($1, now(), gen_random_uuid(), 'create', 'test', 'success', 'x', 'group.created', '{"name": {"after": "Late"}}')`,
        [tenant.tenantId],
      );
      await makeGroups('After');
      const early = (await read(`?cursor=${cursor}`)).body;
      expect([early.events, early.more]).toEqual([[], false]);
    } finally {
      // Left open, it would hold up the events of all files.
      await open.query('commit');
      open.release();
    }
    const reads = async () => namesOf((await read(`?cursor=${cursor}`)).body.events);
    await expect.poll(reads, patiently).toEqual(['Late', 'After']);
  });

  it('refuses what is no cursor, and begins again after a restored backup', async () => {
    for (const wrong of ['cursor=abc', 'cursor=', 'count=0', 'count=1001', 'from=middle', 'more=1'])
      expect([wrong, (await read(`?${wrong}`)).body[0]?.message_id]).toEqual([wrong, 'invalid_params']);
    const cursor = await readToEnd();
    const [writer = '', server = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split('.');
    const as = (...parts: string[]) => Buffer.from(parts.join('.')).toString('base64url');
    const count = async (given: string) => (await read(`?cursor=${given}`)).body.events.length;
    expect(await count(cursor)).toBe(0);
    await expect.poll(() => count(as(writer, '1', id)), patiently).toBe(1);
    await expect.poll(() => count(as(String(Number(writer) + 1_000_000_000), server, id)), patiently).toBe(1);
  });
});

describe('a token for events', () => {
  it('reads them and does nothing else, until it is revoked', async () => {
    const made = await makeToken();
    expect([made.status, made.body.source, made.body.scopes]).toEqual([200, null, ['logs']]);
    const { token, id } = made.body;
    expect((await readAll(1, '', token)).events.length).toBeGreaterThan(0);
    const listed = await app.call('GET', tokens, { token: admin.token });
    expect(JSON.stringify(listed.body)).not.toContain(token.split('.')[1]);
    const others: [string, string, object?][] = [
      ['GET', '/api/auth/me'],
      ['GET', tokens],
      ['POST', `/api/auth/tenants/${tenant.tenantId}/logs/login`, { condition: {} }],
      ['GET', `/api/auth/tenants/${tenant.tenantId}/webhooks`],
      ['POST', `/api/auth/tenants/${tenant.tenantId}/groups`, { groupId: 'mine', name: 'Mine' }],
      ['GET', '/api/auth/scim/v2/Users'],
    ];
    for (const [method, path, body] of others) {
      const { status } = await app.call(method, path, { token, body });
      expect([path, [401, 404].includes(status)]).toEqual([path, true]);
    }
    expect((await app.call('DELETE', `${tokens}/${id}`, { token: admin.token })).status).toBe(204);
    expect((await read('', token)).status).toBe(401);
  });

  it('of another tenant, of a source, expired or made up, reads nothing', async () => {
    const { token } = (await makeToken()).body;
    const other = await makeTenant(app);
    expect((await app.call('GET', at(other), { token })).status).toBe(404);
    const moved = `${other.tenantId}.${token.split('.')[1]}`;
    expect((await app.call('GET', at(other), { token: moved })).status).toBe(401);
    const sources = `/api/auth/tenants/${tenant.tenantId}/provisioningSources`;
    const source = await app.call('POST', sources, { token: admin.token, body: { kind: 'okta', displayName: 'Okta' } });
    const scim = await makeToken({ scopes: ['scim'], sourceUuid: source.body.uuid });
    expect((await read('', scim.body.token)).status).toBe(401);
    await app.owner.query("update management_tokens set expires_at = now() - interval '1 s' where tenant_id = $1", [
      tenant.tenantId,
    ]);
    expect((await read('', token)).status).toBe(401);
    for (const wrong of [
      { scopes: ['scim'] },
      { sourceUuid: source.body.uuid },
      { scopes: ['logs', 'scim'] },
      { scopes: [] },
    ])
      expect([wrong, (await makeToken(wrong)).status]).toEqual([wrong, 400]);
  });

  it('users may not read, administrators may', async () => {
    const user = await signIn(app, await makeUser(app, tenant));
    expect((await read('', user.token)).status).toBe(403);
    expect((await read()).status).toBe(200);
  });
});
