import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { UserSortColumn } from '#contract/people/users-search.ts';
import { ask, type Question } from '../../platform/db/ask.ts';
import { tuning, walking } from '#server/platform/db/search/questions.ts';
import { seedDemo } from '#server/operator/demo/seed.ts';
import { startTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, type SignedIn, signIn, type TestTenant } from '#test/factories.ts';
import { operatorAct } from '#test/operator-act.ts';
import { predicatesOf } from './in-group.ts';
import { users } from './queries.ts';

/** So many that most of them are more than are counted. */
const MANY = 14_000;

let app: TestApp;
let tenant: TestTenant;
let signedIn: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
  tenant = await makeTenant(app);
  await seedDemo(app.tools, operatorAct(app.tools.clock()), { tenantId: tenant.tenantId, users: MANY, groups: 1 });
  signedIn = await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] }));
  // A third never came, half of these are old accounts; the others came within a hundred days.
  const numbered = 'select uuid, row_number() over (order by uuid) as n from users where tenant_id = $1';
  await app.owner.query(
    `update users u set created_at = now() - make_interval(days => 300, secs => n)
     from (${numbered}) r where r.uuid = u.uuid and n % 6 = 0`,
    [tenant.tenantId],
  );
  await app.owner.query(
    `update last_sign_ins l set signed_in_at =
       case when n % 3 = 0 then '-infinity' else now() - make_interval(days => (n % 100)::integer, secs => n) end
     from (${numbered}) r where r.uuid = l.uuid`,
    [tenant.tenantId],
  );
  await app.owner.query('vacuum analyze users, last_sign_ins');
});
afterAll(() => app.close());

interface Answer {
  results: { uuid: string; loginedAt: string | null; createdAt: string }[];
  totalResults: number;
  totalIsEstimate?: true;
  next?: string;
}

const search = async (body: Record<string, unknown>) => {
  const answer = await app.call('POST', `/api/auth/tenants/${tenant.tenantId}/operations/search/users`, {
    token: signedIn.token,
    body: { count: 100, ...body },
  });
  expect(answer.status).toBe(200);
  return answer.body as Answer;
};

const uuidsOf = ({ results }: Answer) => results.map(({ uuid }) => uuid);

/** The whole list in an order, page by page; it is in order (search.test.ts). */
async function wholeList(order: Order) {
  const found: string[] = [];
  for (let page = await search({ ...order }); ; page = await search({ ...order, cursor: page.next })) {
    found.push(...uuidsOf(page));
    if (!page.next) return found;
  }
}

interface Order {
  sort: UserSortColumn;
  order: 'ascending' | 'descending';
}
const orders = (['userId', 'status', 'createdAt', 'loginedAt'] as const).flatMap((sort): Order[] => [
  { sort, order: 'ascending' },
  { sort, order: 'descending' },
]);

it.each(orders)('users who have not signed in for N days, by $sort $order', async (order) => {
  const list = await wholeList(order);
  expect(list.length).toBe(MANY + 1);
  for (const days of [1, 50, 98, 250, 3000]) {
    const { rows } = await app.owner.query<{ uuid: string }>(
      `select u.uuid from users u join last_sign_ins l using (tenant_id, uuid) where tenant_id = $1 and
         case when signed_in_at = '-infinity' then u.created_at else signed_in_at end < now() - make_interval(days => $2)`,
      [tenant.tenantId, days],
    );
    const matching = new Set(rows.map(({ uuid }) => uuid));
    const expected = list.filter((uuid) => matching.has(uuid));
    const body = { condition: { lastSignInOlderThanDays: days }, ...order };
    const first = await search(body);
    expect([days, uuidsOf(first)]).toEqual([days, expected.slice(0, 100)]);
    if (first.next) {
      expect([days, uuidsOf(await search({ ...body, cursor: first.next }))]).toEqual([days, expected.slice(100, 200)]);
    }
    const middle = Math.max(1, Math.floor(expected.length / 200));
    expect([days, uuidsOf(await search({ ...body, page: middle }))]).toEqual([
      days,
      expected.slice((middle - 1) * 100, middle * 100),
    ]);
    if (!first.totalIsEstimate) expect([days, first.totalResults]).toEqual([days, expected.length]);
    else expect(expected.length).toBeGreaterThan(10_000);
  }
});

/** How a question is answered, line by line, after another one that tells the planner something. */
const explain = (question: RawBuilder<unknown>, tuned: Question<object>) =>
  app.tools.db.inTenant(tenant.tenantId, async (tx) => {
    await ask(tx, tuned);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain (analyze, timing off, costs off) ${question}`.execute(
      tx,
    );
    return rows.map((row) => row['QUERY PLAN']);
  });

it('looks none of them up where many never signed in but all are new', async () => {
  await app.owner.query("update last_sign_ins set signed_in_at = '-infinity' where tenant_id = $1", [tenant.tenantId]);
  await app.owner.query('vacuum analyze last_sign_ins');
  const counted = users.countedMatching(predicatesOf({ lastSignInOlderThanDays: 3000 }, new Date()));
  const lines = await explain(counted, tuning);
  // The last one is that of the users themselves: those that its index was asked for.
  const asked = lines.filter((line) => /Index Scan (on|using) users_pkey/.test(line)).at(-1);
  expect(asked).toMatch(/actual rows=0(\.00)? /);
  // None of the tenant's users was read to learn how old the accounts are.
  expect(lines.filter((line) => /on users/.test(line) && /actual rows=(?!0(?:\.00)? )/.test(line))).toEqual([]);
  expect(lines.filter((line) => /Rows Removed by Filter: \d{3}/.test(line))).toEqual([]);
});

it('goes along their last sign-ins past those who are new without reading them', async () => {
  const predicates = predicatesOf({ lastSignInOlderThanDays: 3000 }, new Date());
  const reading = { sort: 'loginedAt', descending: false, limit: 101 } as const;
  const lines = await explain(users.scanned(predicates, reading, 80_000), walking);
  const read = lines.filter((line) => /(on|using) users/.test(line));
  expect(read.length).toBeGreaterThan(0);
  expect(read.filter((line) => !line.includes('never executed'))).toEqual([]);
});
