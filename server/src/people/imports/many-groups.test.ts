import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestApp } from '#test/app.ts';
import { makeUser, type TestTenant } from '#test/factories.ts';
import { carryOut, type Importing, preview, startImporting } from '#test/imports.ts';

/** Somebody may be in more groups than one call may put them into: what is there already is never refused. */

const MANY = 150;

let app: TestApp;
let tenant: TestTenant;
let importing: Importing;
beforeAll(async () => {
  ({ app, tenant, importing } = await startImporting());
  const member = await makeUser(app, tenant, { userId: 'member' });
  await app.owner.query(
    `insert into groups (tenant_id, uuid, group_id, name)
     select $1, gen_random_uuid(), 'Group-' || n, 'Group ' || n from generate_series(1, 400) n`,
    [tenant.tenantId],
  );
  await app.owner.query(
    `insert into group_users (tenant_id, group_uuid, user_uuid, user_id_key) select $1, uuid, $2, 'member' from groups
     where tenant_id = $1 and substr(group_id, 7)::int <= ${MANY}`,
    [tenant.tenantId, member.uuid],
  );
  await app.startWorker();
});
afterAll(() => app.close());

const call = (method: string, path: string, body?: object) =>
  app.call(method, `/api/auth/tenants/${tenant.tenantId}${path}`, { token: importing.token, ...(body && { body }) });
const groups = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => ({ groupId: `group-${from + at}` }));
const countOf = async () => (await call('GET', '/users/member')).body.groups.length;

it('goes out and comes in again unchanged, and may become more', async () => {
  const { exportStatusId } = (await call('POST', '/userExport', {})).body;
  const status = async () => (await call('GET', `/userExport/${exportStatusId}`)).body.status;
  await expect.poll(status, { interval: 20 }).toBe('completed');
  const csv = (await call('GET', `/userExport/${exportStatusId}/download?index=1`)).body;
  const found = await preview(importing, csv);
  expect(found.counts).toMatchObject({ update: 0, unchanged: 2, wrong: 0 });
  const all = groups(1, 300)
    .map(({ groupId }) => groupId)
    .join(';');
  const more = await preview(importing, `operation,userId,groups\nupdate,member,${all}`);
  expect(more.counts).toMatchObject({ update: 1, wrong: 0 });
  await carryOut(importing, more.importId);
  expect(await countOf()).toBe(300);
});

it('a call refuses no group the user is in, and not more than a hundred others', async () => {
  expect((await call('PUT', '/users/member', { groups: groups(1, 300) })).status).toBe(200);
  expect((await call('PUT', '/users/member', { groups: groups(1, 400) })).status).toBe(200);
  expect((await call('PUT', '/users/member', { groups: groups(1, 20) })).status).toBe(200);
  for (const [method, path, body] of [
    ['PUT', '/users/member', { groups: groups(20, 121) }],
    ['POST', '/users', { userId: 'newcomer', groups: groups(1, 101) }],
  ] as const) {
    const refused = await call(method, path, body);
    expect([refused.status, refused.body[0].message_id, refused.body[0].field]).toEqual([
      400,
      'invalid_params',
      'groups',
    ]);
  }
  expect(await countOf()).toBe(20);
  expect((await call('GET', '/users/newcomer')).status).toBe(404);
});
