import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, type SignedIn, signIn, type TestTenant } from '#test/factories.ts';

let app: TestApp;
let tenant: TestTenant;
let signedIn: SignedIn;
beforeAll(async () => {
  app = await sharedTestApp();
  tenant = await makeTenant(app);
  signedIn = await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] }));
});
afterAll(() => app.close());

const path = () => `/api/auth/tenants/${tenant.tenantId}`;
const read = () => app.call('GET', path(), { token: signedIn.token });
const change = (userExtensionAttributeProperties: unknown) =>
  app.call('PUT', path(), { token: signedIn.token, body: { userExtensionAttributeProperties } });

describe('the tenant’s names for its own items', () => {
  it('are given, changed and taken away; the log says which', async () => {
    expect((await read()).body).toMatchObject({ ...tenant, userExtensionAttributeProperties: {} });
    const first = { extensionAttribute1: { name: ' Employee number ' }, extensionAttribute15: { name: '社員区分' } };
    expect((await change(first)).body.userExtensionAttributeProperties).toEqual({
      extensionAttribute1: { name: 'Employee number' },
      extensionAttribute15: { name: '社員区分' },
    });
    await change({ extensionAttribute1: { name: 'Number' } });
    await change({ extensionAttribute1: { name: 'Number' } });
    expect((await read()).body.userExtensionAttributeProperties).toEqual({ extensionAttribute1: { name: 'Number' } });
    const { rows } = await app.owner.query(
      "select changes from system_operation_log where tenant_id = $1 and target_type = 'tenant' order by at, id",
      [tenant.tenantId],
    );
    expect(rows.map(({ changes }) => changes)).toEqual([
      {
        extensionAttribute1: { before: null, after: 'Employee number' },
        extensionAttribute15: { before: null, after: '社員区分' },
      },
      {
        extensionAttribute1: { before: 'Employee number', after: 'Number' },
        extensionAttribute15: { before: '社員区分', after: null },
      },
    ]);
  });

  it('are kept in one form, and compared in it', async () => {
    const named = await change({ extensionAttribute1: { name: ' Bu\u0308ro' } });
    expect(named.body.userExtensionAttributeProperties).toEqual({ extensionAttribute1: { name: 'Büro' } });
    for (const [one, other] of [
      ['Büro', 'BU\u0308RO'],
      ['ΔΡΟΜΟΣ', 'δρομοσ'],
    ]) {
      const answer = await change({ extensionAttribute1: { name: one }, extensionAttribute2: { name: other } });
      expect([answer.status, answer.body[0].message_id]).toEqual([400, 'invalid_params']);
    }
  });

  it('that somebody else changed meanwhile are not overwritten, nor are other settings in the way', async () => {
    const { itemNamesVersion, basicVersion } = (await read()).body;
    const put = (body: object) => app.call('PUT', path(), { token: signedIn.token, body });
    const named = (name: string) => ({ userExtensionAttributeProperties: { extensionAttribute3: { name } } });
    expect((await put({ name: 'Renamed', basicVersion, itemNamesVersion })).status).toBe(200);
    const both = await Promise.all(['Floor', 'Badge'].map((name) => put({ ...named(name), itemNamesVersion })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body[0].message_id).toBe('conflict');
    const { body } = await read();
    const saved = both.find(({ status }) => status === 200)?.body;
    expect(body.userExtensionAttributeProperties).toEqual(saved.userExtensionAttributeProperties);
    expect((await put({ ...named('Room'), itemNamesVersion: saved.itemNamesVersion })).status).toBe(200);
    expect((await put({ ...named('Floor'), itemNamesVersion: saved.itemNamesVersion })).status).toBe(409);
    expect((await put(named('Floor'))).status).toBe(200);
  });

  it.each([
    [{ extensionAttribute16: { name: 'a' } }],
    [{ extensionAttribute1: { name: '' } }],
    [{ extensionAttribute1: { name: '   ' } }],
    [{ extensionAttribute1: { name: 'x'.repeat(65) } }],
    [{ extensionAttribute1: { name: 'a\u0000' } }],
    [{ extensionAttribute1: { name: 'a\u202e' } }],
    [{ extensionAttribute1: { name: 'a', more: 1 } }],
    [{ extensionAttribute1: { name: 'Cost' }, extensionAttribute2: { name: 'COST' } }],
    [{ __proto__: 1, constructor: { name: 'a' } }],
    [['a']],
  ])('%j is refused', async (given) => {
    const answer = await change(given);
    expect([answer.status, answer.body[0].message_id]).toEqual([400, 'invalid_params']);
  });
});

describe('the basic settings', () => {
  const put = async (body: object) => app.call('PUT', path(), { token: signedIn.token, body });

  it('are changed as far as they are given, a legacy zone under its name of today; the log says which', async () => {
    const { basicVersion } = (await read()).body;
    const given = { name: ' Garden Club ', country: 'JP', region: 'jp', locale: 'ja', timezone: 'Asia/Calcutta' };
    const changed = await put({ ...given, basicVersion });
    expect(changed.body).toMatchObject({ ...given, name: 'Garden Club', timezone: 'Asia/Kolkata' });
    expect((await read()).body).toEqual(changed.body);
    expect((await put({ country: null })).body).toMatchObject({ name: 'Garden Club', country: null, locale: 'ja' });
    const { rows } = await app.owner.query(
      "select changes from system_operation_log where tenant_id = $1 and target_type = 'tenant' order by at desc, id desc limit 1",
      [tenant.tenantId],
    );
    expect(rows[0].changes).toEqual({ country: { before: 'JP', after: null } });
  });

  it('that somebody else changed meanwhile are not overwritten', async () => {
    const { basicVersion } = (await read()).body;
    const answers = await Promise.all(['One', 'Two'].map((name) => put({ name, basicVersion })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('have a region of their own address', async () => {
    const region = (method: string, body?: object) =>
      app.call(method, '/api/portal/region', { token: signedIn.token, body });
    expect((await region('PUT', { region: 'eu' })).body).toEqual({ region: 'eu' });
    expect((await region('GET')).body).toEqual({ region: 'eu' });
    expect((await read()).body.region).toBe('eu');
    for (const wrong of ['us', 'EU', null, ['eu']]) expect((await region('PUT', { region: wrong })).status).toBe(400);
  });

  it.each([
    [{ name: '' }, 'name'],
    [{ name: '  ' }, 'name'],
    [{ name: 'x'.repeat(129) }, 'name'],
    [{ name: 'a\nb' }, 'name'],
    [{ country: 'XX' }, 'country'],
    [{ country: 'jp' }, 'country'],
    [{ region: 'moon' }, 'region'],
    [{ locale: 'xx' }, 'locale'],
    [{ timezone: 'Asia/Atlantis' }, 'timezone'],
    [{ timezone: 'Etc/UTC\u0000' }, 'timezone'],
    [{ tenantId: 'other' }, 'tenantId'],
    [{ status: 'suspended' }, 'status'],
  ])('%j is refused', async (given, field) => {
    const answer = await put(given);
    expect([answer.status, answer.body[0]]).toEqual([
      400,
      expect.objectContaining({ message_id: 'invalid_params', field }),
    ]);
  });
});
