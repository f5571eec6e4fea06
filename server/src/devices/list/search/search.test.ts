import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn, type TestTenant } from '#test/factories.ts';

let app: TestApp;
let tenant: TestTenant;
let token: string;

/** More than the limit for collecting and sorting, so that both ways of finding a page are used. */
const MANY = 2500;

beforeAll(async () => {
  app = await startTestApp();
  tenant = await makeTenant(app);
  ({ token } = await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] })));
  const other = await makeTenant(app);
  for (const { tenantId } of [tenant, other])
    await app.owner.query(
      `insert into devices (tenant_id, uuid, device_id, serial_id, device_type, description, last_seen_at, created_at, updated_at)
       select $1, ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'Dev-' || md5(n::text), 'E' || n % 7 || '-' || n,
         (array['PorticoMfp', 'PowerMeter', 'PfuScanner'])[1 + n % 3], (array['', '1F 受付', 'Kitchen'])[1 + n % 3],
         case when n % 5 > 0 then now() - n / 3 * interval '1 minute 1 microsecond' end, now(), now()
       from generate_series(1, $2::integer) n`,
      [tenantId, MANY],
    );
  await app.owner.query('analyze devices');
});
afterAll(() => app.close());

interface Listed {
  uuid: string;
  deviceId: string;
}
const search = async (body: object) =>
  (await app.call('POST', `/api/device/tenants/${tenant.tenantId}/operations/search/devices`, { token, body })).body;
const uuidsOf = ({ results }: { results: Listed[] }) => results.map(({ uuid }) => uuid);

/** The whole list, read directly from the database. */
async function wanted(order: string, where = 'true'): Promise<string[]> {
  const { rows } = await app.owner.query(
    `select uuid from devices where tenant_id = $1 and ${where} order by ${order}`,
    [tenant.tenantId],
  );
  return rows.map(({ uuid }) => uuid);
}

const orders = {
  deviceId: 'lower(device_id) collate "C" W',
  serialId: 'lower(serial_id) collate "C" W, uuid W',
  deviceType: 'device_type collate "C" W, uuid W',
  comment: 'lower(description) collate "C" W, uuid W',
  lastSeenAt: `coalesce(last_seen_at, '-infinity') W, uuid W`,
  createdAt: 'uuid W',
};
const ways = Object.entries(orders).flatMap(([sort, by]) =>
  (['ascending', 'descending'] as const).map(
    (order) => [sort, order, by.replaceAll('W', order === 'ascending' ? 'asc' : 'desc')] as const,
  ),
);

describe.each(ways)('by %s, %s', (sort, order, by) => {
  it('every device is met once, from page to page and back', async () => {
    const all = await wanted(by);
    const seen: string[] = [];
    let page = await search({ sort, order, count: 500 });
    expect([page.totalResults, page.totalIsEstimate, page.previous]).toEqual([MANY, undefined, undefined]);
    for (;;) {
      seen.push(...uuidsOf(page));
      if (!page.next) break;
      page = await search({ sort, order, count: 500, cursor: page.next });
    }
    expect(seen).toEqual(all);
    const back = await search({ sort, order, count: 500, cursor: page.previous });
    expect(uuidsOf(back)).toEqual(all.slice(-1000, -500));
  });

  it('a page by its number is what stands there, from either end, and goes on from there', async () => {
    const all = await wanted(by);
    for (const number of [2, 60, 125, 126]) {
      const page = await search({ sort, order, count: 20, page: number });
      expect(uuidsOf(page)).toEqual(all.slice((number - 1) * 20, number * 20));
      if (number > 124) continue;
      expect(uuidsOf(await search({ sort, order, count: 20, cursor: page.next }))).toEqual(
        all.slice(number * 20, number * 20 + 20),
      );
    }
  });
});

describe('what matches', () => {
  it.each([
    ['many', { keyword: 'e3-' }, "lower(serial_id) like 'e3-%'"],
    ['most', { keyword: 'dev-' }, 'true'],
    ['two kanji', { keyword: '受付' }, "description like '%受付%'"],
    ['a type', { deviceType: ['PowerMeter'] }, "device_type = 'PowerMeter'"],
  ])('is counted and paged: %s', async (_, condition, where) => {
    const all = await wanted('lower(device_id) collate "C"', where);
    const first = await search({ condition, count: 50 });
    expect([first.totalResults, uuidsOf(first)]).toEqual([all.length, all.slice(0, 50)]);
    const second = await search({ condition, count: 50, cursor: first.next });
    expect(uuidsOf(second)).toEqual(all.slice(50, 100));
    expect(uuidsOf(await search({ condition, count: 50, cursor: second.previous }))).toEqual(all.slice(0, 50));
    const last = Math.ceil(all.length / 50);
    expect(uuidsOf(await search({ condition, count: 50, page: last }))).toEqual(all.slice((last - 1) * 50));
  });

  it('can lie at the far end', async () => {
    const last = (await wanted('lower(device_id) collate "C" desc'))[0];
    await app.owner.query(
      "update devices set description = 'Treppenhaus', last_seen_at = null where tenant_id = $1 and uuid = $2",
      [tenant.tenantId, last],
    );
    expect(uuidsOf(await search({ condition: { keyword: 'treppen' } }))).toEqual([last]);
    expect(uuidsOf(await search({ condition: { comment: 'TREPPENHAUS' }, sort: 'lastSeenAt' }))).toEqual([last]);
  });

  it('is lower-cased as the database does it, and looked for in one form', async () => {
    const [first, second] = await wanted('lower(device_id) collate "C"');
    const describe = (uuid: string | undefined, description: string) =>
      app.owner.query('update devices set description = $3 where tenant_id = $1 and uuid = $2', [
        ...[tenant.tenantId, uuid, description],
      ]);
    await describe(first, 'ΔΡΟΜΟΣ İzmir');
    await describe(second, 'Küche');
    for (const keyword of ['ΔΡΟΜΟΣ', 'İZMİR']) {
      expect(uuidsOf(await search({ condition: { keyword } }))).toEqual([first]);
      expect(uuidsOf(await search({ condition: { comment: keyword } }))).toEqual([first]);
    }
    expect(uuidsOf(await search({ condition: { keyword: 'KU\u0308CHE' } }))).toEqual([second]);
  });
});

it('a cursor is worth nothing for another order, nor together with a page', async () => {
  const { next } = await search({ sort: 'deviceType', count: 20 });
  for (const body of [
    { sort: 'serialId', cursor: next },
    { sort: 'deviceType', order: 'descending', cursor: next },
    { sort: 'deviceType', cursor: next, page: 2 },
    { sort: 'deviceType', cursor: 'bm90aGluZw' },
  ])
    expect((await search(body))[0]).toMatchObject({ message_id: 'invalid_params', field: 'cursor' });
  const lists = `/api/device/tenants/${tenant.tenantId}/devices`;
  const page = await app.call('GET', `${lists}?sort=deviceType&count=20&cursor=${next}`, { token });
  expect(page.body.results).toHaveLength(20);
});
