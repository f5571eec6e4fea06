import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestApp } from '#test/app.ts';
import { makeUser, type TestTenant } from '#test/factories.ts';
import { confirm, type Importing, preview, reasonsOf, startImporting, untilImport } from '#test/imports.ts';

let app: TestApp;
let tenant: TestTenant;
let importing: Importing;

beforeAll(async () => {
  ({ app, tenant, importing } = await startImporting({ own: true }));
});
afterAll(() => app.close());

const call = (method: string, path: string, body?: object) =>
  app.call(method, `/api/auth/tenants/${tenant.tenantId}${path}`, { token: importing.token, ...(body && { body }) });
const makeGroup = async (groupId: string) => (await call('POST', '/groups', { groupId, name: groupId })).body.uuid;

/** Waits until a transaction waits for a lock. */
const untilOneWaits = () =>
  expect
    .poll(
      async () =>
        (
          await app.owner.query(
            "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
          )
        ).rowCount,
      { interval: 20 },
    )
    .toBe(1);

it('counts users who are being added to the group at the same time', async () => {
  const member = await makeUser(app, tenant);
  const uuid = await makeGroup('joined');
  const joining = await app.owner.connect();
  await joining.query('begin');
  await joining.query('insert into group_users (tenant_id, group_uuid, user_uuid) values ($1, $2, $3)', [
    ...[tenant.tenantId, uuid, member.uuid],
  ]);
  const deleting = call('DELETE', `/groups/${uuid}`);
  await untilOneWaits();
  await joining.query('commit');
  joining.release();
  expect((await deleting).body).toMatchObject({ users: 1 });
  const log = await call('POST', '/operations/search/logs/systemOperation', { targetType: 'group', targetId: uuid });
  expect(log.body.results[0].changes).toMatchObject({ users: { before: 1 } });
});

it('is noticed at once by an import that uses the group', async () => {
  const uuid = await makeGroup('deleted');
  await makeGroup('stays');
  const lines = ['operation,userId,groups', 'create,one,deleted', 'create,two,stays', 'update,admin,deleted'];
  const { importId, counts } = await preview(importing, lines.join('\n'));
  expect(counts).toMatchObject({ create: 2, update: 1, wrong: 0 });
  const deleting = await app.owner.connect();
  await deleting.query('begin');
  await deleting.query('delete from groups where uuid = $1', [uuid]);
  await confirm(importing, importId);
  await untilOneWaits();
  await deleting.query('commit');
  deleting.release();
  const done = await untilImport(importing, importId, ['completed', 'error']);
  expect(done).toMatchObject({ status: 'completed', progress: { done: 3 }, counts: { create: 1, wrong: 2 } });
  expect(await reasonsOf(importing, importId)).toEqual([
    '2 groups invalid_params_groups.groupId',
    '4 groups invalid_params_groups.groupId',
  ]);
  const { rows } = await app.owner.query(
    "select sum(retry_count)::integer as tries from pgboss.job where name = 'user-import'",
  );
  expect(rows).toEqual([{ tries: 0 }]);
});

it('updates each row once, even with many child groups', async () => {
  const many = 400;
  const [above, uuid] = [await makeGroup('above'), await makeGroup('wide')];
  await call('PUT', `/groups/${uuid}`, { parentGroupIds: ['above'] });
  await app.owner.query(
    `insert into groups (tenant_id, uuid, group_id, name)
     select $1, gen_random_uuid(), 'narrow-' || n, 'Narrow' from generate_series(1, ${many}) n`,
    [tenant.tenantId],
  );
  await app.owner.query(
    `insert into group_groups (tenant_id, parent_uuid, child_uuid)
     select $1, $2, g.uuid from groups g where g.tenant_id = $1 and g.name = 'Narrow'`,
    [tenant.tenantId, uuid],
  );
  const written = async () => {
    const question = "select n_tup_upd::integer as n from pg_stat_user_tables where relname = 'groups'";
    return (await app.owner.query(question)).rows[0].n as number;
  };
  // Rows of its parents and its own: PostgreSQL counts them with a delay.
  await expect.poll(written).toBeGreaterThanOrEqual(2 * many);
  const before = await written();
  const answer = await call('DELETE', `/groups/${uuid}`);
  expect(answer.body).toMatchObject({ parentGroups: 1, childGroups: many, topGroups: many });
  await expect.poll(written).toBeGreaterThanOrEqual(before + many);
  expect((await written()) - before).toBeLessThan(1.5 * many);
  const ways = await app.owner.query('select from group_ancestry where ancestor_uuid = any ($1)', [[above, uuid]]);
  expect(ways.rowCount).toBe(0);
  const [child] = (await call('POST', '/operations/search/groups', { condition: { or: { groupId: 'narrow-7' } } })).body
    .results;
  expect(child.hasParents).toBe(false);
  const logOf = async (targetId: string) =>
    (await call('POST', '/operations/search/logs/systemOperation', { targetType: 'group', targetId })).body.results[0]
      .changes;
  expect(await logOf(child.uuid)).toEqual({ parentGroupIds: { before: ['wide'], after: [] } });
  expect(await logOf(above)).toEqual({ groupIds: { before: ['wide'], after: [] } });
});
