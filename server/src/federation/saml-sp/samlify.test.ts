import { afterAll, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn } from '#test/factories.ts';
import * as saml from '#test/saml/connection.ts';
import { makePeer } from '#test/saml/peer.ts';

let app: TestApp;
afterAll(() => app.close());

it('signs a user in by the metadata that each side read of the other', async () => {
  app = await sharedTestApp();
  const tenant = await makeTenant(app);
  const { token } = await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] }));
  const entityId = 'https://samlify.example/metadata';
  const ssoUrl = 'https://samlify.example/sso';
  const idp = makePeer({ entityId, ssoUrl, certificate: saml.idpOf('samlify.example') });
  const importPath = `/api/auth/tenants/${tenant.tenantId}/operations/saml/import`;
  const read = await app.call('POST', importPath, { token, body: { metadata: idp.metadata } });
  expect(read.body).toMatchObject({ entityId, ssoUrl, leftOut: 0 });
  const connection = { samlId: 'peer', displayName: 'Peer', entityId, ssoUrl, enabled: true };
  const certifications = read.body.certifications.map((each: { certification: string }) => each.certification);
  const body = { ...connection, jitProvisioning: true, certifications };
  expect((await app.call('POST', saml.samlsPath(tenant.tenantId), { token, body })).status).toBe(200);

  const ours = await app.call('GET', `/saml/sp/${tenant.tenantId}/peer/metadata`);
  const asked = await saml.ask(app, { tenantId: tenant.tenantId, samlId: 'peer' });
  const acsUrl = `${app.url}/saml/sp/${tenant.tenantId}/peer/acs`;
  const { requestId, response } = await idp.answer(ours.body, asked.samlRequest, { nameId: 'peer@company.example' });
  expect(requestId).toBe(asked.requestId);
  const came = await saml.bring(app, { acsUrl }, asked, Buffer.from(response, 'base64').toString());
  expect(came).toMatchObject({ purpose: 'signIn', exchangeCode: expect.any(String) });
});
