import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CREDENTIALS_SCOPE, OPERATOR_SCOPE, type OperatorScope, operatorScopes } from '#contract/principals.ts';
import { startTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, type TestTenant, type TestUser } from '#test/factories.ts';
import { makeClient } from '#test/oauth.ts';
import { operatorAct } from '#test/operator-act.ts';
import { createOperatorToken } from './operator-tokens/operator-tokens.ts';
import { operatorRoutes } from './routes.ts';

/**
 * What gives power takes the scope for it and a reason, leaves a row that says both, and is told to the tenant's
 * administrators (docs/decisions/0061, 0065). Whoever adds a route says so on it, or adds it to one of these lists.
 */
const provider = 'what the provider offers or announces: no user, no credential';
const shows = 'shows no secret, and of users no more than one who needs help';
const sells = 'a contract or a license: whom it lets in is for the tenant to say';
const takes = 'takes away, and gives nobody anything; at the portal no proof is asked either';
const noPower: Record<string, string> = {
  'GET /api/operator/tenants': shows,
  'POST /api/operator/tenants': 'a new tenant has no users yet',
  'GET /api/operator/tenants/{tenantId}': shows,
  'PUT /api/operator/tenants/{tenantId}': sells,
  'POST /api/operator/tenants/{tenantId}/suspend': takes,
  'POST /api/operator/tenants/{tenantId}/resume': 'what was ended stays ended',
  'POST /api/operator/tenants/{tenantId}/users':
    'a plain user; an administrator takes scope and reason, as tested below',
  'GET /api/operator/tenants/{tenantId}/users/{userId}': shows,
  'GET /api/operator/tenants/{tenantId}/oauthClients': shows,
  'GET /api/operator/deliveries': shows,
  'GET /api/operator/keys/master': shows,
  'GET /api/operator/toggles': shows,
  'PUT /api/operator/toggles/{name}': provider,
  'GET /api/operator/maintenances': provider,
  'POST /api/operator/maintenances': provider,
  'POST /api/operator/maintenances/{uuid}/end': provider,
  'GET /api/operator/customScript': shows,
  'DELETE /api/operator/customScript': takes,
  'GET /api/operator/status/components': provider,
  'PUT /api/operator/status/components/{componentId}': provider,
  'DELETE /api/operator/status/components/{componentId}': provider,
  'GET /api/operator/tokens': shows,
  'DELETE /api/operator/tokens/{name}': takes,
  'GET /api/operator/services': provider,
  'POST /api/operator/services': provider,
  'GET /api/operator/services/{serviceClass}': provider,
  'PUT /api/operator/services/{serviceClass}': provider,
  'GET /api/operator/tenants/{tenantId}/contracts': shows,
  'POST /api/operator/tenants/{tenantId}/contracts': sells,
  'PUT /api/operator/tenants/{tenantId}/contracts/{contractId}': sells,
  'GET /api/operator/tenants/{tenantId}/licenses': shows,
  'POST /api/operator/tenants/{tenantId}/licenses': sells,
  'PUT /api/operator/tenants/{tenantId}/licenses/{licenseId}': sells,
  'POST /api/operator/tenants/{tenantId}/licenses/{licenseId}/suspend': sells,
  'POST /api/operator/tenants/{tenantId}/licenses/{licenseId}/resume': sells,
  'GET /api/operator/tenants/{tenantId}/devices': shows,
  'DELETE /api/operator/tenants/{tenantId}/devices/{deviceId}': takes,
};

/** Why a route of the operator opens its transactions itself: the others leave it to `serve`. */
const both = 'reads what the provider offers before it writes in the tenant';
const hashes = 'hashes a password, which is slow, before it holds anything';
const inTwo = 'reads a setting for everywhere and for a tenant that the body or the query names';
const everywhere = 'reads across tenants, by a function of the database';
const keyring = 'the keyring holds its keys in transactions of its own';
const ownTransactions: Record<string, string> = {
  'GET /api/operator/tenants': everywhere,
  'POST /api/operator/tenants': 'writes in the tenant that the body names',
  'POST /api/operator/tenants/{tenantId}/users': hashes,
  'POST /api/operator/tenants/{tenantId}/users/{userId}/resetPassword': hashes,
  'POST /api/operator/tenants/{tenantId}/licenses': both,
  'POST /api/operator/tenants/{tenantId}/oauthClients': both,
  'PUT /api/operator/tenants/{tenantId}/oauthClients/{clientId}/serviceClass': both,
  'PUT /api/operator/tenants/{tenantId}/oauthClients/{clientId}/firstParty': both,
  'GET /api/operator/toggles': inTwo,
  'PUT /api/operator/toggles/{name}': inTwo,
  'GET /api/operator/browserLog': 'reads in the tenant that the query names, or the provider’s',
  'GET /api/operator/deliveries': everywhere,
  'GET /api/operator/keys/master': everywhere,
  'POST /api/operator/keys/rotate': keyring,
  'POST /api/operator/keys/{kid}/revoke': keyring,
};

it('opens its transactions itself only where a reason is told', () => {
  const own = operatorRoutes
    .filter(({ route }) => route.transaction === 'own')
    .map(({ route }) => `${route.method} ${route.path}`);
  expect(own.sort()).toEqual(Object.keys(ownTransactions).sort());
});

const reason = 'asked by phone, ticket 47';
let app: TestApp;
let tenant: TestTenant;
let administrator: TestUser;
const tokens = {} as Record<'ordinary' | 'credentials', string>;

const tokenWith = async (name: string, scopes: OperatorScope[]) =>
  (await createOperatorToken(app.tools, operatorAct(app.tools.clock()), { name, days: 1, scopes })).token;

beforeAll(async () => {
  app = await startTestApp();
  tenant = await makeTenant(app);
  administrator = await makeUser(app, tenant, { roles: ['User', 'PowerUser'] });
  tokens.ordinary = await tokenWith('ordinary', [OPERATOR_SCOPE]);
  tokens.credentials = await tokenWith('credentials', [CREDENTIALS_SCOPE]);
});
afterAll(() => app.close());

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
const powerful = operatorRoutes.map(({ route }) => route).filter(({ credentials }) => credentials);

it('is stated on each route, or the route is listed with why not', () => {
  const others = operatorRoutes.filter(({ route }) => !route.credentials).map(({ route }) => nameOf(route));
  expect(others.toSorted()).toEqual(Object.keys(noPower).toSorted());
});

const base = '/api/operator';
/** What each is called with, but for the reason; and the mail that its tenant's administrators get, if it has a tenant. */
const device = (serialId: string) => ({ serialId, deviceType: 'PorticoMfp' });
const ofUser = async (word: string) => {
  const { userId } = await makeUser(app, tenant);
  return { path: `${base}/tenants/${tenant.tenantId}/users/${userId}/${word}` };
};
const ofClient = async (word: string) => ({
  path: `${base}/tenants/${tenant.tenantId}/oauthClients/${(await makeClient(app, tenant)).clientId}${word}`,
});
const devices = () => `${base}/tenants/${tenant.tenantId}/devices`;
let made = 0;
const ofDevice = async () => {
  made += 1;
  const body = { devices: [device(`made-${made}`)], reason: 'tests' };
  expect((await app.call('POST', devices(), { token: tokens.credentials, body })).status).toBe(200);
  return { path: `${devices()}/made-${made}/credential` };
};
const currentKey = async () =>
  (await app.owner.query(`select kid from signing_keys where state = 'current' limit 1`)).rows[0].kid;

type Way = { path: string; body?: object };
const acts: Record<string, { way: () => Way | Promise<Way>; mail?: string }> = {
  'POST /api/operator/tenants/{tenantId}/users/{userId}/resetPassword': {
    ...{ way: () => ofUser('resetPassword'), mail: 'operatorSetPassword' },
  },
  'POST /api/operator/tenants/{tenantId}/users/{userId}/unlock': {
    ...{ way: () => ofUser('unlock'), mail: 'operatorUnlocked' },
  },
  'POST /api/operator/tenants/{tenantId}/users/{userId}/resetMfa': {
    ...{ way: () => ofUser('resetMfa'), mail: 'operatorResetMfa' },
  },
  'POST /api/operator/tenants/{tenantId}/oauthClients': {
    way: () => ({
      path: `${base}/tenants/${tenant.tenantId}/oauthClients`,
      body: { name: 'App', redirectUris: ['https://app.example/callback'] },
    }),
    mail: 'operatorRegisteredClient',
  },
  'PUT /api/operator/tenants/{tenantId}/oauthClients/{clientId}/serviceClass': {
    way: async () => {
      const body = { serviceClass: 'print', names: { en: 'Print' }, linkURLs: { default: 'https://print.example/' } };
      expect((await app.call('POST', `${base}/services`, { token: tokens.ordinary, body })).status).toBe(200);
      return { ...(await ofClient('/serviceClass')), body: { serviceClass: 'print' } };
    },
    mail: 'operatorChangedClient',
  },
  'PUT /api/operator/tenants/{tenantId}/oauthClients/{clientId}/firstParty': {
    way: async () => ({ ...(await ofClient('/firstParty')), body: { firstParty: false } }),
    mail: 'operatorChangedClient',
  },
  'DELETE /api/operator/tenants/{tenantId}/oauthClients/{clientId}': {
    ...{ way: () => ofClient(''), mail: 'operatorDeletedClient' },
  },
  'POST /api/operator/keys/rotate': { way: () => ({ path: `${base}/keys/rotate` }) },
  'POST /api/operator/keys/{kid}/revoke': {
    way: async () => ({ path: `${base}/keys/${await currentKey()}/revoke` }),
  },
  'PUT /api/operator/customScript': {
    way: () => ({
      path: `${base}/customScript`,
      body: { url: 'https://cdn.example/v1.js', integrity: `sha384-${'A'.repeat(64)}` },
    }),
  },
  'POST /api/operator/tenants/{tenantId}/devices': {
    ...{ way: () => ({ path: devices(), body: { devices: [device('new-1')] } }), mail: 'operatorRegisteredDevices' },
  },
  'POST /api/operator/tenants/{tenantId}/devices/{deviceId}/credential': {
    ...{ way: ofDevice, mail: 'operatorEnrolledDevice' },
  },
  'DELETE /api/operator/tenants/{tenantId}/devices/{deviceId}/credential': {
    ...{ way: ofDevice, mail: 'operatorRevokedDevice' },
  },
  'GET /api/operator/browserLog': {
    ...{ way: () => ({ path: `${base}/browserLog?tenantId=${tenant.tenantId}` }), mail: 'operatorReadBrowserLog' },
  },
};

it('has each of its acts below', () => {
  expect(Object.keys(acts).toSorted()).toEqual(powerful.map(nameOf).toSorted());
});

/** GET and DELETE have no body: they say why in the query. */
function send(method: string, { path, body }: Way, why: string | undefined, token: string) {
  const given: Record<string, string> = why === undefined ? {} : { reason: why };
  if (method !== 'GET' && method !== 'DELETE') return app.call(method, path, { token, body: { ...body, ...given } });
  const query = new URLSearchParams(given).toString();
  return app.call(method, query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`, { token });
}

const mailed = async () =>
  (await app.mails(administrator.mail)).filter(({ kind }) => kind.startsWith('operator')).map(({ kind }) => kind);
const rowsOf = async (action: string) =>
  (
    await app.owner.query(
      `select tenant_id, operator_user_id, reason, target_type from system_operation_log
       where action = $1 and status = 'success' and reason = $2`,
      [action, reason],
    )
  ).rows;

describe.each(Object.entries(acts))('%s', (name, { way, mail }) => {
  const [method = ''] = name.split(' ');

  it('takes the scope and a reason; leaves a row and a mail', async () => {
    const call = await way();
    const before = await mailed();
    expect((await send(method, call, reason, tokens.ordinary)).status).toBe(403);
    for (const wrong of [undefined, '', 'x'.repeat(501)]) {
      const refused = await send(method, call, wrong, tokens.credentials);
      expect([refused.status, refused.body]).toMatchObject([400, [{ message_id: 'invalid_params', field: 'reason' }]]);
    }
    expect(await rowsOf(name)).toEqual([]);
    expect(await mailed()).toEqual(before);
    expect((await send(method, call, reason, tokens.credentials)).status).toBeLessThan(300);
    const rows = await rowsOf(name);
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows)
      expect(row).toMatchObject({ tenant_id: mail ? tenant.tenantId : '-', operator_user_id: 'operator:credentials' });
    expect(await mailed()).toEqual([...before, ...(mail ? [mail] : [])]);
    const last = (await app.mails(administrator.mail)).at(-1);
    if (mail) for (const word of [reason, 'operator:credentials']) expect(last?.text).toContain(word);
  });
});

it('an administrator takes them too, a plain user does not', async () => {
  const path = `${base}/tenants/${tenant.tenantId}/users`;
  const root = { userId: 'root', roles: ['PowerUser'], reason };
  const both = await tokenWith('both', [...operatorScopes]);
  expect((await app.call('POST', path, { token: tokens.ordinary, body: root })).status).toBe(403);
  const silent = await app.call('POST', path, { token: both, body: { ...root, reason: undefined } });
  expect([silent.status, silent.body[0].field]).toEqual([400, 'reason']);
  expect((await app.call('POST', path, { token: both, body: root })).status).toBe(200);
  expect((await mailed()).at(-1)).toBe('operatorMadeAdministrator');
  expect((await app.call('POST', path, { token: tokens.ordinary, body: { userId: 'plain' } })).status).toBe(200);
});

it('looking again and again for one reason keeps no mail back', async () => {
  const minutes = (count: number) => app.advance(count * 60_000);
  // From a full hour on.
  app.advance(3_600_000 - (app.tools.clock().getTime() % 3_600_000));
  const before = (await mailed()).length;
  const path = `${base}/browserLog?tenantId=${tenant.tenantId}&operationId=op-1`;
  for (let looks = 0; looks < 3; looks += 1) {
    expect((await send('GET', { path }, 'every forty minutes', tokens.credentials)).status).toBe(200);
    minutes(40);
  }
  expect((await mailed()).slice(before)).toEqual(['operatorReadBrowserLog', 'operatorReadBrowserLog']);
});

it('one mail tells of many devices, and of an export of the browser log in many pages', async () => {
  const many = Array.from({ length: 25 }, (_, n) => device(`row-${n}`));
  const before = (await mailed()).length;
  await app.call('POST', devices(), { token: tokens.credentials, body: { devices: many, reason } });
  // Again: they are there already, and nothing is told.
  await app.call('POST', devices(), { token: tokens.credentials, body: { devices: many, reason } });
  const look = (why: string) =>
    send('GET', { path: `${base}/browserLog?tenantId=${tenant.tenantId}&operationId=op-1` }, why, tokens.credentials);
  app.advance(3_600_000 - (app.tools.clock().getTime() % 3_600_000));
  for (const why of ['an export', 'an export', 'another']) expect((await look(why)).status).toBe(200);
  app.advance(3_600_001);
  await look('an export');
  const mails = (await app.mails(administrator.mail)).filter(({ kind }) => kind.startsWith('operator')).slice(before);
  expect(mails.map(({ kind }) => kind)).toEqual([
    ...['operatorRegisteredDevices', 'operatorReadBrowserLog', 'operatorReadBrowserLog', 'operatorReadBrowserLog'],
  ]);
  expect(mails[0]?.text).toContain('25 devices');
  expect(mails[0]?.text).toContain('row-19, …');
  const rows = await app.owner.query(`select changes from system_operation_log where reason = 'an export'`);
  expect(rows.rows.map(({ changes }) => changes)).toEqual(
    Array(3).fill({ condition: { after: { operationId: 'op-1' } } }),
  );
});
