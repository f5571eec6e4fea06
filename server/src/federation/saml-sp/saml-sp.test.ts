import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn, type TestTenant } from '#test/factories.ts';
import { responseXml, signed } from '#test/saml/response.ts';
import * as saml from '#test/saml/connection.ts';

let app: TestApp;
let tenant: TestTenant;
let token: string;
let connected: saml.Connected;
let other: saml.Connected;
let otherToken: string;
async function administered() {
  const place = await makeTenant(app);
  return { ...place, ...(await signIn(app, await makeUser(app, place, { roles: ['PowerUser'] }))) };
}
beforeAll(async () => {
  app = await sharedTestApp();
  const first = await administered();
  [tenant, token] = [first, first.token];
  connected = await saml.connect(app, first);
  const second = await administered();
  otherToken = second.token;
  other = await saml.connect(app, second, { samlId: 'entra' });
});
afterAll(() => app.close());

const traces = async (place = connected, as = token) =>
  (await app.call('GET', `${saml.samlsPath(place.tenantId)}/${place.samlId}/traces`, { token: as })).body.results;
const idOf = ({ body }: { body: { message_id: string }[] }) => body[0]?.message_id;
const change = async (set: object, place = connected, as = token) => {
  const path = `${saml.samlsPath(place.tenantId)}/${place.samlId}`;
  const { body } = await app.call('GET', path, { token: as });
  const fields = ['displayName', 'entityId', 'ssoUrl', 'trustedOrigin', 'mailAddressAttribute', 'familyNameAttribute'];
  const kept = [...fields, 'givenNameAttribute', 'enabled', 'jitProvisioning'].map((field) => [field, body[field]]);
  return app.call('PUT', path, { token: as, body: { ...Object.fromEntries(kept), ...set } });
};

describe('a sign-in with a SAML identity provider', () => {
  it('asks it, adds the user the first time, and signs in the same one the next', async () => {
    const { xml } = await saml.ask(app, connected);
    expect(xml).toContain(`AssertionConsumerServiceURL="${connected.acsUrl}"`);
    expect(xml).toContain(`<saml:Issuer>${connected.entityId}</saml:Issuer>`);
    const attributes = { mail: ['hanako@company.example'], sn: ['Sato'], givenName: ['Hanako'] };
    const first = await saml.signInBySaml(app, connected, { nameId: 'id-1', attributes });
    expect([first.status, first.body.status]).toEqual([200, 'completed']);
    expect(first.body.me).toMatchObject({ userId: 'hanako', familyName: 'Sato', givenName: 'Hanako', roles: ['User'] });
    const again = await saml.signInBySaml(app, connected, { nameId: 'id-1', attributes: {} });
    expect(again.body.me.uuid).toBe(first.body.me.uuid);
    const list = await app.call('GET', saml.samlsPath(tenant.tenantId), { token });
    expect(list.body.results).toMatchObject([{ samlId: 'Entra', linkedUsers: 1 }]);
    expect((await traces()).slice(0, 2)).toMatchObject([{ cause: null, purpose: 'signIn' }, { cause: null }]);
  });

  it('in two tenants at once, whose connections share a name, a provider and the name of a user', async () => {
    const places = [connected, other, connected, other];
    const answers = await Promise.all(places.map((place) => saml.signInBySaml(app, place, { nameId: 'shared' })));
    const users = answers.map(({ body }) => `${body.tenantId} ${body.me?.uuid}`);
    expect(answers.map(({ body }) => body.tenantId)).toEqual(places.map(({ tenantId }) => tenantId));
    expect(new Set(users).size).toBe(2);
  });

  it('finds the connection in whatever case, and says the same of what is not there or is off', async () => {
    const ask = (tenantId: string, samlId: string) =>
      app.call('POST', '/api/auth/saml/sp/request', { body: { tenantId, samlId } });
    expect((await ask(tenant.tenantId, 'ENTRA')).status).toBe(200);
    const wrong = [await ask(tenant.tenantId, 'none'), await ask('no-such-tenant', 'entra'), await ask('-', 'entra')];
    await change({ enabled: false });
    wrong.push(await ask(tenant.tenantId, 'entra'));
    await change({ enabled: true });
    expect(wrong.map((answer) => [answer.status, idOf(answer)])).toEqual(
      wrong.map(() => [404, 'tenantId_or_samlId_not_exists']),
    );
  });

  it('does not take an address for a person', async () => {
    const user = await makeUser(app, tenant);
    const attributes = { mail: [user.mail] };
    await expect(saml.signInBySaml(app, connected, { nameId: 'thief', attributes })).rejects.toThrow(
      'other_idp_account_federated',
    );
    expect((await traces())[0]).toMatchObject({ cause: 'address_taken' });
  });

  it('adds nobody where users are not added, and takes no role from an attribute', async () => {
    await change({ jitProvisioning: false });
    await expect(saml.signInBySaml(app, connected, { nameId: 'nobody' })).rejects.toThrow('rp_account_not_federated');
    expect((await traces())[0]).toMatchObject({ cause: 'not_linked', detail: { found: 'nobody' } });
    await change({ jitProvisioning: true });
    const attributes = { mail: ['boss@company.example'], role: ['PowerUser'], roles: ['PowerUser'] };
    const { body } = await saml.signInBySaml(app, connected, { nameId: 'boss', attributes });
    expect(body.me.roles).toEqual(['User']);
  });
});

describe('an answer is refused', () => {
  const brought = async (xml: string, asked: saml.Asked, place = connected) => {
    const answer = await saml.bring(app, place, asked, xml);
    return [answer.federationError, (await traces(place, place === other ? otherToken : token))[0]?.cause];
  };

  it('the second time it comes, in its own request or another', async () => {
    const asked = await saml.ask(app, connected);
    const xml = saml.answerTo(connected, asked, { nameId: 'replay' });
    expect((await saml.bring(app, connected, asked, xml)).exchangeCode).toBeDefined();
    expect(await brought(xml, asked)).toEqual(['login_expired', 'request_unknown']);
    expect(await brought(xml, await saml.ask(app, connected))).toEqual(['sp_setting_incorrect', 'response_request']);
  });

  it('whose assertion was used, however it is wrapped anew', async () => {
    const [one, two] = [await saml.ask(app, connected), await saml.ask(app, connected)];
    const assertionId = `_once${Date.now()}`;
    expect(
      (await saml.bring(app, connected, one, saml.answerTo(connected, one, { assertionId }))).exchangeCode,
    ).toBeDefined();
    const again = await brought(saml.answerTo(connected, two, { assertionId }), two);
    expect(again).toEqual(['sp_setting_incorrect', 'replayed']);
  });

  it('in another browser, and in one without a cookie', async () => {
    const [asked, stranger] = [await saml.ask(app, connected), await saml.ask(app, connected)];
    const xml = saml.answerTo(connected, asked);
    for (const cookie of [stranger.cookie, '']) {
      expect(await brought(xml, { ...asked, cookie })).toEqual(['login_expired', 'request_unknown']);
    }
    expect((await saml.bring(app, connected, asked, xml)).exchangeCode).toBeDefined();
  });

  it('of another tenant, or of another connection', async () => {
    const asked = await saml.ask(app, connected);
    const theirs = await saml.ask(app, other);
    expect(await brought(saml.answerTo(other, theirs), theirs)).toEqual(['login_expired', 'unsolicited']);
    const forTheirs = saml.answerTo(other, asked);
    expect(await brought(forTheirs, asked)).toEqual(['sp_setting_incorrect', 'destination']);
  });

  it('of a connection that was switched off in between', async () => {
    const asked = await saml.ask(app, connected);
    await change({ enabled: false });
    const off = await brought(saml.answerTo(connected, asked), asked);
    await change({ enabled: true });
    expect(off).toEqual(['saml_not_exist', 'connection_disabled']);
  });

  it('of a connection that is switched off while it is judged: nobody is added or linked', async () => {
    const asked = await saml.ask(app, connected);
    const users = async () =>
      (await app.owner.query('select count(*)::int from users where tenant_id = $1', [tenant.tenantId])).rows[0];
    const before = await users();
    const off = 'update saml_connections set enabled = $2 where tenant_id = $1';
    const administrator = await app.owner.connect();
    await administrator.query('begin');
    await administrator.query(off, [tenant.tenantId, false]);
    const judged = brought(saml.answerTo(connected, asked, { nameId: 'in-between' }), asked);
    await new Promise((resolve) => setTimeout(resolve, 500));
    await administrator.query('commit');
    administrator.release();
    const refused = await judged;
    expect(await users()).toEqual(before);
    await app.owner.query(off, [tenant.tenantId, true]);
    expect(refused).toEqual(['saml_not_exist', 'connection_disabled']);
  });

  it('and a code of before, once the connection is off', async () => {
    const asked = await saml.ask(app, connected);
    const { exchangeCode } = await saml.bring(
      app,
      connected,
      asked,
      saml.answerTo(connected, asked, { nameId: 'late' }),
    );
    const exchange = () =>
      app.call('POST', '/api/account/exchangeToken', {
        cookie: asked.cookie,
        body: { exchangeCode },
      });
    await change({ enabled: false });
    const off = await exchange();
    await change({ enabled: true });
    expect([off.status, idOf(off)]).toEqual([401, 'mismatch']);
    expect(idOf(await exchange())).toBe('login_expired');
  });

  it('that nobody asked for, and one whose state is an address, a script or 80 kB', async () => {
    const asked = await saml.ask(app, connected);
    const states = [
      '',
      'https://evil.example/',
      '<script>alert(1)</script>',
      'x'.repeat(80_000),
      `${tenant.tenantId}.x`,
    ];
    for (const relayState of states) {
      const xml = saml.answerTo(connected, asked, { requestId: null });
      const [id, cause] = await brought(xml, { ...asked, relayState });
      expect(id).toBe('login_expired');
      expect(['unsolicited', 'request_unknown']).toContain(cause);
    }
  });

  it('of a stranger, and one the provider itself refuses', async () => {
    const asked = await saml.ask(app, connected);
    const forged = { ...connected, idp: saml.idpOf('evil.example') };
    expect(await brought(saml.answerTo(forged, asked), asked)).toEqual(['sp_setting_incorrect', 'signature']);
    const again = await saml.ask(app, connected);
    const edit = (xml: string) => xml.replace('status:Success', 'status:Responder');
    expect(await brought(saml.answerTo(connected, again, { edit }), again)).toEqual(['op_access_denied', 'status']);
  });

  it('before it is read, where it is no form, empty or too large', async () => {
    const { pathname } = new URL(connected.acsUrl);
    const send = (body: string, type = 'application/x-www-form-urlencoded') =>
      app.call('POST', pathname, { body, headers: { 'content-type': type } });
    expect((await send('{}', 'application/json')).status).toBe(415);
    expect((await send('')).status).toBe(400);
    expect((await send('SAMLResponse=')).status).toBe(400);
    expect((await send(`SAMLResponse=${'A'.repeat(700_000)}`)).status).toBe(413);
    expect((await app.call('GET', pathname)).status).toBe(404);
    const nowhere = pathname.replace(tenant.tenantId, 'no-such-tenant');
    expect(
      (
        await app.call('POST', nowhere, {
          body: 'SAMLResponse=AA',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        })
      ).status,
    ).toBe(404);
  });

  it('twenty times at once, but once', async () => {
    const asked = await saml.ask(app, connected);
    const xml = signed(
      responseXml({
        now: new Date(),
        acsUrl: connected.acsUrl,
        audience: connected.entityId,
        issuer: connected.issuer,
        requestId: asked.requestId,
        nameId: 'race',
        assertionId: '_race',
      }),
      'assertion',
      connected.idp,
    );
    const answers = await Promise.all(Array.from({ length: 20 }, () => saml.bring(app, connected, asked, xml)));
    expect(answers.filter(({ exchangeCode }) => exchangeCode !== undefined)).toHaveLength(1);
  });
});

describe('a test by an administrator', () => {
  const begin = async (place: saml.Connected, as: string) => {
    const answer = await app.call('POST', '/api/auth/saml/sp/verify', { token: as, body: { samlId: place.samlId } });
    return saml.readRequest(answer.body.url, saml.cookieOf(answer));
  };

  it('passes or fails with the cause, signs nobody in, and is noted', async () => {
    const place = await administered();
    const untested = await saml.connect(app, place, { enabled: false });
    const asked = await begin(untested, place.token);
    const foreign = saml.answerTo({ ...untested, issuer: 'https://x.example' }, asked);
    const page = { page: '/portal/tenant/saml-settings/Entra', purpose: 'test' };
    expect(await saml.bring(app, untested, asked, foreign)).toMatchObject({
      ...page,
      federationError: 'sp_setting_incorrect',
    });
    const again = await begin(untested, place.token);
    const right = saml.answerTo(untested, again, { nameId: 'me', attributes: { sn: ['Sato'] } });
    const passed = await saml.bring(app, untested, again, right);
    expect(passed).toMatchObject(page);
    expect([passed.federationError, passed.exchangeCode]).toEqual([undefined, undefined]);
    const { body } = await app.call('GET', `${saml.samlsPath(place.tenantId)}/Entra`, { token: place.token });
    expect([body.linkedUsers, body.testedAt]).toEqual([0, expect.any(String)]);
    expect(await traces(untested, place.token)).toMatchObject([
      { purpose: 'test', cause: null, detail: { nameId: 'me', '@sn': 'Sato' } },
      { purpose: 'test', cause: 'response_issuer', detail: { found: 'https://x.example', expected: untested.issuer } },
    ]);
  });
});

describe('linking an account of one’s own', () => {
  const begin = async (place: saml.Connected, as: string) => {
    const answer = await app.call('POST', '/api/auth/saml/sp/connect', { token: as, body: { samlId: place.samlId } });
    return saml.readRequest(answer.body.url, saml.cookieOf(answer));
  };
  const member = async () => {
    const user = await makeUser(app, tenant);
    return { user, ...(await signIn(app, user)) };
  };
  /** The browser comes back with the cookie of a session, and that of the request. */
  const link = async (as: { token: string; cookie: string }, nameId: string, back = as.cookie) => {
    const asked = await begin(connected, as.token);
    const xml = saml.answerTo(connected, asked, { nameId });
    return saml.bring(app, connected, { ...asked, cookie: `${asked.cookie}; ${back}` }, xml);
  };
  const accounts = async (as: string) =>
    (await app.call('GET', '/api/auth/me/externalAccounts', { token: as })).body.results;

  it('signs the same user in afterwards, and is known by the connection’s ID', async () => {
    const own = await member();
    const came = await link(own, 'link-1');
    expect(came).toMatchObject({
      ...{ page: '/portal/account/external_service_login_coordination', purpose: 'connect', provider: 'Entra' },
      type: 'saml',
    });
    expect([came.federationError, came.exchangeCode]).toEqual([undefined, undefined]);
    expect(await accounts(own.token)).toMatchObject([{ type: 'saml', opId: 'Entra', displayName: 'Company' }]);
    const again = await saml.signInBySaml(app, connected, { nameId: 'link-1', attributes: {} });
    expect(again.body.me.uuid).toBe(own.user.uuid);
    expect((await app.mails(own.user.mail)).map(({ kind }) => kind)).toContain('externalAccountLinked');
    expect((await traces())[1]).toMatchObject({ purpose: 'connect', cause: null });
  });

  it('links no account of another, none twice, and none for a browser without the session that began', async () => {
    const [first, second] = [await member(), await member()];
    await link(first, 'link-2');
    expect((await link(second, 'link-2')).federationError).toBe('other_idp_account_federated');
    expect((await traces())[0]).toMatchObject({ purpose: 'connect', cause: 'linked_to_another' });
    expect((await link(first, 'link-3')).federationError).toBe('other_idp_account_federated');
    for (const back of [second.cookie, 'x=y']) {
      expect((await link(first, 'link-4', back)).federationError).toBe('login_expired');
      expect((await traces())[0]).toMatchObject({ cause: 'session_gone' });
    }
    expect(await accounts(first.token)).toHaveLength(1);
    expect(await accounts(second.token)).toEqual([]);
  });

  it('begins only with a connection of one’s own organization that is on', async () => {
    const own = await member();
    const refused = async (samlId: string, as: string) =>
      idOf(await app.call('POST', '/api/auth/saml/sp/connect', { token: as, body: { samlId } }));
    expect(await refused('nothing', own.token)).toBe('saml_not_exist');
    const place = await administered();
    const off = await saml.connect(app, place, { enabled: false });
    expect(await refused(off.samlId, place.token)).toBe('saml_not_exist');
    expect(await refused(off.samlId, '')).toBe('invalid_token');
  });
});
