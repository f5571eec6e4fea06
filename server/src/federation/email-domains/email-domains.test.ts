import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { busyness } from '#test/busyness.ts';
import { type DnsServer, startDnsServer } from '#test/dns-server.ts';
import { makeTenant, makeUser, signIn, type TestTenant } from '#test/factories.ts';
import { addProvider, roundTrip, signInWith } from '#test/federation.ts';
import { type OpenidProvider, startOpenidProvider } from '#test/openid-provider.ts';
import * as saml from '#test/saml/connection.ts';
import { checkDomain, checkDue } from './check.ts';

const HOUR = 3_600_000;
let app: TestApp;
let dns: DnsServer;
let provider: OpenidProvider;
let tenant: TestTenant;
let other: TestTenant;
let admin: { token: string; userId: string };
let count = 0;
let domain = '';
beforeAll(async () => {
  dns = await startDnsServer();
  app = await startTestApp({ OUTGOING_ALLOW: '127.0.0.1', DNS_SERVERS: dns.address });
  provider = await startOpenidProvider();
});
afterAll(async () => {
  await app.close();
  await Promise.all([dns.close(), provider.close()]);
});

async function administratorOf(of: TestTenant) {
  const user = await makeUser(app, of, { roles: ['PowerUser'] });
  return { ...(await signIn(app, user)), userId: user.userId, mail: user.mail };
}
beforeEach(async () => {
  [tenant, other] = [await makeTenant(app), await makeTenant(app)];
  admin = await administratorOf(tenant);
  count += 1;
  domain = `acme-${count}.example`;
});

const at = (of: TestTenant, path = '') => `/api/auth/tenants/${of.tenantId}/emailDomains${path}`;
const add = (name = domain, of = tenant, by = admin) =>
  app.call('POST', at(of), { token: by.token, body: { domain: name } });
const get = (of = tenant, by = admin) => app.call('GET', at(of, `/${domain}`), { token: by.token });
const check = (of = tenant, by = admin) => app.call('POST', at(of, `/${domain}/check`), { token: by.token, body: {} });
const sendTo = (connection: string | null, of = tenant, by = admin, more = {}) =>
  app.call('PUT', at(of, `/${domain}`), { token: by.token, body: { connection, ...more } });
const publish = (...values: string[]) => dns.texts.set(`_portico.${domain}`, values);
const findWays = (loginMailAddress: string) =>
  app.call('POST', '/api/auth/loginType/site', { body: { loginMailAddress } });

/** Adds the domain and proves it. */
async function prove(of = tenant, by = admin) {
  const { record } = (await add(domain, of, by)).body;
  publish(...(dns.texts.get(record.name) ?? []), record.value);
  expect((await check(of, by)).body.state).toBe('proven');
}
async function connect(of = tenant, by = admin, more = {}): Promise<string> {
  const answer = await addProvider(app, of, by, provider, { jitProvisioning: true, ...more });
  expect(answer.status).toBe(200);
  return answer.body.uuid;
}
const eventsOf = async () =>
  (
    await app.owner.query(
      "select type, actor_type, changes from system_operation_log where target_type = 'emailDomain' and target_id = $1 order by at, id",
      [domain],
    )
  ).rows;

describe('a domain', () => {
  it('waits, says what is missing, and is proven by its record', async () => {
    const made = await add(` ${domain.toUpperCase()} `);
    expect(made.status).toBe(200);
    expect(made.body).toMatchObject({ domain, state: 'waiting', connection: null, provider: null, checkedAt: null });
    expect(made.body.record).toEqual({
      name: `_portico.${domain}`,
      value: expect.stringMatching(/^portico-domain-verification=[\w-]{24}$/),
    });
    expect((await check()).body).toMatchObject({ state: 'waiting', cause: 'record_missing' });
    publish('portico-domain-verification=of-another');
    expect((await check()).body).toMatchObject({ state: 'waiting', cause: 'record_differs' });
    publish('v=spf1 -all', made.body.record.value);
    const found = await check();
    expect(found.body).toMatchObject({ state: 'proven', cause: null, provenAt: expect.any(String) });
    expect((await get()).body).toEqual(found.body);
    const list = await app.call('GET', at(tenant), { token: admin.token });
    expect(list.body.results).toEqual([found.body]);
    expect(await eventsOf()).toMatchObject([
      { type: 'emailDomain.created', actor_type: 'person' },
      { type: 'emailDomain.checked', changes: { state: { before: 'waiting', after: 'proven' } } },
    ]);
  });

  it('is a domain, and there once', async () => {
    for (const wrong of [
      '',
      'example',
      '127.0.0.1',
      'a@b.example',
      'exa mple.com',
      '-a.example',
      'a_b.example',
      // Addresses to whoever reads a URL.
      '8.8.8.0x8',
      'acme.0x7f',
      `${'a'.repeat(64)}.example`,
    ])
      expect([wrong, (await add(wrong)).status]).toEqual([wrong, 400]);
    expect((await add()).status).toBe(200);
    expect((await add(domain.toUpperCase())).body[0].message_id).toBe('duplicated');
    expect((await app.call('DELETE', at(tenant, `/${domain}`), { token: admin.token })).status).toBe(204);
    expect((await get()).status).toBe(404);
    expect((await check()).status).toBe(404);
  });

  it('has a proof for each tenant, and another one after it was deleted', async () => {
    const [first, boss] = [(await add()).body.record.value, await administratorOf(other)];
    const second = (await add(domain, other, boss)).body.record.value;
    expect(second).not.toBe(first);
    publish(first);
    expect((await check()).body.state).toBe('proven');
    expect((await check(other, boss)).body.state).toBe('waiting');
    await app.call('DELETE', at(tenant, `/${domain}`), { token: admin.token });
    expect((await add()).body.record.value).not.toBe(first);
    expect((await check()).body.state).toBe('waiting');
  });

  it('that is deleted and added anew while its proof is looked for is not proven by what was found', async () => {
    const { value } = (await add()).body.record;
    const texts = async () => {
      await app.call('DELETE', at(tenant, `/${domain}`), { token: admin.token });
      await add();
      return [value];
    };
    const tools = { ...app.tools, outgoing: { ...app.tools.outgoing, texts } };
    const told: object[] = [];
    await checkDomain(tools, { tenantId: tenant.tenantId, domain }, app.tools.clock(), async (_, changes) => {
      told.push(changes);
    });
    expect(told).toEqual([{}]);
    expect((await get()).body).toMatchObject({ state: 'waiting', checkedAt: null });
  });

  it('that names nobody is found out without waiting long', async () => {
    await add();
    dns.silent.add(`_portico.${domain}`);
    const began = Date.now();
    expect((await check()).body).toMatchObject({ state: 'waiting', cause: 'unreachable' });
    expect(Date.now() - began).toBeLessThan(10_000 * busyness());
    dns.silent.clear();
  });

  it('belongs to administrators of its tenant, at the portal, with a recent proof', async () => {
    await add();
    const [user, stranger] = [await signIn(app, await makeUser(app, tenant)), await administratorOf(other)];
    const calls = [
      ['GET', at(tenant), undefined],
      ['POST', at(tenant), { domain: 'new.example' }],
      ['GET', at(tenant, `/${domain}`), undefined],
      ['PUT', at(tenant, `/${domain}`), { connection: null }],
      ['POST', at(tenant, `/${domain}/check`), {}],
      ['DELETE', at(tenant, `/${domain}`), undefined],
    ] as const;
    for (const [method, path, body] of calls) {
      const send = async (token?: string) =>
        (await app.call(method, path, { ...(token && { token }), ...(body && { body }) })).status;
      expect([method, path, await send(), await send(user.token), await send(stranger.token)]).toEqual([
        method,
        path,
        401,
        403,
        404,
      ]);
    }
  });

  it('and a hundred are the most', async () => {
    const insert = `insert into email_domains (tenant_id, uuid, domain, proof_value, created_at)
      select $1, gen_random_uuid(), 'd' || n || '.example', 'x', now() from generate_series(1, 99) n`;
    await app.owner.query(insert, [tenant.tenantId]);
    const both = await Promise.all([add(), add(`b-${domain}`)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('users of a domain', () => {
  it('are sent to its provider by whatever address they type, once it is proven', async () => {
    const connection = await connect();
    await add();
    expect((await sendTo(connection)).body[0].message_id).toBe('domain_unavailable');
    publish((await get()).body.record.value);
    await check();
    expect((await findWays(`nobody@${domain}`)).body).toMatchObject({ providers: [] });
    const set = await sendTo(connection);
    expect(set.body.provider).toEqual({ type: 'oidc', id: 'acme', displayName: 'Acme', enabled: true });
    const answer = {
      loginTypes: ['loginMailAddress', 'userId'],
      providers: [{ type: 'oidc', id: 'acme', displayName: 'Acme' }],
      tenantId: tenant.tenantId,
    };
    for (const typed of [`nobody@${domain}`, `@${domain}`, `A.B@${domain.toUpperCase()}`])
      expect((await findWays(typed)).body).toEqual(answer);
    for (const typed of [`nobody@sub.${domain}`, domain, `${domain}@elsewhere.example`])
      expect((await findWays(typed)).body).toEqual({ loginTypes: ['loginMailAddress', 'userId'], providers: [] });
  });

  it('are sent nowhere while the provider is off, deleted, or the tenant suspended', async () => {
    const connection = await connect();
    await prove();
    await sendTo(connection);
    const path = `/api/auth/tenants/${tenant.tenantId}/oidcs/acme`;
    const setEnabled = (enabled: boolean) =>
      app.call('PUT', path, { token: admin.token, body: { displayName: 'Acme', clientId: 'portico', enabled } });
    await setEnabled(false);
    expect((await findWays(`a@${domain}`)).body.providers).toEqual([]);
    await setEnabled(true);
    expect((await findWays(`a@${domain}`)).body.providers).toHaveLength(1);
    await app.owner.query("update tenants set status = 'suspended' where tenant_id = $1", [tenant.tenantId]);
    expect((await findWays(`a@${domain}`)).body.providers).toEqual([]);
    await app.owner.query("update tenants set status = 'active' where tenant_id = $1", [tenant.tenantId]);
    expect((await app.call('DELETE', path, { token: admin.token })).status).toBe(204);
    expect((await get()).body).toMatchObject({ connection: null, provider: null, state: 'proven' });
    expect((await findWays(`a@${domain}`)).body.providers).toEqual([]);
  });

  it('belong to one tenant only, which may be another later', async () => {
    const boss = await administratorOf(other);
    const [here, there] = [await connect(), await connect(other, boss)];
    await prove();
    await prove(other, boss);
    const answers = await Promise.all([sendTo(here), sendTo(there, other, boss)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body[0].message_id).toBe('rp_duplicated_domain');
    // A connection of another tenant is none.
    await Promise.all([sendTo(null), sendTo(null, other, boss)]);
    expect((await sendTo(there)).body[0].message_id).toBe('domain_not_exists');
    expect((await sendTo(there, other, boss)).status).toBe(200);
    expect((await findWays(`a@${domain}`)).body.tenantId).toBe(other.tenantId);
  });

  it('are not moved by somebody who saw an older state', async () => {
    const connection = await connect();
    await prove();
    await sendTo(connection);
    const late = await sendTo(null, tenant, admin, { expected: { connection: null } });
    expect(late.body[0]).toMatchObject({ message_id: 'conflict', field: 'connection' });
    expect((await get()).body.connection).toBe(connection);
  });

  it('who join by its provider have their address at once; of other domains it waits', async () => {
    const connection = await connect();
    await prove();
    await sendTo(connection);
    const join = async (sub: string, email: string, more = {}) => {
      const { body } = await signInWith(app, tenant.tenantId, provider, { sub, email, ...more });
      const { rows } = await app.owner.query(
        'select login_mail_address as has, next_login_mail_address as waits from users where uuid = $1',
        [body.uuid],
      );
      return rows[0];
    };
    const verified = { email_verified: true };
    expect(await join('a', `a@${domain}`, verified)).toEqual({ has: `a@${domain}`, waits: null });
    expect(await join('b', `b@${domain}`)).toEqual({ has: null, waits: `b@${domain}` });
    expect(await join('c', `c@sub.${domain}`, verified)).toEqual({ has: null, waits: `c@sub.${domain}` });
    expect(await join('d', `d@${domain}`, { xms_edov: '1' })).toEqual({ has: `d@${domain}`, waits: null });
    // An address of userinfo is as good as userinfo says, whatever the ID token says of none.
    const ofUserinfo = async (sub: string, email_verified: boolean) => {
      provider.misbehave = { userinfo: { sub, email: `${sub}@${domain}`, email_verified } };
      const { body } = await signInWith(app, tenant.tenantId, provider, { sub, email_verified: !email_verified });
      provider.misbehave = {};
      const found = 'select login_mail_address as has from users where uuid = $1';
      return (await app.owner.query(found, [body.uuid])).rows[0];
    };
    expect(await ofUserinfo('f', false)).toEqual({ has: null });
    expect(await ofUserinfo('g', true)).toEqual({ has: `g@${domain}` });
    // Whoever lost the domain has lost its addresses, though its users are still sent there for a week.
    const setMissing = (since: string) =>
      app.owner.query(`update email_domains set missing_since = ${since} where tenant_id = $1`, [tenant.tenantId]);
    await setMissing('now()');
    expect(await join('f', `f@${domain}`, verified)).toEqual({ has: null, waits: `f@${domain}` });
    await setMissing('null');
    await sendTo(null);
    expect(await join('e', `e@${domain}`, verified)).toEqual({ has: null, waits: `e@${domain}` });
    expect(await app.mails(`a@${domain}`)).toHaveLength(0);
    expect(await app.mails(`e@${domain}`)).toHaveLength(1);
  });

  it('who join do not get the address of somebody else, however their provider vouches for it', async () => {
    const connection = await connect();
    await prove();
    await sendTo(connection);
    const person = (sub: string) => ({ sub, email: `Taro@${domain}`, email_verified: true });
    expect((await signInWith(app, tenant.tenantId, provider, person('first'))).status).toBe(200);
    const { told } = await roundTrip(app, tenant.tenantId, provider, person('second'));
    expect(told.get('federationError')).toBe('other_idp_account_federated');
    // Nor does another connection of the tenant vouch for the domain.
    const second = await addProvider(app, tenant, admin, provider, { opId: 'second', jitProvisioning: true });
    await sendTo(second.body.uuid);
    const { body } = await signInWith(app, tenant.tenantId, provider, {
      ...person('third'),
      email: `saburo@${domain}`,
    });
    const { rows } = await app.owner.query('select login_mail_address as has from users where uuid = $1', [body.uuid]);
    expect(rows).toEqual([{ has: null }]);
  });

  it('join with no address that another user waits for, whoever entered it and however it is vouched for', async () => {
    const connection = await connect();
    await prove();
    await sendTo(connection);
    const person = (name: string) => ({ sub: name, email: `${name}@${domain}`, email_verified: true });
    const refused = async (name: string) =>
      (await roundTrip(app, tenant.tenantId, provider, person(name))).told.get('federationError');
    for (const status of ['active', 'registering'] as const) {
      const other = await makeUser(app, tenant, { status, withoutPassword: true });
      const waits = 'update users set next_login_mail_address = $2 where uuid = $1';
      await app.owner.query(waits, [other.uuid, `Hanako-${status}@${domain}`]);
      expect(await refused(`hanako-${status}`)).toBe('other_idp_account_federated');
      await app.owner.query(waits, [other.uuid, null]);
      const { body } = await signInWith(app, tenant.tenantId, provider, person(`hanako-${status}`));
      const has = 'select login_mail_address as has from users where uuid = $1';
      expect((await app.owner.query(has, [body.uuid])).rows).toEqual([{ has: `hanako-${status}@${domain}` }]);
    }
  });

  it('who join by SAML have the address that is said to be one, not a name that looks like it', async () => {
    const connected = await saml.connect(app, { ...tenant, token: admin.token });
    const path = `${saml.samlsPath(tenant.tenantId)}/${connected.samlId}`;
    const { uuid } = (await app.call('GET', path, { token: admin.token })).body;
    await prove();
    expect((await sendTo(uuid)).body.provider).toMatchObject({ type: 'saml', id: connected.samlId });
    const join = async (said: Parameters<typeof saml.signInBySaml>[2]) => {
      const { body } = await saml.signInBySaml(app, connected, said);
      const { rows } = await app.owner.query(
        'select login_mail_address as has, next_login_mail_address as waits from users where uuid = $1',
        [body.me.uuid],
      );
      return rows[0];
    };
    const [a, b, c] = [`a@${domain}`, `b@${domain}`, `c@${domain}`];
    expect(await join({ nameId: 'u1', attributes: { mail: [a] } })).toEqual({ has: a, waits: null });
    const nameIdFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
    expect(await join({ nameId: b, nameIdFormat, attributes: {} })).toEqual({ has: b, waits: null });
    expect(await join({ nameId: c, attributes: {} })).toEqual({ has: null, waits: c });
    expect((await app.call('DELETE', path, { token: admin.token })).status).toBe(204);
    expect((await get()).body).toMatchObject({ connection: null, provider: null, state: 'proven' });
    expect((await findWays(a)).body.providers).toEqual([]);
  });
});

describe('the job, which ages what was proven before', () => {
  const checkAll = async () => {
    while ((await checkDue(app.tools)) > 0);
  };
  const state = async () => {
    const { state: now, connection } = (await get(tenant, admin)).body;
    return { state: now, connection };
  };
  const later = async (millis: number) => {
    app.advance(millis);
    await checkAll();
    admin = await administratorOf(tenant);
  };

  it('finds a proof that was published, tells of one that is gone, and gives up after seven days', async () => {
    const connection = await connect();
    const { record } = (await add()).body;
    publish(record.value);
    await checkAll();
    expect((await state()).state).toBe('proven');
    expect((await sendTo(connection)).status).toBe(200);
    const told = (await administratorOf(tenant)).mail;
    // Not looked for again before a day is over.
    dns.texts.delete(record.name);
    await later(2 * HOUR);
    expect((await state()).state).toBe('proven');
    await later(24 * HOUR);
    expect(await state()).toEqual({ state: 'missing', connection });
    expect((await findWays(`a@${domain}`)).body.providers).toHaveLength(1);
    const mails = (await app.mails(told)).filter(({ kind }) => kind === 'domainProofMissing');
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain(domain);
    await later(6 * 24 * HOUR);
    expect((await state()).state).toBe('missing');
    await later(2 * 24 * HOUR);
    expect(await state()).toEqual({ state: 'waiting', connection: null });
    expect((await findWays(`a@${domain}`)).body.providers).toEqual([]);
    expect((await app.mails(told)).filter(({ kind }) => kind === 'domainProofMissing')).toHaveLength(1);
    expect((await eventsOf()).slice(1)).toMatchObject([
      { actor_type: 'system', changes: { state: { after: 'proven' } } },
      { type: 'emailDomain.changed' },
      { actor_type: 'system', changes: { state: { after: 'missing' } } },
      { actor_type: 'system', changes: { state: { after: 'waiting' }, provider: { before: 'Acme', after: null } } },
    ]);
  });

  it('goes on with the others where one fails, and fails then', async () => {
    const broken = `broken-${domain}`;
    await add(broken);
    publish((await add()).body.record.value);
    const outgoing = {
      ...app.tools.outgoing,
      texts: (name: string) =>
        name.endsWith(broken) ? Promise.reject(new Error('a fault of ours')) : app.tools.outgoing.texts(name),
    };
    await expect(checkDue({ ...app.tools, outgoing })).rejects.toThrow('a fault of ours');
    expect((await state()).state).toBe('proven');
    await checkAll();
  });

  it('recovers a domain whose proof is there again', async () => {
    await prove();
    const { record } = (await get()).body;
    dns.texts.delete(record.name);
    await later(25 * HOUR);
    expect((await state()).state).toBe('missing');
    publish(record.value);
    await later(25 * HOUR);
    expect((await state()).state).toBe('proven');
  });
});
