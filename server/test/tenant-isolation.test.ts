import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RouteDefinition } from '#contract/route.ts';
import { newUuid } from '#server/platform/crypto/uuid.ts';
import { allRoutes } from '#server/app.ts';
import { sharedTestApp, type TestApp } from './app.ts';
import { createTotp } from './authenticator.ts';
import { makeTenant, makeUser, PASSWORD, type SignedIn, signIn, type TestTenant, type TestUser } from './factories.ts';
import { upload } from './imports.ts';
import { askForReset } from './mailed-links.ts';
import { authorize, makeClient } from './oauth.ts';
import { makeDevices } from './services.ts';

/** Another tenant's ID, in a path or a body, is answered like an unknown one and changes nothing (standards 1). */

interface Side {
  tenant: TestTenant;
  user: TestUser;
  signed: SignedIn;
  /** Its IDs, by parameter and position in the path. */
  ids: Record<string, string>;
}

let app: TestApp;
let attacker: Side;
let victim: Side;
/** Another user in the victim's tenant. */
let colleague: Side;

async function makeSide(tenant: TestTenant): Promise<Side> {
  const user = await makeUser(app, tenant, { roles: ['User', 'PowerUser'] });
  const signed = await signIn(app, user);
  const call = async (method: string, path: string, body?: object) =>
    (await app.call(method, path, { token: signed.token, body })).body;
  const card = await call('POST', '/api/auth/me/cards', {
    deviceType: 'PorticoMfp',
    number: `A${user.uuid.slice(-8)}`,
  });
  const sessions = await call('GET', '/api/auth/me/sessions');
  const history = await call('POST', '/api/auth/me/operations/search/logs/login', { periodType: 'hours24' });
  const external = newUuid();
  await app.owner.query(
    "insert into openid_provider_accounts (tenant_id, uuid, user_uuid, op_id, subject_sub_id) values ($1, $2, $3, 'op', $4)",
    [tenant.tenantId, external, user.uuid, external],
  );
  const { clientId } = await makeClient(app, tenant);
  const totp = await createTotp(app, signed.token);
  const importing = { app, tenantId: tenant.tenantId, token: signed.token };
  const { importId } = (await upload(importing, 'samaccountname\nanna', { kind: 'directory' })).body;
  const tenantPath = `/api/auth/tenants/${tenant.tenantId}`;
  const { exportStatusId } = await call('POST', `${tenantPath}/userExport`, {});
  const group = await call('POST', `${tenantPath}/groups`, { groupId: `g${card.uuid}`, name: 'Group' });
  const deviceId = `device-${card.uuid}`;
  await makeDevices(app, tenant.tenantId, [{ deviceId, serialId: deviceId, deviceType: 'PorticoMfp' }]);
  const devicePath = `/api/device/tenants/${tenant.tenantId}`;
  const deviceExport = await call('POST', `${devicePath}/deviceExport`, {});
  const tag = await call('POST', `${tenantPath}/tags`, { name: `tag ${card.uuid}` });
  const saml = { displayName: 'Wiki', entityId: card.uuid, acsUrl: 'https://wiki.example/acs' };
  const { samlSpId } = await call('POST', `${tenantPath}/samlIdP/samlSps`, saml);
  const ids = {
    tenantId: tenant.tenantId,
    clientId,
    samlSpId,
    sessionId: sessions.results[0].sessionId,
    id: history.results[0].id,
    'cards/uuid': card.uuid,
    'externalAccounts/uuid': external,
    'totp/uuid': totp.uuid,
    'groups/uuid': group.uuid,
    'tags/uuid': tag.uuid,
    importId,
    exportStatusId,
    'deviceExport/exportStatusId': deviceExport.exportStatusId,
    deviceId,
    userId: user.userId,
    uuid: user.uuid,
  };
  return { tenant, user, signed, ids };
}

beforeAll(async () => {
  app = await sharedTestApp();
  const [own, other] = [await makeTenant(app), await makeTenant(app)];
  attacker = await makeSide(own);
  victim = await makeSide(other);
  colleague = await makeSide(other);
});
afterAll(() => app.close());

const routes: RouteDefinition[] = allRoutes
  .map(({ route }) => route)
  .filter(({ path, access }) => path.includes('{') && !['public', 'operator', 'device'].includes(access));

const idFor = (route: RouteDefinition, name: string, ids: Record<string, string>) => {
  const place = new RegExp(`/(\\w+)/\\{${name}\\}`).exec(route.path)?.[1];
  return ids[`${place}/${name}`] ?? ids[name] ?? randomUUID();
};

function bodyOf(route: RouteDefinition, ids: Record<string, string>): object | undefined {
  if (!route.body) return undefined;
  if (route.path.includes('/activate')) return { uuid: ids['totp/uuid'], otp: '000000' };
  if (/groups\/\{uuid\}\/operations\/(?:add|remove)/.test(route.path))
    return route.path.endsWith('users')
      ? { userIds: [ids.userId] }
      : route.path.endsWith('devices')
        ? { deviceIds: [ids.deviceId] }
        : { groupIds: ['nothing'] };
  if (route.path.endsWith('{samlSpId}'))
    return { displayName: 'taken over', entityId: 'urn:evil', acsUrl: 'https://evil.example/acs' };
  if (/\/samls\b/.test(route.path) && !route.path.includes('certifications'))
    return { displayName: 'taken over', entityId: 'urn:evil', ssoUrl: 'https://evil.example/sso', samlId: 'evil' };
  if (route.path.includes('oauthClients'))
    return { name: 'taken over', redirectUris: ['https://evil.example/'], scopes: ['openid'] };
  return {};
}

const ask = (route: RouteDefinition, tenantId: string | undefined, ids: Record<string, string>) =>
  app.call(
    route.method,
    route.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      name === 'tenantId' && tenantId ? tenantId : idFor(route, name, ids),
    ),
    { token: attacker.signed.token, body: bodyOf(route, ids) },
  );

/** All rows of a tenant, except those that calls by its own users leave. */
async function stateOf(tenantId: string): Promise<string> {
  const { rows } = await app.owner.query<{ name: string }>(
    "select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1",
  );
  const parts: string[] = [];
  for (const { name } of rows) {
    const found = await app.owner.query(`select t::text as row from ${name} t where tenant_id = $1 order by 1`, [
      tenantId,
    ]);
    parts.push(`${name}: ${found.rows.map(({ row }) => row).join('\n')}`);
  }
  return parts.join('\n');
}

describe('an id of another tenant', () => {
  it.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))(
    'is unknown to %s',
    async (_, route) => {
      const unknown = Object.fromEntries(
        Object.entries(attacker.ids).map(([name, value]) => [
          name,
          name === 'clientId' ? `${value.slice(0, -4)}zzzz` : name === 'tenantId' ? 'no-such-tenant' : randomUUID(),
        ]),
      );
      const before = await stateOf(victim.tenant.tenantId);
      // All IDs foreign; and, if a tenant is named, foreign IDs under the own tenant and own IDs under the foreign one.
      const asked: [string | undefined, Record<string, string>, Record<string, string>][] = [
        [undefined, victim.ids, unknown],
      ];
      if (route.path.includes('{tenantId}') && /\{(?!tenantId)/.test(route.path)) {
        asked.push([attacker.tenant.tenantId, victim.ids, unknown], [victim.tenant.tenantId, attacker.ids, unknown]);
      }
      for (const [tenantId, foreign, nobody] of asked) {
        const [known, none] = [await ask(route, tenantId, foreign), await ask(route, tenantId, nobody)];
        expect(known.status).toBeGreaterThanOrEqual(400);
        expect([known.status, known.body]).toEqual([none.status, none.body]);
      }
      expect(await stateOf(victim.tenant.tenantId)).toBe(before);
    },
  );
});

describe('an id of somebody else in the tenant', () => {
  const own = routes.filter(({ path }) => path.includes('/me/'));
  it.each(own.map((route) => [`${route.method} ${route.path}`, route] as const))(
    'is unknown to %s',
    async (_, route) => {
      const path = (ids: Record<string, string>) =>
        route.path.replace(/\{(\w+)\}/g, (__, name: string) => idFor(route, name, ids));
      const send = (ids: Record<string, string>) =>
        app.call(route.method, path(ids), { token: victim.signed.token, body: bodyOf(route, ids) });
      const [known, none] = [await send(colleague.ids), await send({ 'totp/uuid': randomUUID() })];
      expect(known.status).toBeGreaterThanOrEqual(400);
      expect([known.status, known.body]).toEqual([none.status, none.body]);
    },
  );
});

describe('a secret of one tenant under the name of another', () => {
  const moved = (value: string) => value.replace(victim.tenant.tenantId, attacker.tenant.tenantId);
  const post = (path: string, body: object) => app.call('POST', path, { body });

  it('opens nothing', async () => {
    const { token, cookie } = victim.signed;
    const { tenantId } = victim.tenant;
    const { ticket } = (
      await app.call('POST', '/api/auth/myAccounts/issueTicketByAccessToken', { token, body: { tenantId } })
    ).body;
    expect((await post('/api/auth/login/ticket', { ticket: moved(ticket) })).status).toBe(401);
    expect((await authorize(app, 'portal', moved(cookie), { prompt: 'none' })).code).toBeNull();
    expect((await authorize(app, 'portal', cookie, { prompt: 'none' })).code).not.toBeNull();
    const exchangeCode = await askForReset(app, victim.user);
    expect((await post('/api/account/temporaryCode/exchange', { exchangeCode: moved(exchangeCode) })).status).toBe(410);
    const { temporaryCode } = (await post('/api/account/temporaryCode/exchange', { exchangeCode })).body;
    const password = 'copper meadow 91 whistle';
    for (const [code, named] of [
      [moved(temporaryCode), tenantId],
      [temporaryCode, attacker.tenant.tenantId],
      [moved(temporaryCode), attacker.tenant.tenantId],
    ]) {
      expect(
        (await post('/api/account/resetPassword', { temporaryCode: code, tenantId: named, password })).status,
      ).toBe(410);
    }
    const login = { type: 'userId', tenantId, credentials: victim.user.userId, password: PASSWORD };
    expect((await post('/api/auth/login/user', login)).status).toBe(200);
    expect((await post('/api/auth/login/user', { ...login, tenantId: attacker.tenant.tenantId })).status).toBe(401);
  });

  it.each(['-', '', '--', 'a', '*', '%'])(
    '"%s" is no tenant to sign in to or to hold a session of',
    async (tenantId) => {
      const body = { type: 'userId', tenantId, credentials: victim.user.userId, password: PASSWORD };
      expect((await post('/api/auth/login/user', body)).status).toBeGreaterThanOrEqual(400);
      const ticket = `${tenantId}.${'a'.repeat(43)}`;
      expect((await post('/api/auth/login/ticket', { ticket })).status).toBeGreaterThanOrEqual(400);
      expect(
        (await authorize(app, 'portal', `__Host-portico-session=1.${ticket}`, { prompt: 'none' })).code,
      ).toBeNull();
    },
  );
});
