import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UserSortColumn } from '#contract/people/users-search.ts';
import { seedDemo } from '#server/operator/demo/seed.ts';
import { startTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, type SignedIn, signIn, type TestTenant } from '#test/factories.ts';
import { operatorAct } from '#test/operator-act.ts';

let app: TestApp;
let tenant: TestTenant;
let signedIn: SignedIn;

interface Person {
  userId: string;
  familyName?: string;
  givenName?: string;
  mail?: string;
  other?: string[];
  department?: string;
  location?: string;
  description?: string;
}

const people: Person[] = [
  {
    userId: 'taro',
    familyName: '山田',
    givenName: '太郎',
    mail: 'taro@one.example',
    department: '営業部',
    location: '東京本社',
  },
  {
    userId: 'jiro',
    familyName: '山本',
    givenName: '二郎',
    mail: 'jiro@one.example',
    department: '開発部',
    location: '大阪支社',
  },
  {
    userId: 'Anna.S',
    familyName: 'Schmidt',
    givenName: 'Anna',
    mail: 'anna@two.example',
    department: 'Sales',
    location: 'Berlin',
  },
  {
    userId: 'o_brien',
    familyName: "O'Brien",
    givenName: 'Zoë',
    other: ['Quiet+box@three.example', 'second@three.example'],
  },
  { userId: 'percent', familyName: '100%', givenName: 'A*B', description: 'first line\nback\\slash & more' },
  { userId: 'under', familyName: 'snake_case', givenName: 'İzmir' },
  { userId: 'giorgos', familyName: 'ΠΑΠΠΑΣ', givenName: 'ΓΙΩΡΓΟΣ', location: 'ΔΡΟΜΟΣ' },
  // As a macOS names its files.
  { userId: 'mueller', familyName: 'Mu\u0308ller', department: 'カ\u3099ラス', description: 'Cafe\u0301' },
];

beforeAll(async () => {
  app = await startTestApp();
  tenant = await makeTenant(app);
  signedIn = await signIn(
    app,
    await makeUser(app, tenant, { userId: 'admin', mail: 'admin@four.example', roles: ['PowerUser'] }),
  );
  for (const { mail, other, ...person } of people) {
    const body = { status: 'active', ...person, mailAddresses: other ?? [], loginMailAddress: mail ?? null };
    const made = await app.call('POST', `/api/auth/tenants/${tenant.tenantId}/users`, { token: signedIn.token, body });
    expect(made.status).toBe(200);
  }
});
afterAll(() => app.close());

const ask = async (body: Record<string, unknown>, at = tenant, token = signedIn.token) => {
  const answer = await app.call('POST', `/api/auth/tenants/${at.tenantId}/operations/search/users`, { token, body });
  expect([answer.status, answer.status === 200 ? '' : answer.body]).toEqual([200, '']);
  return answer.body as {
    results: { userId: string; uuid: string }[];
    totalResults: number;
    totalIsEstimate?: boolean;
    next?: string;
    previous?: string;
  };
};
const ids = async (condition: Record<string, unknown>) =>
  (await ask({ condition })).results.map(({ userId }) => userId);

describe('what a condition finds', () => {
  it.each<[Record<string, unknown>, string[]]>([
    [{ keyword: 'schm' }, ['Anna.S']],
    [{ keyword: 'ANNA SCH' }, ['Anna.S']],
    [{ keyword: 'schmidt anna' }, ['Anna.S']],
    [{ keyword: '  anna  ' }, ['Anna.S']],
    [{ keyword: '山田' }, ['taro']],
    [{ keyword: '山' }, ['jiro', 'taro']],
    [{ keyword: '山田太郎' }, ['taro']],
    [{ keyword: '太郎 山田' }, ['taro']],
    [{ keyword: '発部' }, ['jiro']],
    [{ keyword: '田山' }, []],
    [{ keyword: 'zoë' }, ['o_brien']],
    [{ keyword: "o'b" }, ['o_brien']],
    [{ keyword: 'quiet+' }, ['o_brien']],
    [{ keyword: 'two.example' }, ['Anna.S']],
    [{ keyword: '%' }, ['percent']],
    [{ keyword: '_' }, ['o_brien', 'under']],
    [{ keyword: '*' }, ['percent']],
    [{ keyword: '\\*' }, ['percent']],
    [{ keyword: 'a\\*b' }, ['percent']],
    [{ keyword: '\\' }, ['percent']],
    [{ keyword: 'slash \\& more' }, ['percent']],
    [{ keyword: 'a%b' }, []],
    [{ keyword: 'j' }, ['jiro']],
    [{ keyword: 'ji' }, ['jiro']],
    [{ keyword: 'zq' }, []],
    [{ keyword: "'; drop table users; --" }, []],
    [{ userId: 'anna' }, ['Anna.S']],
    [{ userId: 'schmidt' }, []],
    [{ mailAddress: 'SECOND@three' }, ['o_brien']],
    [{ mailAddress: 'taro@' }, ['taro']],
    [{ mailAddress: 'anna.s' }, []],
    [{ names: '郎' }, ['jiro', 'taro']],
    [{ names: '営業' }, []],
    [{ department: 'ale' }, ['Anna.S']],
    [{ location: '本社' }, ['taro']],
    [{ comment: 'FIRST' }, ['percent']],
    [{ names: '山', location: '大阪' }, ['jiro']],
    [{ keyword: '', userId: 'taro' }, ['taro']],
    [{ role: 'PowerUser' }, ['admin']],
    [{ mfa: true }, []],
    [{ mfa: false, keyword: 'taro' }, ['taro']],
    [{ source: ['scim', 'jit'] }, []],
    [{ source: ['local'], userId: 'taro' }, ['taro']],
    [{ status: ['inactive', 'locked'] }, []],
    [{ status: ['active'], userId: 'ji' }, ['jiro']],
    [{ lastSignInOlderThanDays: 1 }, []],
    [{ keyword: 'ΓΙΩΡΓΟΣ' }, ['giorgos']],
    [{ names: 'ΓΙΩΡΓΟΣ' }, ['giorgos']],
    [{ names: 'ΠΑΠΠΑΣ ΓΙΩΡΓΟΣ' }, ['giorgos']],
    [{ location: 'ΔΡΟΜΟΣ' }, ['giorgos']],
    [{ names: 'İZMİR' }, ['under']],
    [{ keyword: 'İzmir' }, ['under']],
    [{ keyword: 'MÜLLER' }, ['mueller']],
    [{ names: 'mu\u0308ller' }, ['mueller']],
    [{ department: 'ガラス' }, ['mueller']],
    [{ comment: 'cafe\u0301' }, ['mueller']],
  ])('%j', async (condition, expected) => {
    expect(await ids(condition)).toEqual(expected);
  });

  it('keeps texts in one form, whatever they were typed in', async () => {
    const path = `/api/auth/tenants/${tenant.tenantId}/users/mueller`;
    const call = (method: string, body?: object) => app.call(method, path, { token: signedIn.token, body });
    const kept = { familyName: 'Müller', department: 'ガラス', description: 'Café' };
    expect((await call('GET')).body).toMatchObject(kept);
    const changes = { givenName: 'Zoe\u0308', extensionAttributes: { extensionAttribute1: 'Ko\u0308ln' } };
    const changed = { givenName: 'Zoë', extensionAttributes: { extensionAttribute1: 'Köln' } };
    expect((await call('PUT', changes)).body).toMatchObject({ ...kept, ...changed });
    expect((await call('PUT', { familyName: 'u\u0308'.repeat(128) })).status).toBe(200);
    expect((await call('PUT', { familyName: 'u\u0308'.repeat(129) })).status).toBe(400);
    await call('PUT', { familyName: 'Müller' });
  });

  it('last sign-in older than so many days, and who never signed in since then', async () => {
    await app.owner.query(
      "update users set logined_at = now() - interval '40 days' where user_id = 'taro' and tenant_id = $1",
      [tenant.tenantId],
    );
    await app.owner.query(
      "update users set created_at = now() - interval '50 days' where user_id = 'jiro' and tenant_id = $1",
      [tenant.tenantId],
    );
    expect(await ids({ lastSignInOlderThanDays: 39 })).toEqual(['jiro', 'taro']);
    expect(await ids({ lastSignInOlderThanDays: 41 })).toEqual(['jiro']);
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString();
    const within = (from: number, to: number) => ({
      lastSignIn: { periodType: 'custom', fromDatetime: day(from), toDatetime: day(to) },
    });
    expect(await ids(within(41, 39))).toEqual(['taro']);
    expect(await ids({ lastSignIn: { periodType: 'hours24' } })).toEqual(['admin']);
    for (const lastSignIn of [
      within(1, 2).lastSignIn,
      { periodType: 'custom' },
      { periodType: 'days7', fromDatetime: day(1) },
    ])
      expect(
        (
          await app.call('POST', `/api/auth/tenants/${tenant.tenantId}/operations/search/users`, {
            token: signedIn.token,
            body: { condition: { lastSignIn } },
          })
        ).status,
      ).toBe(400);
  });

  it('a password chosen so many days ago or more; who has none is not among them', async () => {
    await app.owner.query(
      `update user_passwords set changed_at = now() - interval '80 days 1 minute' where tenant_id = $1
         and user_uuid = (select uuid from users where tenant_id = $1 and user_id = 'admin')`,
      [tenant.tenantId],
    );
    expect(await ids({ passwordOlderThanDays: 80 })).toEqual(['admin']);
    expect(await ids({ passwordOlderThanDays: 81 })).toEqual([]);
    for (const days of [0, 3651, 1.5, '80']) {
      const answer = await app.call('POST', `/api/auth/tenants/${tenant.tenantId}/operations/search/users`, {
        token: signedIn.token,
        body: { condition: { passwordOlderThanDays: days } },
      });
      expect([answer.status, answer.body[0].message_id]).toEqual([400, 'invalid_params']);
    }
  });

  it('follows changes of the further mail addresses', async () => {
    const put = (mailAddresses: string[]) =>
      app.call('PUT', `/api/auth/tenants/${tenant.tenantId}/users/under`, {
        token: signedIn.token,
        body: { mailAddresses },
      });
    await put(['passing@x.example']);
    expect(await ids({ keyword: 'passing@' })).toEqual(['under']);
    await put([]);
    expect(await ids({ keyword: 'passing@' })).toEqual([]);
  });

  it('nothing of another tenant', async () => {
    const other = await makeTenant(app);
    await makeUser(app, other, { userId: 'unfindable' });
    expect(await ids({ keyword: 'unfindable' })).toEqual([]);
    const list = await app.call('GET', `/api/auth/tenants/${tenant.tenantId}/users?userId=unfindable`, {
      token: signedIn.token,
    });
    expect(list.body.totalResults).toBe(0);
    const through = await app.tools.db.inTenant(other.tenantId, (tx) =>
      tx.selectFrom('users').select('user_id').execute(),
    );
    expect(through).toEqual([{ user_id: 'unfindable' }]);
    const view = await app.tools.db.pool.query('select count(*) as n from searchable_users');
    expect(view.rows).toEqual([{ n: 0 }]);
  });
});

describe('the check for duplicates', () => {
  it.each([
    ['userId=TARO', 1],
    ['userId=tar', 0],
    ['loginMailAddress=ADMIN@four.example', 1],
    ['loginMailAddress=four.example', 0],
    ['mailAddresses=admin@four.example', 1],
    ['mailAddresses=Second@Three.example', 1],
    ['mailAddresses=taro@one.example', 1],
    ['mailAddresses=econd@three.example', 0],
    ['mailAddresses=%25', 0],
    ['mailAddresses=', 0],
    ['loginMailAddress=', 0],
  ])('%s', async (query, total) => {
    const answer = await app.call('GET', `/api/auth/tenants/${tenant.tenantId}/users?${query}`, {
      token: signedIn.token,
    });
    expect([answer.status, answer.body.totalResults, answer.body.results.length]).toEqual([200, total, total]);
  });
});

describe('going through a list', () => {
  let big: TestTenant;
  let token: string;
  const USERS = 12_000;
  beforeAll(async () => {
    big = await makeTenant(app);
    token = (await signIn(app, await makeUser(app, big, { userId: '0admin', roles: ['PowerUser'] }))).token;
    const act = operatorAct(app.tools.clock());
    await seedDemo(app.tools, act, { tenantId: big.tenantId, users: USERS - 1, groups: 3 });
    await app.owner.query(
      "update users set logined_at = now() - n * interval '1 second' from (select uuid as of, row_number() over (order by uuid) as n from users where tenant_id = $1) x where uuid = of and n % 3 = 0",
      [big.tenantId],
    );
    await app.owner.query('vacuum analyze users');
  });

  const sorts: UserSortColumn[] = [
    'userId',
    'name',
    'loginMailAddress',
    'department',
    'location',
    'status',
    'loginedAt',
    'createdAt',
  ];
  it.each(sorts.flatMap((sort) => ['ascending', 'descending'].map((order) => [sort, order] as const)))(
    'by %s, %s: forward, back and by jumps the same',
    async (sort, order) => {
      const first = await ask({ sort, order, count: 100 }, big, token);
      expect(first.totalResults).toBe(USERS);
      expect(first.previous).toBeUndefined();
      const pages = [first];
      for (let page = 2; page <= 4; page += 1)
        pages.push(await ask({ sort, order, count: 100, cursor: pages.at(-1)?.next }, big, token));
      const back = await ask({ sort, order, count: 100, cursor: pages[3]?.previous }, big, token);
      const uuids = (page: typeof first) => page.results.map(({ uuid }) => uuid);
      expect(uuids(back)).toEqual(uuids(pages[2]!));
      expect(new Set(pages.flatMap(uuids)).size).toBe(400);
      for (const page of [3, 40, 65, 66, 120]) {
        const there = await ask({ sort, order, count: 100, page }, big, token);
        const here = await ask({ sort, order, count: 100, cursor: there.previous }, big, token);
        const again = await ask({ sort, order, count: 100, cursor: here.next }, big, token);
        expect([page, uuids(again)]).toEqual([page, uuids(there)]);
        expect(there.next === undefined).toBe(page === 120);
      }
      // What is at the end of one order is at the beginning of the other.
      const last = await ask({ sort, order, count: 100, page: 120 }, big, token);
      const turned = await ask(
        { sort, order: order === 'ascending' ? 'descending' : 'ascending', count: 100 },
        big,
        token,
      );
      expect(uuids(last).reverse()).toEqual(uuids(turned));
      expect((await ask({ sort, order, count: 100, page: 121 }, big, token)).results).toEqual([]);
    },
  );

  it('page N is where counting leads to', async () => {
    const { rows } = await app.owner.query(
      'select user_id from users where tenant_id = $1 order by user_id_key collate "C" offset 6600 limit 100',
      [big.tenantId],
    );
    const there = await ask({ count: 100, page: 67 }, big, token);
    expect(there.results.map(({ userId }) => userId)).toEqual(rows.map(({ user_id }) => user_id));
  });

  it('what is made and removed meanwhile neither doubles nor hides a user', async () => {
    const first = await ask({ count: 50 }, big, token);
    const made = (userId: string) =>
      app.call('POST', `/api/auth/tenants/${big.tenantId}/users`, { token, body: { userId } });
    for (const userId of ['00first', '00second', 'u0000020x']) expect((await made(userId)).status).toBe(200);
    await app.call('DELETE', `/api/auth/tenants/${big.tenantId}/users/${first.results[49]?.userId}`, { token });
    const second = await ask({ count: 50, cursor: first.next }, big, token);
    const before = first.results.at(-1)?.userId ?? '';
    expect(second.results[0]?.userId).toBe(`u${String(Number(before.slice(1)) + 1).padStart(7, '0')}`);
    for (const userId of ['00first', '00second', 'u0000020x'])
      await app.call('DELETE', `/api/auth/tenants/${big.tenantId}/users/${userId}`, { token });
  });

  it('a search goes on from page to page, and its total is exact', async () => {
    const { rows } = await app.owner.query(
      "select count(*) as n from users where tenant_id = $1 and family_name like '%田%'",
      [big.tenantId],
    );
    const names = '田';
    let page = await ask({ condition: { names }, sort: 'name', count: 100 }, big, token);
    const found = new Set(page.results.map(({ uuid }) => uuid));
    while (page.next) {
      expect(page.totalResults).toBe(rows[0].n);
      page = await ask({ condition: { names }, sort: 'name', count: 100, cursor: page.next }, big, token);
      for (const { uuid } of page.results) found.add(uuid);
    }
    expect(found.size).toBe(rows[0].n);
  });

  it.each([
    [{ cursor: 'bm9uc2Vuc2U' }],
    [{ cursor: Buffer.from('name\na\nn\n00000000-0000-7000-8000-000000000000\nx').toString('base64url') }],
    [{ cursor: Buffer.from('userId\na\nn\nnot-a-uuid\nx').toString('base64url') }],
    [
      {
        cursor: Buffer.from('loginedAt\na\nn\n00000000-0000-7000-8000-000000000000\n2026-99-99').toString('base64url'),
        sort: 'loginedAt',
      },
    ],
    [{ cursor: Buffer.from('userId\na\nn\n00000000-0000-7000-8000-000000000000\nx').toString('base64url'), page: 2 }],
    [{ count: 101 }],
    [{ sort: 'password' }],
    [{ condition: { keyword: 'x'.repeat(257) } }],
    [{ condition: { userId: 'x'.repeat(129) } }],
    [{ condition: { nothing: 1 } }],
  ])('%j is refused', async (body) => {
    const answer = await app.call('POST', `/api/auth/tenants/${big.tenantId}/operations/search/users`, { token, body });
    expect([answer.status, answer.body[0]?.message_id]).toEqual([400, 'invalid_params']);
  });
});
