import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn, type TestTenant } from '#test/factories.ts';
import { CALLBACK } from '#test/oauth.ts';
import { connect, signInBySaml } from '#test/saml/connection.ts';
import { idpOf, makeKey, makeSp } from '#test/saml.ts';

let app: TestApp;
let tenant: TestTenant;
let token: string;
beforeAll(async () => {
  app = await sharedTestApp();
});
beforeEach(async () => {
  tenant = await makeTenant(app);
  token = (await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] }))).token;
});
afterAll(() => app.close());

const list = (by = token, of = tenant) =>
  app.call('GET', `/api/portal/tenants/${of.tenantId}/expirations`, { token: by });
const told = async () => {
  const { results } = (await list()).body as { results: Record<string, unknown>[] };
  return results.map(({ kind, displayName, replaced }) => [kind, displayName, replaced]);
};
const move = (table: string, days: number, where = 'true') =>
  app.owner.query(
    `update ${table} set expires_at = now() + make_interval(days => $2) where tenant_id = $1 and ${where}`,
    [tenant.tenantId, days],
  );

test('every date of what is switched on, the earliest first; nothing of another tenant', async () => {
  expect((await list()).body).toEqual({ results: [], totalResults: 0, itemsPerPage: 0, failing: [] });
  const as = { app, tenantId: tenant.tenantId, token };
  const { samlId } = await connect(app, { ...tenant, token });
  await connect(app, { ...tenant, token }, { samlId: 'off', entityId: 'urn:off', enabled: false });
  await idpOf(as);
  // Without an app nobody relies on our certificate.
  expect(await told()).toEqual([['samlConnection', 'Company', false]]);
  await makeSp(as, { certifications: [makeKey({ days: 20 }).certificate, makeKey({ days: 40 }).certificate] });
  await makeSp(as, { entityId: 'urn:off', enabled: false, certifications: [makeKey({ days: 9 }).certificate] });
  const clients = `/api/auth/tenants/${tenant.tenantId}/oauthClients`;
  const body = { name: 'Chat', redirectUris: [CALLBACK], scopes: ['openid'] };
  const { clientId } = (await app.call('POST', clients, { token, body })).body;
  await app.call('POST', `${clients}/${clientId}/secret`, { token, body: {} });
  await move('saml_certificates', 30);
  const answer = (await list()).body;
  expect(answer.results.map(({ kind, id }: { kind: string; id: string }) => [kind, id])).toEqual([
    ['oauthSecret', clientId],
    ['samlApp', expect.any(String)],
    ['samlConnection', samlId],
    ['samlApp', expect.any(String)],
    ['samlSigning', expect.any(String)],
  ]);
  expect(await told()).toEqual([
    ['oauthSecret', 'Chat', true],
    ['samlApp', 'Wiki', true],
    ['samlConnection', 'Company', false],
    ['samlApp', 'Wiki', false],
    ['samlSigning', '', false],
  ]);
  const other = await makeTenant(app);
  const stranger = (await signIn(app, await makeUser(app, other, { roles: ['PowerUser'] }))).token;
  expect((await list(stranger)).status).toBe(404);
  expect((await list(stranger, other)).body.results).toEqual([]);
  const ordinary = (await signIn(app, await makeUser(app, tenant))).token;
  expect((await list(ordinary)).status).toBe(403);
});

test('an expired certificate stays until there is a newer one', async () => {
  await connect(app, { ...tenant, token });
  await move('saml_certificates', -1);
  expect(await told()).toEqual([['samlConnection', 'Company', false]]);
  const path = `/api/auth/tenants/${tenant.tenantId}/samls/Entra/certifications`;
  await app.call('POST', path, { token, body: { certification: makeKey({ days: 50 }).certificate } });
  const { results } = (await list()).body;
  expect(results).toHaveLength(1);
  expect(Date.parse(results[0].expiresAt)).toBeGreaterThan(Date.now());
  await app.owner.query('update saml_connections set enabled = false where tenant_id = $1', [tenant.tenantId]);
  expect(await told()).toEqual([]);
});

test('a connection fails when three sign-ins in a row do, until one passes', async () => {
  const place = await connect(app, { ...tenant, token });
  const failing = async () => (await list()).body.failing;
  const refuse = (said: object) => expect(signInBySaml(app, place, said)).rejects.toThrow();
  const fail = () => refuse({ nameId: 'x', issuer: 'urn:wrong' });
  await fail();
  await fail();
  expect(await failing()).toEqual([]);
  await fail();
  const entry = { type: 'saml', id: 'Entra', displayName: 'Company', failures: 3, lastAt: expect.any(String) };
  expect(await failing()).toEqual([entry]);
  const week = "update federation_traces set at = at - interval '8 days' where tenant_id = $1";
  await app.owner.query(week, [tenant.tenantId]);
  expect(await failing()).toEqual([]);
  await fail();
  await app.owner.query(week.replace('-', '+'), [tenant.tenantId]);
  expect(await failing()).toEqual([{ ...entry, failures: 4 }]);
  expect((await signInBySaml(app, place, { nameId: 'x' })).status).toBe(200);
  expect(await failing()).toEqual([]);
  // What strangers and single users bring about is no failure of the connection.
  await app.owner.query('update saml_connections set jit_provisioning = false where tenant_id = $1', [tenant.tenantId]);
  for (const nameId of ['a', 'b', 'c']) await refuse({ nameId });
  expect(await failing()).toEqual([]);
});
