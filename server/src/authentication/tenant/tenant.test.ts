import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, type SignedIn, signIn, type TestTenant } from '#test/factories.ts';

let app: TestApp;
let tenant: TestTenant;
let signedIn: SignedIn;
beforeAll(async () => {
  app = await startTestApp();
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

  it.each([
    [{ extensionAttribute16: { name: 'a' } }],
    [{ extensionAttribute1: { name: '' } }],
    [{ extensionAttribute1: { name: '   ' } }],
    [{ extensionAttribute1: { name: 'x'.repeat(65) } }],
    [{ extensionAttribute1: { name: 'a\u0000' } }],
    [{ extensionAttribute1: { name: '😀' } }],
    [{ extensionAttribute1: { name: 'a', more: 1 } }],
    [{ extensionAttribute1: { name: 'Cost' }, extensionAttribute2: { name: 'COST' } }],
    [{ __proto__: 1, constructor: { name: 'a' } }],
    [['a']],
  ])('%j is refused', async (given) => {
    const answer = await change(given);
    expect([answer.status, answer.body[0].message_id]).toEqual([400, 'invalid_params']);
  });
});
