import * as oidc from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inputOf } from '#contract/apps/oauth-clients.ts';
import { startTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, type SignedIn, signIn, type TestTenant, type TestUser } from '#test/factories.ts';
import { giveCard, makeDevice } from '#test/devices.ts';
import { CALLBACK, claimsOf, makeClient, type TestClient, withinASecond } from '#test/oauth.ts';
import { makeLicense, makeOperator, makeService, type Operate } from '#test/services.ts';

/** Claims a service gets about a user, through a client library that the product does not use. */

let app: TestApp;
let second: Awaited<ReturnType<TestApp['another']>>;
let operate: Operate;
let tenant: TestTenant;
let admin: SignedIn;
let user: TestUser;
let cookie: string;
/** Two services with a license each. */
let own: { serviceClass: string; licenseId: string };
let other: { serviceClass: string; licenseId: string };

beforeAll(async () => {
  app = await startTestApp();
  second = await app.another();
  operate = await makeOperator(app);
  tenant = await makeTenant(app);
  admin = await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] }));
  user = await makeUser(app, tenant);
  ({ cookie } = await signIn(app, user));
  [own, other] = [await makeLicensed(), await makeLicensed()];
  await permit(own, true);
  await permit(other, true);
});
afterAll(async () => {
  await second.close();
  await app.close();
});

async function makeLicensed() {
  const serviceClass = await makeService(operate);
  return { serviceClass, licenseId: await makeLicense(operate, tenant.tenantId, { serviceClass }) };
}

const licensePath = ({ serviceClass, licenseId }: typeof own) =>
  `/api/service/tenants/${tenant.tenantId}/availableServices/${serviceClass}/licenses/${licenseId}`;

async function administer(method: string, path: string, body: object) {
  const answer = await app.call(method, path, { token: admin.token, body });
  expect(answer.body).toMatchObject(answer.status === 200 ? {} : { unexpected: true });
}

const permit = (license: typeof own, permitted: boolean) =>
  administer('POST', `${licensePath(license)}/userPermissions`, { permissions: [{ userId: user.userId, permitted }] });

async function assign(client: TestClient, serviceClass: string | null) {
  const path = `/tenants/${tenant.tenantId}/oauthClients/${client.clientId}/serviceClass`;
  const answer = await operate('PUT', path, { serviceClass, reason: 'test' });
  expect(answer.body).toMatchObject({ clientId: client.clientId, serviceClass });
}

async function makeServiceClient(serviceClass: string | null, ofTenant = tenant): Promise<TestClient> {
  const scopes = ['openid', 'services', 'portal:user:admin', 'offline_access'] as const;
  const client = await makeClient(app, ofTenant, { scopes: [...scopes] });
  if (serviceClass !== null) await assign(client, serviceClass);
  return client;
}

function configure(client: TestClient, url = app.url) {
  const proof = client.secret ? oidc.ClientSecretBasic(client.secret) : oidc.None();
  const execute = [oidc.allowInsecureRequests];
  if (url === app.url) return oidc.discovery(new URL(url), client.clientId, {}, proof, { execute });
  // The second process has the same issuer, so its endpoint is given explicitly.
  const introspection_endpoint = `${url}/api/auth/oauth/provider/introspect`;
  const config = new oidc.Configuration({ issuer: app.url, introspection_endpoint }, client.clientId, {}, proof);
  oidc.allowInsecureRequests(config);
  return Promise.resolve(config);
}

/** Signs the user in to a client. */
async function tokensOf(client: TestClient, scope: string) {
  const config = await configure(client);
  const verifier = oidc.randomPKCECodeVerifier();
  const code_challenge = await oidc.calculatePKCECodeChallenge(verifier);
  const asked = { redirect_uri: CALLBACK, scope, code_challenge, code_challenge_method: 'S256' };
  const answer = await fetch(oidc.buildAuthorizationUrl(config, asked), { redirect: 'manual', headers: { cookie } });
  const returned = new URL(answer.headers.get('location') ?? '');
  const tokens = await oidc.authorizationCodeGrant(config, returned, { pkceCodeVerifier: verifier });
  return { config, tokens };
}

const entry = ({ serviceClass, licenseId }: typeof own) => ({ serviceClass, permittedLicenses: [{ licenseId }] });
const both = () => [own, other].sort((a, b) => (a.serviceClass < b.serviceClass ? -1 : 1)).map(entry);

describe('a client of a service', () => {
  it('is told of its own service in ID token, userinfo, access token and introspection', async () => {
    const client = await makeServiceClient(own.serviceClass);
    const { config, tokens } = await tokensOf(client, 'openid');
    expect(tokens.claims()?.permittedServices).toEqual([entry(own)]);
    const person = await oidc.fetchUserInfo(config, tokens.access_token, user.uuid);
    expect(person.permittedServices).toEqual([entry(own)]);
    const introspected = await oidc.tokenIntrospection(config, tokens.access_token);
    expect(introspected).toMatchObject({ active: true, permittedServices: [entry(own)] });
    // Even with the scope of all services it sees only its own, also in tokens for Portico's API.
    const api = await tokensOf(client, 'openid services portal:user:admin');
    expect(claimsOf(api.tokens.access_token).permittedServices).toEqual([entry(own)]);
    expect(api.tokens.claims()?.permittedServices).toEqual([entry(own)]);
    const told = await oidc.tokenIntrospection(config, api.tokens.access_token);
    expect(told.permittedServices).toEqual([entry(own)]);
    expect((await app.call('GET', '/api/auth/me', { token: api.tokens.access_token })).status).toBe(200);
  });

  it('is told so of a token for an API that it checks, and that there is nothing; without that, it is told nothing', async () => {
    const others = [await makeServiceClient(other.serviceClass), await makeServiceClient(own.serviceClass)];
    const nowhere = await makeServiceClient(await makeService(operate));
    const checking = [...others, nowhere];
    const audience = `api://${tenant.tenantId}/of-services`;
    const made = await app.call('POST', `/api/auth/tenants/${tenant.tenantId}/oauthApis`, {
      token: admin.token,
      body: {
        ...{ name: 'Of services', audience, scopes: [{ name: 'use', description: 'Use it' }] },
        checkingApps: checking.map(({ clientId }) => clientId),
      },
    });
    expect(made.status).toBe(200);
    const apis = [{ audience, scopes: ['use'], ownScopes: [] }];
    const issuer = await makeClient(app, tenant, { scopes: ['openid', 'services'], apis });
    const { tokens } = await tokensOf(issuer, 'openid use');
    const outside = await makeServiceClient(own.serviceClass);
    const [all, out, ...each] = await Promise.all([issuer, outside, ...checking].map((client) => configure(client)));
    const ask = (config = all) => oidc.tokenIntrospection(config as oidc.Configuration, tokens.access_token);
    // Each client keeps its own view when calls alternate.
    for (let turn = 0; turn < 2; turn += 1) {
      const told = [await ask(), await ask(each[0]), await ask(each[1]), await ask(each[2])];
      expect(told.map(({ active }) => active)).toEqual([true, true, true, true]);
      const services = told.map(({ permittedServices }) => permittedServices);
      expect(services).toEqual([undefined, [entry(other)], [entry(own)], []]);
      expect(await ask(out)).toEqual({ active: false });
    }
  });

  it('is such by the provider alone, who must know the service', async () => {
    const client = await makeServiceClient(null);
    const path = `/api/auth/tenants/${tenant.tenantId}/oauthClients/${client.clientId}`;
    const { body } = await app.call('GET', path, { token: admin.token });
    expect(body.serviceClass).toBeNull();
    const { clientId } = body;
    const input = inputOf(body);
    const own_ = { ...input, serviceClass: own.serviceClass };
    expect((await app.call('PUT', path, { token: admin.token, body: own_ })).status).toBe(400);
    const unknown = await operate('PUT', `/tenants/${tenant.tenantId}/oauthClients/${clientId}/serviceClass`, {
      serviceClass: 'unknown',
      reason: 'test',
    });
    expect(unknown.status).toBe(404);
    await assign(client, own.serviceClass);
    expect((await app.call('PUT', path, { token: admin.token, body: input })).body.serviceClass).toBe(own.serviceClass);
  });
});

describe('another client', () => {
  it('is told of all services where the token has the scope, and else of none', async () => {
    const client = await makeServiceClient(null);
    const { config, tokens } = await tokensOf(client, 'openid services');
    expect(tokens.claims()?.permittedServices).toEqual(both());
    expect((await oidc.fetchUserInfo(config, tokens.access_token, user.uuid)).permittedServices).toEqual(both());
    expect((await oidc.tokenIntrospection(config, tokens.access_token)).permittedServices).toEqual(both());
    const api = await tokensOf(client, 'openid services portal:user:admin');
    expect((await oidc.tokenIntrospection(config, api.tokens.access_token)).permittedServices).toEqual(both());
    const without = await tokensOf(client, 'openid');
    expect(without.tokens.claims()).not.toHaveProperty('permittedServices');
    const told = await oidc.tokenIntrospection(config, without.tokens.access_token);
    expect(told.active).toBe(true);
    expect(told).not.toHaveProperty('permittedServices');
    const narrow = await makeClient(app, tenant, { scopes: ['openid'] });
    await expect(tokensOf(narrow, 'openid services')).rejects.toMatchObject({ error: 'invalid_scope' });
  });

  it('of another tenant learns nothing', async () => {
    const { tokens } = await tokensOf(await makeServiceClient(own.serviceClass), 'openid services');
    const stranger = await makeClient(app, await makeTenant(app), { scopes: ['openid', 'services'] });
    const told = await oidc.tokenIntrospection(await configure(stranger), tokens.access_token);
    expect(told).toEqual({ active: false });
  });
});

describe('somebody at a device', () => {
  it('is known to the service the device shows their token to, as an ordinary user, until they are out', async () => {
    const device = await makeDevice(app, tenant);
    const person = await makeUser(app, tenant, { roles: ['User', 'PowerUser'] });
    await giveCard(app, admin.token, person, { card: '04A1B2C3D4E5F6' });
    const permissions = [{ userId: person.userId, permitted: true }];
    await administer('POST', `${licensePath(own)}/userPermissions`, { permissions });
    const { body } = await device.signIn({ way: 'card', card: '04A1B2C3D4E5F6' });
    const token = body.status === 'completed' ? body.accessToken : '';
    const config = await configure(await makeServiceClient(own.serviceClass));
    const known = await oidc.tokenIntrospection(config, token);
    const { deviceId } = device;
    expect(known).toMatchObject({ active: true, sub: person.uuid, username: person.userId, roles: ['User'], deviceId });
    expect(known).toMatchObject({ permittedServices: [entry(own)], scope: 'portal:user:admin' });
    const stranger = await makeClient(app, await makeTenant(app), { scopes: ['openid'] });
    expect(await oidc.tokenIntrospection(await configure(stranger), token)).toEqual({ active: false });
    // A device session has no userinfo and cannot be exchanged.
    await expect(oidc.fetchUserInfo(config, token, person.uuid)).rejects.toThrow();
    await device.signOut(token);
    const isOut = await withinASecond(
      () => oidc.tokenIntrospection(config, token),
      ({ active }) => !active,
    );
    expect(isOut).toBe(true);
    expect(await oidc.tokenIntrospection(config, token)).toEqual({ active: false });
  });
});

describe('a device that is permitted a service', () => {
  const CARD = { way: 'card', card: '04D5E6F7A1B2C3' } as const;

  /** A service with a license for devices, assigned by a rule for a whole type. */
  async function makeForDevices() {
    const serviceClass = await makeService(operate);
    const licenseId = await makeLicense(operate, tenant.tenantId, { serviceClass, volumeType: 'device' });
    const license = { serviceClass, licenseId };
    const permitTypes = (deviceTypeList: string[]) =>
      administer('POST', `${licensePath(license)}/allDevicePermissions`, {
        permissions: deviceTypeList.length > 0,
        deviceTypeList,
        reversePermittedDevices: [],
      });
    return { license, permitTypes };
  }

  it('is told to that service with whoever signed in there, within a second, on both processes', async () => {
    const device = await makeDevice(app, tenant);
    const person = await makeUser(app, tenant);
    await giveCard(app, admin.token, person, CARD);
    const { license, permitTypes } = await makeForDevices();
    const { body } = await device.signIn(CARD);
    const token = body.status === 'completed' ? body.accessToken : '';
    const client = await makeServiceClient(license.serviceClass);
    const configs = await Promise.all([app.url, second.url].map((url) => configure(client, url)));
    const ask = () => Promise.all(configs.map((config) => oidc.tokenIntrospection(config, token)));
    const nothing = { active: true, permittedServices: [], devicePermittedServices: [] };
    for (const told of await ask()) expect(told).toMatchObject(nothing);
    const isTold = (told: Awaited<ReturnType<typeof ask>>) =>
      told.every(({ devicePermittedServices }) => (devicePermittedServices as unknown[]).length === 1);
    await permitTypes(['PorticoMfp']);
    expect(await withinASecond(ask, isTold)).toBe(true);
    const now = { deviceId: device.deviceId, permittedServices: [], devicePermittedServices: [entry(license)] };
    for (const told of await ask()) expect(told).toMatchObject(now);
    await permitTypes([]);
    expect(await withinASecond(ask, (told) => !told.some((one) => isTold([one])))).toBe(true);
  });

  it('is told to no other client, and not with a person who signed in elsewhere', async () => {
    const device = await makeDevice(app, tenant);
    const person = await makeUser(app, tenant);
    const card = { ...CARD, card: '04D5E6F7A1B2C4' };
    await giveCard(app, admin.token, person, card);
    const { license, permitTypes } = await makeForDevices();
    await permitTypes(['PorticoMfp']);
    const { body } = await device.signIn(card);
    const token = body.status === 'completed' ? body.accessToken : '';
    const toOther = await configure(await makeServiceClient(own.serviceClass));
    expect((await oidc.tokenIntrospection(toOther, token)).devicePermittedServices).toEqual([]);
    const toNone = await oidc.tokenIntrospection(await configure(await makeServiceClient(null)), token);
    expect(toNone).toEqual({ active: false });
    const { config, tokens } = await tokensOf(await makeServiceClient(license.serviceClass), 'openid');
    const elsewhere = await oidc.tokenIntrospection(config, tokens.access_token);
    expect(elsewhere).toMatchObject({ active: true, permittedServices: [] });
    expect(elsewhere).not.toHaveProperty('devicePermittedServices');
  });
});

describe('within a second, on both processes', () => {
  /** Expects a change in introspection, and its reversal. */
  async function expectSeen(license: typeof own, change: () => Promise<unknown>, back: () => Promise<unknown>) {
    const client = await makeServiceClient(license.serviceClass);
    const { tokens } = await tokensOf(client, 'openid offline_access');
    const configs = await Promise.all([app.url, second.url].map((url) => configure(client, url)));
    const ask = async () =>
      Promise.all(
        configs.map(async (config) => {
          const { permittedServices } = await oidc.tokenIntrospection(config, tokens.access_token);
          return (permittedServices as { permittedLicenses: unknown[] }[]).length;
        }),
      );
    expect(await ask()).toEqual([1, 1]);
    for (const [act, seen] of [
      [change, 0],
      [back, 1],
    ] as const) {
      await act();
      expect(await withinASecond(ask, (told) => told.every((services) => services === seen))).toBe(true);
    }
  }

  const on = (license: typeof own) => `/tenants/${tenant.tenantId}/licenses/${license.licenseId}`;

  it('a permission', () =>
    expectSeen(
      own,
      () => permit(own, false),
      () => permit(own, true),
    ));

  it('a rule and an exception from it', async () => {
    const license = await makeLicensed();
    const all = (permissions: boolean, except: string[] = []) =>
      administer('POST', `${licensePath(license)}/allUserPermissions`, { permissions, reversePermittedUsers: except });
    await all(true);
    await expectSeen(
      license,
      () => all(true, [user.userId]),
      () => permit(license, true),
    );
    await expectSeen(
      license,
      () => all(false),
      () => all(true),
    );
  });

  it('a licence that is suspended, or expires', async () => {
    await expectSeen(
      own,
      () => operate('POST', `${on(own)}/suspend`),
      () => operate('POST', `${on(own)}/resume`),
    );
    const inAMoment = () => new Date(app.tools.clock().getTime() + 1).toISOString();
    await expectSeen(
      own,
      () => operate('PUT', on(own), { expiresAt: inAMoment() }),
      () => operate('PUT', on(own), { expiresAt: null }),
    );
  });

  it('a role, and a service that is offered no more', async () => {
    const license = await makeLicensed();
    await permit(license, true);
    await operate('PUT', on(license), { availableRoles: ['User'] });
    const path = `/api/auth/tenants/${tenant.tenantId}/users/${user.userId}`;
    await expectSeen(
      license,
      () => administer('PUT', path, { roles: ['PowerUser'] }),
      () => administer('PUT', path, { roles: ['User'] }),
    );
    await expectSeen(
      license,
      () => operate('PUT', `/services/${license.serviceClass}`, { enabled: false }),
      () => operate('PUT', `/services/${license.serviceClass}`, { enabled: true }),
    );
  });
});

it('an administrator sees what a user is permitted', async () => {
  const read = async () =>
    (await app.call('GET', `/api/auth/tenants/${tenant.tenantId}/users/${user.userId}`, { token: admin.token })).body
      .permittedServices;
  expect(await read()).toEqual(expect.arrayContaining(both()));
  await permit(other, false);
  expect(await read()).not.toContainEqual(entry(other));
  await permit(other, true);
});
