import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { License } from '#contract/licences/fields.ts';
import { watchOverUse } from '#server/platform/db/across-tenants.ts';
import { startTestApp, type TestApp } from '#test/app.ts';
import { patiently } from '#test/busyness.ts';
import { makeTenant, makeUser, signIn, type TestTenant, type TestUser } from '#test/factories.ts';
import { makeClient, post, tokensFor } from '#test/oauth.ts';
import { makeLicense, makeOperator, makeService, type Operate, permitToAll } from '#test/services.ts';

let app: TestApp;
let operate: Operate;
let tenant: TestTenant;
let admin: { token: string; tenantId: string };
let users: TestUser[];
let serviceClass: string;
let licenseId: string;

beforeAll(async () => {
  app = await startTestApp();
  operate = await makeOperator(app);
});
afterAll(() => app.close());

const MINUTE = 60_000;
const path = (rest: string) => `/api/service/tenants/${tenant.tenantId}${rest}`;
const get = (rest: string) => app.call('GET', path(rest), { token: admin.token });
const permit = (permitted: boolean, ...some: TestUser[]) =>
  app.call('POST', path(`/availableServices/${serviceClass}/licenses/${licenseId}/userPermissions`), {
    token: admin.token,
    body: { permissions: some.map(({ userId }) => ({ userId, permitted })) },
  });
const license = async (): Promise<License> => (await get(`/licenses?licenseId=${licenseId}`)).body.results[0];
const update = async (changes: object): Promise<License> =>
  (await operate('PUT', `/tenants/${tenant.tenantId}/licenses/${licenseId}`, changes)).body;
const watch = () => watchOverUse(app.tools.db.pool, app.tools.clock(), 60);

/** A license with two seats, both used, in a tenant of four. */
beforeEach(async () => {
  tenant = await makeTenant(app);
  const administrator = await makeUser(app, tenant, { roles: ['PowerUser'] });
  admin = { ...(await signIn(app, administrator)), tenantId: tenant.tenantId };
  users = [];
  for (let made = 0; made < 3; made += 1) users.push(await makeUser(app, tenant));
  serviceClass = await makeService(operate);
  licenseId = await makeLicense(operate, tenant.tenantId, { serviceClass, volume: 2 });
  await permit(true, ...users.slice(0, 2));
});

describe('since when', () => {
  it('a volume shrank below its use; until it fits again nobody is added, and nobody loses anything', async () => {
    expect((await license()).overUsedSince).toBeNull();
    const before = app.tools.clock().getTime();
    const shrunk = await update({ volume: 1 });
    const after = app.tools.clock().getTime();
    expect(shrunk).toMatchObject({ usedVolume: 2, volume: 1, overUsedSince: expect.any(String) });
    const since = Date.parse(shrunk.overUsedSince as string);
    expect([since >= before, since <= after]).toEqual([true, true]);
    app.advance(MINUTE);
    // A smaller volume, and a suspension: the same period over the limit.
    for (const later of [await update({ volume: 0 }), await update({ availableRoles: ['User'] }), await license()])
      expect(later.overUsedSince).toBe(shrunk.overUsedSince);
    expect((await permit(true, users[2] as TestUser)).body[0].message_id).toBe('exceeded_permitted_users');
    const one = await permit(false, users[0] as TestUser);
    expect(one.body.license).toMatchObject({ usedVolume: 1, overUsedSince: shrunk.overUsedSince });
    const none = await permit(false, users[1] as TestUser);
    expect(none.body.license).toMatchObject({ usedVolume: 0, overUsedSince: null });
    expect((await license()).overUsedSince).toBeNull();
  });

  it('more room, other roles or another rule end it at once', async () => {
    await update({ volume: 1 });
    expect((await update({ volume: 2 })).overUsedSince).toBeNull();
    await update({ volume: 1 });
    expect((await update({ availableRoles: ['PowerUser'] })).overUsedSince).toBeNull();
    expect((await update({ availableRoles: null })).overUsedSince).not.toBeNull();
    const all = path(`/availableServices/${serviceClass}/licenses/${licenseId}/allUserPermissions`);
    const nobody = await app.call('POST', all, { token: admin.token, body: { permissions: false } });
    expect(nobody.body.license.overUsedSince).toBeNull();
  });

  it('users came under a rule for all, or got a role back: noted by the watch, and ended by it', async () => {
    await update({ volume: 5 });
    await permitToAll(app, admin, { serviceClass, licenseId });
    await update({ volume: 4 });
    await watch();
    expect((await license()).overUsedSince).toBeNull();
    const fifth = await makeUser(app, tenant);
    await watch();
    const since = (await license()).overUsedSince;
    expect(since).not.toBeNull();
    app.advance(MINUTE);
    const sixth = await makeUser(app, tenant);
    await watch();
    expect(await license()).toMatchObject({ usedVolume: 6, overUsedSince: since });
    await app.owner.query('delete from users where uuid = any ($1)', [[fifth.uuid, sixth.uuid]]);
    await watch();
    expect(await license()).toMatchObject({ usedVolume: 4, overUsedSince: null });
    await update({ availableRoles: ['User'], volume: 2 });
    const roles = (uuid: string | undefined, given: string) =>
      app.owner.query('update users set roles = $2 where uuid = $1', [uuid, given]);
    await roles(users[0]?.uuid, '{PowerUser}');
    await watch();
    expect(await license()).toMatchObject({ usedVolume: 2, overUsedSince: null });
    await roles(users[0]?.uuid, '{User}');
    await watch();
    expect((await license()).overUsedSince).not.toBeNull();
  });

  it('a worker watches by itself', async () => {
    await app.startWorker();
    await update({ volume: 4 });
    await permitToAll(app, admin, { serviceClass, licenseId });
    await makeUser(app, tenant);
    await vi.waitFor(async () => expect((await license()).overUsedSince).not.toBeNull(), patiently);
  });
});

interface Holder {
  uuid: string;
  userId: string;
  deviceId: string;
  usedAt: string | null;
}
const holders = async (query = '') => (await get(`/licenses/${licenseId}/seatHolders${query}`)).body;
const order = async (query = ''): Promise<string[]> => (await holders(query)).results.map(({ uuid }: Holder) => uuid);

describe('who has not used it for longest', () => {
  const uuidsOf = (...some: (TestUser | undefined)[]) => some.map((one) => one?.uuid);

  it('is who never did, then the longest ago; a service that asks about somebody is used by them', async () => {
    const [a, b, c] = users as [TestUser, TestUser, TestUser];
    await update({ volume: 3 });
    await permit(true, c);
    expect(await order()).toEqual(uuidsOf(a, b, c));
    const client = await makeClient(app, tenant);
    await operate('PUT', `/tenants/${tenant.tenantId}/oauthClients/${client.clientId}/serviceClass`, {
      serviceClass,
      reason: 'test',
    });
    const usedAt = async (user: TestUser): Promise<string | null> =>
      (await holders()).results.find(({ uuid }: Holder) => uuid === user.uuid).usedAt;
    const use = async (user: TestUser) => {
      const { access_token } = await tokensFor(app, client, (await signIn(app, user)).cookie, 'openid');
      await vi.waitFor(async () => expect(await usedAt(user)).not.toBeNull(), patiently);
      return access_token;
    };
    await use(a);
    app.advance(1000);
    const token = await use(c);
    expect(await order()).toEqual(uuidsOf(b, a, c));
    // At most once a day: another use soon after changes nothing.
    const first = await usedAt(c);
    app.advance(60_000);
    expect((await post(app, '/introspect', client, { token })).body.active).toBe(true);
    await new Promise((done) => setTimeout(done, 1500));
    expect(await usedAt(c)).toBe(first);
    // Page by page, one list after the other.
    const pages: string[] = [];
    let cursor = '';
    do {
      const page = await holders(`?count=1${cursor}`);
      pages.push(...page.results.map(({ uuid }: Holder) => uuid));
      cursor = page.next ? `&cursor=${page.next}` : '';
    } while (cursor);
    expect(pages).toEqual(uuidsOf(b, a, c));
    // Users without the license are not listed, under a rule as well.
    await permit(false, a);
    expect(await order()).toEqual(uuidsOf(b, c));
    await update({ volume: 4 });
    await permitToAll(app, admin, { serviceClass, licenseId });
    await permit(false, b);
    const all = await order();
    expect(all.slice(-2)).toEqual(uuidsOf(a, c));
    expect(all).toHaveLength(3);
    expect(all).not.toContain(b.uuid);
  });

  it('is also who opened it at the portal', async () => {
    const [a, b] = users as [TestUser, TestUser];
    const { token } = await signIn(app, a);
    const body = { userAction: 'openService', serviceClass, appIconId: serviceClass };
    expect((await app.call('POST', '/api/account/salau', { token, body })).status).toBe(204);
    await vi.waitFor(async () => expect(await order()).toEqual(uuidsOf(b, a)), patiently);
    expect((await holders()).results[1].usedAt).not.toBeNull();
  });

  it('of devices is which was not seen for longest', async () => {
    const devices = ['m1', 'm2', 'm3'].map((serialId) => ({ serialId, deviceType: 'PowerMeter' }));
    await operate('POST', `/tenants/${tenant.tenantId}/devices`, { reason: 'tests', devices });
    await app.owner.query(
      `update devices set last_seen_at = now() - case serial_id when 'm1' then interval '1 day' else interval '9 days' end
       where tenant_id = $1 and serial_id <> 'm3'`,
      [tenant.tenantId],
    );
    licenseId = await makeLicense(operate, tenant.tenantId, { serviceClass, volumeType: 'device' });
    const all = path(`/availableServices/${serviceClass}/licenses/${licenseId}/allDevicePermissions`);
    const body = { permissions: true, deviceTypeList: ['PowerMeter'], reversePermittedDevices: [] };
    expect((await app.call('POST', all, { token: admin.token, body })).status).toBe(200);
    const page = await holders('?count=2');
    expect(page.results.map(({ deviceId }: Holder) => deviceId)).toEqual(['m3', 'm2']);
    const next = await holders(`?count=2&cursor=${page.next}`);
    expect(next.results.map(({ deviceId }: Holder) => deviceId)).toEqual(['m1']);
    expect(next.next).toBeUndefined();
  });

  it('is for administrators of the tenant; what is no cursor is refused', async () => {
    const said = async (rest: string) => (await get(rest)).body[0].message_id;
    expect(await said('/licenses/unknown/seatHolders')).toBe('license_not_exist');
    for (const cursor of ['x', Buffer.from('.no-uuid').toString('base64url')])
      expect(await said(`/licenses/${licenseId}/seatHolders?cursor=${cursor}`)).toBe('invalid_params');
    const { token } = await signIn(app, users[0] as TestUser);
    expect((await app.call('GET', path(`/licenses/${licenseId}/seatHolders`), { token })).status).toBe(403);
    const foreign = await makeLicense(operate, (await makeTenant(app)).tenantId);
    expect(await said(`/licenses/${foreign}/seatHolders`)).toBe('license_not_exist');
  });
});
