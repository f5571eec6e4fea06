import { X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn } from '#test/factories.ts';
import * as saml from '#test/saml/connection.ts';
import { CBC, encrypted } from '#test/saml/encrypted.ts';
import { responseXml, signed } from '#test/saml/response.ts';

let app: TestApp;
beforeAll(async () => {
  app = await sharedTestApp();
});
afterAll(() => app.close());

async function makeConnected() {
  const tenant = await makeTenant(app);
  const { token } = await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] }));
  const connected = await saml.connect(app, { ...tenant, token });
  const path = `/api/auth/tenants/${tenant.tenantId}/samlMetadata.json?samlId=${connected.samlId}`;
  const values = (await app.call('GET', path, { token })).body;
  const { publicKey } = new X509Certificate(values.encryptionCertificate);
  return { ...connected, token, publicKey, values };
}
type Place = Awaited<ReturnType<typeof makeConnected>>;

/** A sign-in whose answer is encrypted and then signed; what the traces say of it. */
async function enter(place: Place, how: Parameters<typeof encrypted>[2] & { for?: Place['publicKey'] } = {}) {
  const asked = await saml.ask(app, place);
  const said = { now: new Date(), acsUrl: place.acsUrl, audience: place.entityId, issuer: place.issuer };
  const xml = responseXml({ ...said, requestId: asked.requestId, assertionId: `_${asked.requestId}` });
  const sealed = encrypted(xml, how.for ?? place.publicKey, how);
  const came = await saml.bring(app, place, asked, signed(sealed, 'response', place.idp));
  const path = `${saml.samlsPath(place.tenantId)}/${place.samlId}/traces`;
  const [trace] = (await app.call('GET', path, { token: place.token })).body.results;
  return { ...came, cause: trace.cause };
}

test('an assertion for our published certificate is opened, and one for another tenant’s is not', async () => {
  const [place, other] = await Promise.all([makeConnected(), makeConnected()]);
  const published = await (await fetch(new URL(new URL(place.values.metadataUrl).pathname, app.url))).text();
  expect(published.match(/use="encryption"/g)).toHaveLength(1);
  expect(published).toContain(new X509Certificate(place.values.encryptionCertificate).raw.toString('base64'));
  expect(published).toContain('<md:EncryptionMethod Algorithm="http://www.w3.org/2009/xmlenc11#aes256-gcm"/>');
  expect(await enter(place)).toMatchObject({ cause: null, exchangeCode: expect.any(String) });
  const refused = await enter(place, { for: other.publicKey });
  expect(refused).toMatchObject({ cause: 'encryption_key', federationError: 'sp_setting_incorrect' });
});

test('AES-CBC is taken where an administrator says so', async () => {
  const place = await makeConnected();
  expect((await enter(place, { data: CBC(256) })).cause).toBe('encryption_algorithm');
  const path = `${saml.samlsPath(place.tenantId)}/${place.samlId}`;
  const { displayName, entityId, ssoUrl, acceptsCbc } = (await app.call('GET', path, { token: place.token })).body;
  expect(acceptsCbc).toBe(false);
  const body = { displayName, entityId, ssoUrl, enabled: true, jitProvisioning: true, acceptsCbc: true };
  expect((await app.call('PUT', path, { token: place.token, body })).body.acceptsCbc).toBe(true);
  expect((await enter(place, { data: CBC(256) })).cause).toBe(null);
});
