import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { setUpTotp } from '#test/authenticator.ts';
import { makeTenant, makeUser, signIn, type TestTenant, type TestUser } from '#test/factories.ts';
import { addProvider, arrive, browserOf, depart, exchange, roundTrip, signInWith } from '#test/federation.ts';
import { type OpenidProvider, startOpenidProvider } from '#test/openid-provider.ts';

let app: TestApp;
let provider: OpenidProvider;
let tenant: TestTenant;
let admin: { token: string; cookie: string };
beforeAll(async () => {
  app = await startTestApp({ OUTGOING_ALLOW: '127.0.0.1' });
  provider = await startOpenidProvider();
});
afterAll(async () => {
  await app.close();
  await provider.close();
});
beforeEach(async () => {
  provider.misbehave = {};
  tenant = await makeTenant(app);
  admin = await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] }));
});

const taro = { sub: 'taro-1', given_name: 'Taro', family_name: 'Yamada', preferred_username: 'taro.yamada' };
const update = (more: Record<string, unknown>) =>
  app.call('PUT', `/api/auth/tenants/${tenant.tenantId}/oidcs/acme`, {
    token: admin.token,
    body: { displayName: 'Acme', clientId: 'portico', enabled: true, ...more },
  });
const traces = async () =>
  (await app.call('GET', `/api/auth/tenants/${tenant.tenantId}/oidcs/acme/traces`, { token: admin.token })).body
    .results as { cause: string | null; detail: Record<string, string>; purpose: string }[];
const userOf = (uuid: string) => app.owner.query('select * from users where uuid = $1', [uuid]);
const logOf = async (uuid: string) =>
  (
    await app.owner.query('select login_type, status, reason from login_log where user_uuid = $1 order by at, id', [
      uuid,
    ])
  ).rows;

/** Links an account as its owner does on the account page. */
async function connect(user: TestUser, person = taro) {
  const own = await signIn(app, user);
  const begun = await app.call('POST', '/api/auth/oidc/rp/connect', { token: own.token, body: { opId: 'acme' } });
  const cookie = `${browserOf(begun)}; ${own.cookie}`;
  return { own, ...(await arrive(provider.approve(begun.body.url, person), cookie)) };
}

describe('signing in', () => {
  it('adds eight at once of whom the provider says no name', async () => {
    await addProvider(app, tenant, admin, provider, { jitProvisioning: true });
    const people = Array.from({ length: 8 }, (_, at) => ({ sub: `nameless-${at}` }));
    const answers = await Promise.all(people.map((one) => signInWith(app, tenant.tenantId, provider, one)));
    expect(answers.map(({ body }) => body.status)).toEqual(people.map(() => 'completed'));
    expect(new Set(answers.map(({ body }) => body.userId)).size).toBe(8);
  });

  it('adds who signs in first, signs them in again, and says so in the log', async () => {
    await addProvider(app, tenant, admin, provider, { jitProvisioning: true });
    const first = await signInWith(app, tenant.tenantId, provider, { ...taro, email: 'taro@acme.example' });
    expect(first.body).toMatchObject({ status: 'completed', tenantId: tenant.tenantId, userId: 'taro.yamada' });
    expect(first.cookie).toBeTruthy();
    const { rows } = await userOf(first.body.uuid);
    expect(rows[0]).toMatchObject({ family_name: 'Yamada', given_name: 'Taro', status: 'active', roles: ['User'] });
    // A provider can claim any address: it is theirs once they open the link mailed to it.
    expect(rows[0]).toMatchObject({ login_mail_address: null, next_login_mail_address: 'taro@acme.example' });
    expect(await app.mails('taro@acme.example')).toHaveLength(1);
    const again = await signInWith(app, tenant.tenantId, provider, taro);
    expect(again.body).toMatchObject({ status: 'completed', uuid: first.body.uuid });
    expect(await logOf(first.body.uuid)).toEqual([
      { login_type: 'oidc', status: 'success', reason: null },
      { login_type: 'oidc', status: 'success', reason: null },
    ]);
    const { rows: events } = await app.owner.query(
      `select type from system_operation_log where target_id = $1 and type = 'user.provisioned'`,
      [first.body.uuid],
    );
    expect(events).toHaveLength(1);
    expect((await traces()).map(({ cause, purpose }) => [purpose, cause])).toEqual([
      ['signIn', null],
      ['signIn', null],
    ]);
  });

  it('sends PKCE, state and nonce, and the client’s secret only to the token endpoint', async () => {
    await addProvider(app, tenant, admin, provider, { jitProvisioning: true });
    const { url } = await depart(app, tenant.tenantId);
    const { searchParams: asked } = new URL(url);
    expect(Object.fromEntries(asked)).toMatchObject({
      ...{ response_type: 'code', client_id: 'portico', code_challenge_method: 'S256', scope: 'openid profile email' },
      redirect_uri: `${app.url}/api/auth/oidc/rp/callback/${tenant.tenantId}/acme`,
    });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(asked.get(name)?.length).toBeGreaterThan(40);
    expect(url).not.toContain('secret');
    await signInWith(app, tenant.tenantId, provider, taro);
    expect(provider.sent.at(-1)?.authorization).toMatch(/^Basic /);
    expect(provider.sent.at(-1)?.form.get('client_secret')).toBeNull();
  });

  it('reads names at the userinfo endpoint where the ID token says none, of the same person only', async () => {
    await addProvider(app, tenant, admin, provider, { jitProvisioning: true });
    provider.misbehave.userinfo = {
      sub: 'hanako-2',
      given_name: 'Hanako',
      family_name: 'Sato',
      email: 'h@acme.example',
    };
    const hanako = await signInWith(app, tenant.tenantId, provider, { sub: 'hanako-2' });
    expect((await userOf(hanako.body.uuid)).rows[0]).toMatchObject({ family_name: 'Sato', user_id: 'h' });
    const other = await signInWith(app, tenant.tenantId, provider, { sub: 'somebody-else' });
    expect((await userOf(other.body.uuid)).rows[0]).toMatchObject({ family_name: '', given_name: '' });
  });

  it('knows nobody whom it does not add', async () => {
    await addProvider(app, tenant, admin, provider);
    const { page, told } = await roundTrip(app, tenant.tenantId, provider, taro);
    expect([page, told.get('federationError')]).toEqual(['/portal/login.html', 'rp_account_not_federated']);
    expect(told.get('exchangeCode')).toBeNull();
    expect(await traces()).toMatchObject([{ cause: 'not_linked', detail: { subject: 'taro-1' } }]);
  });

  it('never signs in or adds by an address that is somebody’s', async () => {
    const owner = await makeUser(app, tenant);
    await addProvider(app, tenant, admin, provider, { jitProvisioning: true });
    const { told } = await roundTrip(app, tenant.tenantId, provider, {
      ...taro,
      email: owner.mail,
      email_verified: true,
    });
    expect(told.get('federationError')).toBe('other_idp_account_federated');
    expect((await traces())[0]?.cause).toBe('address_taken');
    const { rows } = await app.owner.query('select from users where tenant_id = $1', [tenant.tenantId]);
    expect(rows).toHaveLength(2);
  });

  it('two first sign-ins at once: of one person make one user, of two of one name two', async () => {
    await addProvider(app, tenant, admin, provider, { jitProvisioning: true });
    const person = { ...taro, email: 'taro@acme.example' };
    const same = await Promise.all([1, 2, 3].map(() => signInWith(app, tenant.tenantId, provider, person)));
    expect(new Set(same.map(({ body }) => body.uuid)).size).toBe(1);
    expect(same.map(({ body }) => body.status)).toEqual(['completed', 'completed', 'completed']);
    const named = ['a', 'b'].map((sub) => ({ sub, preferred_username: 'hanako' }));
    const two = await Promise.all(named.map((one) => signInWith(app, tenant.tenantId, provider, one)));
    expect(two.map(({ body }) => body.userId).sort()).toEqual(['hanako', 'hanako2']);
  });

  it('gives no rights, whatever the provider claims', async () => {
    await addProvider(app, tenant, admin, provider, { jitProvisioning: true });
    const claims = { ...taro, roles: ['PowerUser'], role: 'PowerUser', groups: ['admins'] };
    const { body } = await signInWith(app, tenant.tenantId, provider, claims);
    expect((await userOf(body.uuid)).rows[0].roles).toEqual(['User']);
  });

  it('adds nobody to a tenant that is full, and leaves nothing of them', async () => {
    await addProvider(app, tenant, admin, provider, { jitProvisioning: true });
    await app.owner.query('update tenants set user_limit = 1 where tenant_id = $1', [tenant.tenantId]);
    const { told } = await roundTrip(app, tenant.tenantId, provider, taro);
    expect(told.get('federationError')).toBe('exceeded_user_limit');
    const { rows } = await app.owner.query('select from openid_provider_accounts where tenant_id = $1', [
      tenant.tenantId,
    ]);
    expect(rows).toEqual([]);
  });
});

it('adds nobody to a tenant that was suspended meanwhile', async () => {
  await addProvider(app, tenant, admin, provider, { jitProvisioning: true });
  const { url, cookie } = await depart(app, tenant.tenantId);
  await app.owner.query(`update tenants set status = 'suspended' where tenant_id = $1`, [tenant.tenantId]);
  const { told } = await arrive(provider.approve(url, taro), cookie);
  expect(told.get('federationError')).toBe('rp_account_not_federated');
});

describe('a mix-up of providers', () => {
  /** The answer of `provider` to a request of `begun`, as the browser of a victim brings it under another's state. */
  async function mixedUp(evilTenant: string, opId: string, evil: OpenidProvider) {
    const own = await depart(app, tenant.tenantId);
    const victim = await depart(app, evilTenant, opId);
    const sent = new URL(own.url);
    sent.searchParams.set('state', new URL(victim.url).searchParams.get('state') ?? '');
    const back = provider.approve(sent.href, taro);
    back.searchParams.delete('iss');
    const { told } = await arrive(back, victim.cookie);
    expect(evil.sent).toEqual([]);
    return told.get('federationError');
  }

  it('shows no provider a code of another, of the same tenant or of another one', async () => {
    provider.misbehave.metadata = (good) => ({ ...good, authorization_response_iss_parameter_supported: false });
    await addProvider(app, tenant, admin, provider, { jitProvisioning: true });
    const evil = await startOpenidProvider();
    evil.misbehave.metadata = (good) => ({ ...good, authorization_response_iss_parameter_supported: false });
    const place = await makeTenant(app);
    const boss = await signIn(app, await makeUser(app, place, { roles: ['PowerUser'] }));
    // Under the same name: the tenant alone tells them apart.
    await addProvider(app, place, boss, evil, { opId: 'acme' });
    await addProvider(app, tenant, admin, evil, { opId: 'evil' });
    expect(await mixedUp(place.tenantId, 'acme', evil)).toBe('login_expired');
    expect(await mixedUp(tenant.tenantId, 'evil', evil)).toBe('rp_setting_invalid');
    await evil.close();
  });
});

describe('the code that completes a sign-in', () => {
  async function arrived() {
    await addProvider(app, tenant, admin, provider, { jitProvisioning: true });
    const { told, cookie } = await roundTrip(app, tenant.tenantId, provider, taro);
    return { code: told.get('exchangeCode') ?? '', cookie };
  }
  const idOf = (answer: { body: { message_id: string }[] }) => answer.body[0]?.message_id;

  it('works once', async () => {
    const { code, cookie } = await arrived();
    const answers = await Promise.all([1, 2, 3].map(() => exchange(app, code, cookie)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
  });

  it('works in the browser that began, and nowhere else', async () => {
    const { code } = await arrived();
    const other = await depart(app, tenant.tenantId);
    expect(idOf(await exchange(app, code, other.cookie))).toBe('login_expired');
    const next = await arrived();
    expect(idOf(await exchange(app, next.code, ''))).toBe('login_expired');
  });

  it('works for two minutes', async () => {
    const { code, cookie } = await arrived();
    app.advance(121_000);
    expect(idOf(await exchange(app, code, cookie))).toBe('login_expired');
  });

  it.each([
    ['the connection was disabled', () => update({ enabled: false, jitProvisioning: true }), 'mismatch'],
    [
      'the link was removed',
      () => app.owner.query('delete from openid_provider_accounts where tenant_id = $1', [tenant.tenantId]),
      'mismatch',
    ],
    [
      'the user was deactivated',
      () => app.owner.query(`update users set status = 'inactive' where user_id = 'taro.yamada'`),
      'account_inactive',
    ],
    [
      'the tenant was suspended',
      () => app.owner.query(`update tenants set status = 'suspended' where tenant_id = $1`, [tenant.tenantId]),
      'mismatch',
    ],
  ])('does not when %s meanwhile', async (_, act, id) => {
    const { code, cookie } = await arrived();
    await act();
    const answer = await exchange(app, code, cookie);
    expect([answer.cookie, idOf(answer)]).toEqual([null, id]);
  });
});

describe('linking an account', () => {
  it('is done by its owner, tells them, and signs them in from then on', async () => {
    await addProvider(app, tenant, admin, provider);
    const user = await makeUser(app, tenant);
    const { page, told, own } = await connect(user);
    expect([page, told.get('federationError')]).toEqual(['/portal/account/external_service_login_coordination', null]);
    expect((await app.mails(user.mail)).map(({ kind }) => kind)).toEqual(['externalAccountLinked']);
    const { body } = await app.call('GET', '/api/auth/me/externalAccounts', { token: own.token });
    expect(body.results).toMatchObject([{ displayName: 'Acme' }]);
    expect((await signInWith(app, tenant.tenantId, provider, taro)).body.uuid).toBe(user.uuid);
  });

  it('is refused for a subject of somebody else, and for a second one', async () => {
    await addProvider(app, tenant, admin, provider);
    const user = await makeUser(app, tenant);
    await connect(user);
    const other = await connect(await makeUser(app, tenant));
    expect(other.told.get('federationError')).toBe('other_idp_account_federated');
    const second = await connect(user, { ...taro, sub: 'taro-2' });
    expect(second.told.get('federationError')).toBe('other_idp_account_federated');
  });

  it('ends where somebody else is signed in meanwhile, or nobody', async () => {
    await addProvider(app, tenant, admin, provider);
    const own = await signIn(app, await makeUser(app, tenant));
    const other = await signIn(app, await makeUser(app, tenant));
    for (const session of [other.cookie, '']) {
      const begun = await app.call('POST', '/api/auth/oidc/rp/connect', { token: own.token, body: { opId: 'acme' } });
      const back = provider.approve(begun.body.url, taro);
      const { told } = await arrive(back, `${browserOf(begun)}; ${session}`);
      expect(told.get('federationError')).toBe('login_expired');
    }
    const { rows } = await app.owner.query('select from openid_provider_accounts where tenant_id = $1', [
      tenant.tenantId,
    ]);
    expect(rows).toEqual([]);
  });
});

describe('MFA', () => {
  it('of ours is asked for only where the tenant says so', async () => {
    await addProvider(app, tenant, admin, provider);
    const user = await makeUser(app, tenant);
    await setUpTotp(app, (await signIn(app, user)).token);
    await app.owner.query(
      `insert into openid_provider_accounts (tenant_id, uuid, user_uuid, op_id, subject_sub_id)
        select tenant_id, gen_random_uuid(), $1, uuid::text, 'taro-1' from openid_connections where tenant_id = $2`,
      [user.uuid, tenant.tenantId],
    );
    expect((await signInWith(app, tenant.tenantId, provider, taro)).body.status).toBe('completed');
    await app.owner.query(
      `update tenants set security_policy = jsonb_set(security_policy, '{loginPolicy}', coalesce(security_policy -> 'loginPolicy', '{}')
        || '{"mfa": {"federated": true}}') where tenant_id = $1`,
      [tenant.tenantId],
    );
    const asked = await signInWith(app, tenant.tenantId, provider, taro);
    expect(asked.body).toMatchObject({ status: 'mfaRequired' });
    expect(asked.cookie).toBeNull();
  });
});

describe('proofs of identity', () => {
  it('are as old as the sign-in at the provider, and never recent if it does not say', async () => {
    await addProvider(app, tenant, admin, provider, { jitProvisioning: true });
    const provedAt = async (uuid: string) =>
      (
        await app.owner.query('select proved_at from sessions where user_uuid = $1 order by session_id desc limit 1', [
          uuid,
        ])
      ).rows[0].proved_at as Date;
    const hourAgo = Math.floor(app.tools.clock().getTime() / 1000) - 3600;
    const old = await signInWith(app, tenant.tenantId, provider, { ...taro, auth_time: hourAgo });
    expect((await provedAt(old.body.uuid)).getTime()).toBe(hourAgo * 1000);
    // The clock of the provider is fast: nobody has proven anything in the future.
    const fast = await signInWith(app, tenant.tenantId, provider, { ...taro, sub: 'fast', auth_time: hourAgo + 3650 });
    expect((await provedAt(fast.body.uuid)).getTime()).toBeLessThanOrEqual(app.tools.clock().getTime());
    provider.misbehave.claims = ({ auth_time: _, ...claims }) => claims;
    const silent = await signInWith(app, tenant.tenantId, provider, { ...taro, sub: 'silent' });
    expect((await provedAt(silent.body.uuid)).getTime()).toBe(0);
  });
});
