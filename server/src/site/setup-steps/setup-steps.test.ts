import { afterAll, beforeAll, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { createTotp } from '#test/authenticator.ts';
import { makeTenant, makeUser, type SignedIn, signIn, type TestTenant, type TestUser } from '#test/factories.ts';

let app: TestApp;
let tenant: TestTenant;
let admin: TestUser;
let signed: SignedIn;
beforeAll(async () => {
  app = await sharedTestApp();
  tenant = await makeTenant(app);
  admin = await makeUser(app, tenant, { roles: ['PowerUser'] });
  signed = await signIn(app, admin);
});
afterAll(() => app.close());

const path = () => `/api/portal/tenants/${tenant.tenantId}/setupSteps`;
async function done(): Promise<string[]> {
  const { body } = await app.call('GET', path(), { token: signed.token });
  return body.steps.filter((step: { done: boolean }) => step.done).map(({ id }: { id: string }) => id);
}

it('a new tenant has everything before it, in order', async () => {
  const { body } = await app.call('GET', path(), { token: signed.token });
  expect(body.steps).toEqual(
    ['ownSecondFactor', 'secondAdministrator', 'people', 'groups', 'enforceSecondFactor', 'theme'].map((id) => ({
      id,
      done: false,
    })),
  );
});

it('each step is done by what the tenant then is, and undone with it', async () => {
  const colleague = await makeUser(app, tenant, { status: 'registering', roles: ['PowerUser'] });
  expect(await done()).toEqual(['people']);
  await app.owner.query("update users set status = 'active' where uuid = $1", [colleague.uuid]);
  expect(await done()).toEqual(['secondAdministrator', 'people']);
  await app.call('POST', `/api/auth/tenants/${tenant.tenantId}/groups`, {
    token: signed.token,
    body: { groupId: 'sales', name: 'Sales' },
  });
  expect(await done()).toEqual(['secondAdministrator', 'people', 'groups']);
  const { uuid } = await createTotp(app, signed.token);
  expect(await done()).not.toContain('ownSecondFactor');
  await app.owner.query('update totps set enabled = true where uuid = $1', [uuid]);
  expect(await done()).toContain('ownSecondFactor');
  const policy = (roles: string[]) => ({ loginPolicy: { mfa: { siteEnforceMfa: { enabled: true, roles } } } });
  await app.owner.query('update tenants set security_policy = $2 where tenant_id = $1', [
    tenant.tenantId,
    policy(['User']),
  ]);
  expect(await done()).not.toContain('enforceSecondFactor');
  await app.owner.query(
    'update tenants set security_policy = $2, custom_theme = \'{"themeColor": "#005a9c"}\' where tenant_id = $1',
    [tenant.tenantId, policy(['PowerUser'])],
  );
  expect(await done()).toEqual([
    'ownSecondFactor',
    'secondAdministrator',
    'people',
    'groups',
    'enforceSecondFactor',
    'theme',
  ]);
  await app.owner.query('delete from groups where tenant_id = $1', [tenant.tenantId]);
  expect(await done()).not.toContain('groups');
});

it('is for administrators of the tenant', async () => {
  const { token } = await signIn(app, await makeUser(app, tenant));
  expect((await app.call('GET', path(), { token })).status).toBe(403);
  const foreign = await app.call('GET', '/api/portal/tenants/other-tenant/setupSteps', { token: signed.token });
  expect([foreign.status, foreign.body[0].message_id]).toEqual([404, 'not_found']);
});
