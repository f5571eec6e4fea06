import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn } from '#test/factories.ts';
import { ACS, makeKey } from '#test/saml.ts';

/** Metadata by address, of identity providers and of apps. */

let app: TestApp;
let server: Server;
let origin: string;
let tenantId: string;
let token: string;
const answers: Record<string, (reply: ServerResponse) => void> = {};

beforeAll(async () => {
  app = await sharedTestApp('with partners');
  server = createServer((request, reply) => {
    const answer = answers[request.url ?? ''];
    if (answer) answer(reply);
    else reply.writeHead(404).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const tenant = await makeTenant(app);
  ({ tenantId } = tenant);
  ({ token } = await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] })));
});
afterAll(async () => {
  server.close();
  await app.close();
});

const METADATA = 'xmlns="urn:oasis:names:tc:SAML:2.0:metadata"';
const key = (certificate: string) =>
  `<KeyDescriptor><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${certificate.replace(/-----[A-Z ]+-----|\s/g, '')}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>`;
const PROTOCOL = 'protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"';
const BINDINGS = 'urn:oasis:names:tc:SAML:2.0:bindings';
const { certificate } = makeKey();
const idpMetadata = `<EntityDescriptor ${METADATA} entityID="https://idp.example"><IDPSSODescriptor ${PROTOCOL}>${key(certificate)}<SingleSignOnService Binding="${BINDINGS}:HTTP-Redirect" Location="https://idp.example/sso"/></IDPSSODescriptor></EntityDescriptor>`;
const spMetadata = `<EntityDescriptor ${METADATA} entityID="https://sp.example"><SPSSODescriptor ${PROTOCOL}>${key(certificate)}<AssertionConsumerService index="0" Binding="${BINDINGS}:HTTP-POST" Location="https://sp.example/acs"/></SPSSODescriptor></EntityDescriptor>`;

const read = (role: 'idp' | 'sp', address: string, at = tenantId, more: object = {}) => {
  const path = role === 'idp' ? 'operations/saml/importFrom' : 'samlIdP/operations/readMetadataFrom';
  return app.call('POST', `/api/auth/tenants/${at}/${path}`, { token, body: { address, ...more } });
};
const say = (path: string, answer: (typeof answers)[string]) => {
  answers[path] = answer;
  return `${origin}${path}`;
};
const text = (body: string) => (reply: ServerResponse) => reply.end(body);
const moved = (to: string) => (reply: ServerResponse) => reply.writeHead(302, { location: to }).end();

test('is read as the document itself would be, also behind a redirect', async () => {
  const [idp, sp] = [say('/idp', text(idpMetadata)), say('/sp', text(spMetadata))];
  for (const address of [idp, say('/moved', moved('/idp'))])
    expect((await read('idp', address)).body).toMatchObject({
      ...{ entityId: 'https://idp.example', ssoUrl: 'https://idp.example/sso' },
      certifications: [{ fingerprint: expect.any(String) }],
    });
  expect((await read('sp', sp)).body).toMatchObject({
    entityId: 'https://sp.example',
    certifications: [{ use: 'both' }],
  });
});

test('read again, it must be of the same: certificates of somebody else would be taken for its own', async () => {
  for (const [role, body] of [
    ['idp', idpMetadata],
    ['sp', spMetadata],
  ] as const) {
    const address = say(`/again-${role}`, text(body));
    expect((await read(role, address, tenantId, { entityId: `https://${role}.example` })).status).toBe(200);
    expect((await read(role, address, tenantId, { entityId: 'https://other.example' })).body[0].field).toBe('entityId');
  }
});

test.each<[string, () => string, string]>([
  ['not there', () => `${origin}/none`, 'address'],
  ['an error', () => say('/500', (reply) => reply.writeHead(500).end(idpMetadata)), 'address'],
  ['a private address', () => 'https://10.0.0.1/metadata', 'address'],
  ['a redirect to a private address', () => say('/private', moved('https://169.254.169.254/latest')), 'address'],
  ['a redirect to plain http elsewhere', () => say('/plain', moved('http://idp.example/metadata')), 'address'],
  ['a redirect to itself', () => say('/loop', moved('/loop')), 'address'],
  ['2 MB', () => say('/large', text(`${idpMetadata}${' '.repeat(2 * 1024 * 1024)}`)), 'address'],
  ['nobody listens', () => 'http://127.0.0.1:9/metadata', 'address'],
  ['no XML', () => say('/html', text('<html>')), 'metadata'],
  ['a DOCTYPE', () => say('/doctype', text(`<!DOCTYPE x>${idpMetadata}`)), 'metadata'],
  ['of an app', () => say('/sp', text(spMetadata)), 'entities'],
])('says what is wrong, and nothing of the network: %s', async (_, address, field) => {
  const { status, body } = await read('idp', address());
  expect([status, body]).toMatchObject([400, [{ message_id: 'invalid_params', field }]]);
  expect(JSON.stringify(body)).not.toMatch(/169\.254|timeout|ECONN|refused/i);
});

test.each(['http://idp.example/metadata', 'file:///etc/passwd', 'https://user:secret@idp.example/', '/metadata'])(
  'takes no such address: %s',
  async (address) => {
    for (const role of ['idp', 'sp'] as const) expect((await read(role, address)).status).toBe(400);
  },
);

test('is for administrators of the tenant, and is kept with what it describes', async () => {
  const other = await makeTenant(app);
  expect((await read('idp', `${origin}/idp`, other.tenantId)).status).toBe(404);
  const at = `${origin}/idp`;
  const connection = { samlId: 'by-address', displayName: 'Company', entityId: 'https://idp.example' };
  const samls = `/api/auth/tenants/${tenantId}/samls`;
  const body = { ...connection, ssoUrl: 'https://idp.example/sso', metadataUrl: at };
  expect((await app.call('POST', samls, { token, body })).body.metadataUrl).toBe(at);
  const sp = { displayName: 'Wiki', entityId: 'https://sp.example', acsUrl: ACS, metadataUrl: `${origin}/sp` };
  const made = await app.call('POST', `/api/auth/tenants/${tenantId}/samlIdP/samlSps`, { token, body: sp });
  expect(made.body.metadataUrl).toBe(`${origin}/sp`);
});
