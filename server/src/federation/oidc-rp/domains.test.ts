import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn, type TestTenant } from '#test/factories.ts';
import { addProvider, roundTrip } from '#test/federation.ts';
import { type OpenidProvider, startOpenidProvider } from '#test/openid-provider.ts';

let app: TestApp;
let provider: OpenidProvider;
let tenant: TestTenant;
let admin: { token: string };
let domain: string;
beforeAll(async () => {
  app = await sharedTestApp('with partners');
  provider = await startOpenidProvider();
});
afterAll(async () => {
  await app.close();
  await provider.close();
});
beforeEach(async () => {
  provider.misbehave = { userinfo: { sub: 'taro-1' } };
  tenant = await makeTenant(app);
  domain = `${tenant.tenantId}.example`;
  admin = await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] }));
});

const path = () => `/api/auth/tenants/${tenant.tenantId}`;
const add = (more: object) => addProvider(app, tenant, admin, provider, { jitProvisioning: true, ...more });
const come = async (email?: string, more: object = {}) => {
  const person = { sub: 'taro-1', ...(email !== undefined && { email, email_verified: true }), ...more };
  const { told } = await roundTrip(app, tenant.tenantId, provider, person);
  const traces = await app.call('GET', `${path()}/oidcs/acme/traces`, { token: admin.token });
  const { cause, detail } = traces.body.results[0];
  return { in: told.has('exchangeCode'), error: told.get('federationError'), cause, domain: detail.domain };
};
const change = async (more: object) => {
  const { body } = await app.call('GET', `${path()}/oidcs/acme`, { token: admin.token });
  const { displayName, clientId, enabled, jitProvisioning, enabledDomains, disabledDomains } = body;
  const now = { displayName, clientId, enabled, jitProvisioning, enabledDomains, disabledDomains };
  return app.call('PUT', `${path()}/oidcs/acme`, { token: admin.token, body: { ...now, ...more, expected: now } });
};
const failed = (answer: { status: number; body: { message_id: string; field: string }[] }) =>
  [answer.status, answer.body[0]?.message_id, answer.body[0]?.field] as const;

it('signs in and adds users of allowed domains alone, and judges each sign-in anew', async () => {
  const made = await add({ enabledDomains: [domain.toUpperCase(), domain], disabledDomains: ['b.example'] });
  expect(made.body).toMatchObject({ enabledDomains: [domain], disabledDomains: ['b.example'] });
  expect(await come('taro@c.example')).toEqual({
    ...{ in: false, error: 'domain_unavailable', cause: 'domain_not_allowed', domain: 'c.example' },
  });
  expect(await come()).toMatchObject({ error: 'op_account_absent_mail', cause: 'address_missing' });
  expect(await come('taro')).toMatchObject({ error: 'op_account_invalid_mail', cause: 'address_invalid' });
  expect(await come(`taro@${domain}`, { email_verified: false })).toMatchObject({
    ...{ error: 'op_account_invalid_mail', cause: 'address_unverified' },
  });
  const { rows } = await app.owner.query('select from openid_provider_accounts where tenant_id = $1', [
    tenant.tenantId,
  ]);
  expect(rows).toEqual([]);
  expect(await come(`taro@${domain}`)).toMatchObject({ in: true, cause: null });
  // The link does not outlive the rule.
  expect(await come('taro@b.example')).toMatchObject({ in: false, cause: 'domain_not_allowed' });
  expect((await change({ enabledDomains: ['other.example'] })).status).toBe(200);
  expect(await come(`taro@${domain}`)).toMatchObject({ in: false, cause: 'domain_not_allowed' });
});

it('asks the userinfo endpoint for the address, also of users who are linked', async () => {
  await add({ enabledDomains: [domain] });
  const said = { sub: 'taro-1', email_verified: true };
  provider.misbehave.userinfo = { ...said, email: `taro@${domain}` };
  expect(await come()).toMatchObject({ in: true });
  provider.misbehave.userinfo = { ...said, email: 'taro@b.example' };
  expect(await come()).toMatchObject({ in: false, domain: 'b.example' });
});

it('an outage of the userinfo endpoint is one of the connection, not of the user', async () => {
  await add({ enabledDomains: [domain] });
  expect(await come(`taro@${domain}`)).toMatchObject({ in: true });
  provider.misbehave = { raw: { '/userinfo': { status: 503 } } };
  expect(await come()).toMatchObject({ in: false, error: 'rp_setting_invalid', cause: 'userinfo_unusable' });
  await come();
  await come();
  const { body } = await app.call('GET', `/api/portal/tenants/${tenant.tenantId}/expirations`, { token: admin.token });
  expect(body.failing).toMatchObject([{ id: 'acme', failures: 3 }]);
  expect(await come(`taro@${domain}`)).toMatchObject({ in: true });
});

it('users of a domain are not sent to a provider that does not sign them in', async () => {
  const { uuid } = (await add({ disabledDomains: [domain] })).body;
  await app.owner.query(
    `insert into email_domains (tenant_id, uuid, domain, proof_value, proven_at, created_at)
      values ($1, gen_random_uuid(), $2, 'x', now(), now())`,
    [tenant.tenantId, domain],
  );
  const sendTo = () =>
    app.call('PUT', `${path()}/emailDomains/${domain}`, { token: admin.token, body: { connection: uuid } });
  const found = async () => {
    const body = { loginMailAddress: `x@${domain}` };
    const answer = await app.call('POST', '/api/auth/loginType/site', { body });
    return JSON.stringify(answer.body).includes('acme');
  };
  expect(failed(await sendTo())).toEqual([409, 'domain_unavailable', 'connection']);
  expect((await change({ disabledDomains: [] })).status).toBe(200);
  expect((await sendTo()).status).toBe(200);
  expect(await found()).toBe(true);
  const ended = ['cannot_update_enabledDomains', 'disabledDomains'];
  expect(failed(await change({ disabledDomains: [domain] }))).toEqual([409, ...ended]);
  expect(failed(await change({ enabledDomains: ['b.example'] }))).toEqual([409, ended[0], 'enabledDomains']);
  expect((await change({ enabledDomains: ['b.example', domain] })).status).toBe(200);
  // Discovery asks the rule itself.
  await app.owner.query('update openid_connections set disabled_domains = array[$1] where uuid = $2', [domain, uuid]);
  expect(await found()).toBe(false);
});

it.each([['not a domain'], [`x@a.example`], ['']])('%s is no domain', async (wrong) => {
  expect((await add({ enabledDomains: [wrong] })).status).toBe(400);
});
