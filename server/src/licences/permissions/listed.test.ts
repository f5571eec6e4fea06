import { afterAll, beforeAll, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn, type TestTenant } from '#test/factories.ts';
import { makeLicense, makeOperator, makeService } from '#test/services.ts';
import { seedDemo } from '#server/operator/demo/seed.ts';
import { operatorAct } from '#test/operator-act.ts';

/** Searches that other tables decide alone, held against the whole list: whichever way they are read, they find the same. */

const USERS = 3000;
const PAGE = 10;

let app: TestApp;
let tenant: TestTenant;
let token: string;
let common: string;
let last: string;
let groups: Map<string, string>;
/** What was drawn, by user ID in the order of the list. */
let all: { userId: string; n: number }[];

beforeAll(async () => {
  app = await sharedTestApp();
  tenant = await makeTenant(app);
  await seedDemo(app.tools, operatorAct(app.tools.clock()), { tenantId: tenant.tenantId, users: USERS, groups: 1 });
  token = (await signIn(app, await makeUser(app, tenant, { userId: 'zz-root', roles: ['PowerUser'] }))).token;
  const serviceClass = await makeService(await makeOperator(app));
  const license = async () => makeLicense(await makeOperator(app), tenant.tenantId, { serviceClass, volume: 9999 });
  [common, last] = [await license(), await license()];
  const { owner } = app;
  const numbered = `numbered as (
    select tenant_id, uuid, user_id, (row_number() over (order by user_id_key))::int as n from users where tenant_id = $1)`;
  const permit = (id: string, where: string) =>
    owner.query(
      `with ${numbered} insert into license_users (tenant_id, user_uuid, license_id, generation, permitted, counts)
       select n.tenant_id, n.uuid, l.license_id, l.generation, true, true from numbered n
       join licenses l on l.tenant_id = n.tenant_id and l.license_id = $2 where ${where}`,
      [tenant.tenantId, id],
    );
  await permit(common, 'n.n % 5 = 0');
  // All at the end of the list: whoever looks along it meets none for long.
  await permit(last, `n.n > ${USERS - 600}`);
  for (const [id, where] of [
    ['top', 'n.n % 7 = 0'],
    ['below', 'n.n % 14 = 0 or n.n % 11 = 0'],
  ]) {
    await owner.query(`insert into groups (tenant_id, uuid, group_id, name) values ($1, gen_random_uuid(), $2, $2)`, [
      tenant.tenantId,
      id,
    ]);
    await owner.query(
      `with ${numbered} insert into group_users (tenant_id, group_uuid, user_uuid)
       select n.tenant_id, g.uuid, n.uuid from numbered n
       join groups g on g.tenant_id = n.tenant_id and g.group_id = $2 where ${where}`,
      [tenant.tenantId, id],
    );
  }
  const { rows } = await owner.query<{ group_id: string; uuid: string }>(
    `select group_id, uuid from groups where tenant_id = $1 and group_id in ('top', 'below')`,
    [tenant.tenantId],
  );
  groups = new Map(rows.map(({ group_id, uuid }) => [group_id, uuid]));
  await owner.query('insert into group_groups (tenant_id, parent_uuid, child_uuid) values ($1, $2, $3)', [
    tenant.tenantId,
    groups.get('top'),
    groups.get('below'),
  ]);
  await owner.query(
    `with ${numbered} update last_sign_ins l set signed_in_at = case when n.n % 3 = 0 then now() - interval '1 hour'
       else now() - interval '90 days' end from numbered n where n.uuid = l.uuid`,
    [tenant.tenantId],
  );
  const listed = await owner.query(`with ${numbered} select user_id as "userId", n from numbered order by n`, [
    tenant.tenantId,
  ]);
  all = listed.rows;
  await owner.query('vacuum analyze users, license_users, group_users, last_sign_ins');
}, 180_000);
afterAll(() => app.close());

async function search(condition: object, more: object) {
  const { status, body } = await app.call(
    'POST',
    `/api/service/tenants/${tenant.tenantId}/operations/search/userPermissions`,
    { token, body: { condition, licenseIds: [common], count: PAGE, ...more } },
  );
  expect(status).toBe(200);
  const ids: string[] = body.results.map(({ user }: { user: { userId: string } }) => user.userId);
  return { ids, total: body.totalResults, isEstimate: body.totalIsEstimate, next: body.next, previous: body.previous };
}

const has = (licenseId: () => string, permitted: boolean) => () => ({
  license: { licenseId: licenseId(), permitted },
});
const inGroup = (members: string) => () => ({ group: { uuid: groups.get('top'), members } });
const today = () => ({ lastSignIn: { periodType: 'hours24' } });
const isBelow = (n: number) => n % 14 === 0 || n % 11 === 0;

it.each<[string, (() => object)[], (n: number) => boolean]>([
  ['a license', [has(() => common, true)], (n) => n % 5 === 0],
  ['a license of the last in the list', [has(() => last, true)], (n) => n > USERS - 600],
  ['not a license', [has(() => common, false)], (n) => n % 5 !== 0],
  ['a group', [inGroup('direct')], (n) => n % 7 === 0],
  ['a group below', [inGroup('inherited')], isBelow],
  ['a group and those below, who are in both once', [inGroup('all')], (n) => n % 7 === 0 || isBelow(n)],
  ['today', [today], (n) => n % 3 === 0],
  [
    'a group, and a license',
    [inGroup('all'), has(() => common, true)],
    (n) => n % 5 === 0 && (n % 7 === 0 || isBelow(n)),
  ],
  ['a group, and not a license', [inGroup('direct'), has(() => common, false)], (n) => n % 7 === 0 && n % 5 !== 0],
  ['today, and not a license', [today, has(() => last, false)], (n) => n % 3 === 0 && n <= USERS - 600],
  ['today, a group and a license', [today, inGroup('direct'), has(() => common, true)], (n) => n % 105 === 0],
])('%s: as the whole list, on each page, both ways', async (_name, asked, isFound) => {
  const condition = Object.assign({}, ...asked.map((one) => one()));
  const expected = all.filter(({ n }) => isFound(n)).map(({ userId }) => userId);
  expect(expected.length).toBeGreaterThan(2 * PAGE);
  const backwards = expected.toReversed();
  for (const [order, ids] of [
    ['ascending', expected],
    ['descending', backwards],
  ] as const) {
    const first = await search(condition, { order });
    expect(first).toMatchObject({ ids: ids.slice(0, PAGE), total: ids.length });
    expect(first.isEstimate).toBeUndefined();
    const second = await search(condition, { order, cursor: first.next });
    expect(second).toMatchObject({ ids: ids.slice(PAGE, 2 * PAGE), total: ids.length });
    expect((await search(condition, { order, cursor: second.previous })).ids).toEqual(first.ids);
    const pages = Math.ceil(ids.length / PAGE);
    for (const page of [2, pages - 1, pages, pages + 1])
      expect([page, (await search(condition, { order, page })).ids]).toEqual([
        page,
        ids.slice((page - 1) * PAGE, page * PAGE),
      ]);
  }
  const byName = await search(condition, { sort: 'name', count: 100 });
  expect(byName.ids.filter((id) => !expected.includes(id))).toEqual([]);
  expect(byName.total).toBe(expected.length);
});
