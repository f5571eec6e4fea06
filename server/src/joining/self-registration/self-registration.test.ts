import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { insist } from '#test/busyness.ts';
import { makeTenant, makeUser, type SignedIn, signIn, type TestTenant, type TestUser } from '#test/factories.ts';
import { makeLicense, makeOperator } from '#test/services.ts';
import { askForReset, exchangeCodeIn, mailRequestsAnswered, mailsOfKind } from '#test/mailed-links.ts';

const PASSWORD = 'copper meadow 93 window';
let app: TestApp;
let tenant: TestTenant;
let admin: TestUser;
let signedIn: SignedIn;
beforeAll(async () => {
  app = await sharedTestApp('with a clock');
  tenant = await makeTenant(app, { name: 'Garden Club' });
  admin = await makeUser(app, tenant, { roles: ['PowerUser'] });
  signedIn = await signIn(app, admin);
});
afterAll(() => app.close());

interface Url {
  uuid: string;
  code: string;
}

async function makeUrl(given: object = {}): Promise<Url> {
  const body = { expiresIn: 86_400, usersLimit: 100, ...given };
  const made = await app.call('POST', '/api/portal/userRegisterUrl', { token: signedIn.token, body });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  return { uuid: made.body.uuid, code: new URL(made.body.url).searchParams.get('code') ?? '' };
}

const post = (path: string, body: object) => app.call('POST', `/api/auth/${path}`, { body });
const refusal = ({ status, body }: { status: number; body: { message_id: string; field?: string }[] }) =>
  [status, body[0]?.message_id, body[0]?.field].filter((part) => part !== undefined);
const infoOf = (code: string) => app.call('GET', `/api/auth/userRegisterInfo?code=${encodeURIComponent(code)}`);
const ask = (url: Url, mailAddress: string, more: object = {}) =>
  post('requestRegisterUser', { code: url.code, mailAddress, ...more });
const open = (exchangeCode: string) => post('registerUser/open', { exchangeCode });
const register = (temporaryCode: string, userInfo: object = {}, more: object = {}) =>
  post('registerUser', {
    temporaryCode,
    userInfo: { familyName: 'Sato', givenName: 'Yui', password: PASSWORD, ...userInfo },
    ...more,
  });

/** Requests registration, reads the email and opens its link. */
async function prove(url: Url, mailAddress: string): Promise<string> {
  expect((await ask(url, mailAddress)).status).toBe(204);
  const opened = await open(exchangeCodeIn((await mailsOfKind(app, mailAddress, 'selfRegistration')).at(-1)));
  expect(opened.status, JSON.stringify(opened.body)).toBe(200);
  return opened.body.temporaryCode;
}

/** A confirmed address without an email, for many at once: the state that the email's link would have left. */
async function proven(url: Url, mailAddress: string): Promise<string> {
  const { issueCode } = await import('../../credentials/one-time-codes/one-time-codes.ts');
  return app.tools.db.inTenant(tenant.tenantId, (tx) =>
    issueCode(tx, {
      tenantId: tenant.tenantId,
      kind: 'temporary',
      purpose: 'selfRegister',
      userUuid: null,
      data: { urlUuid: url.uuid, mailAddress },
      seconds: 900,
      now: app.tools.clock(),
    }),
  );
}

const seats = async ({ uuid }: Url) => {
  const { body } = await app.call('GET', '/api/portal/userRegisterUrl', { token: signedIn.token });
  return body.results.find((url: { uuid: string }) => url.uuid === uuid);
};

it('a user registers with a URL, confirms the address and signs in', async () => {
  const url = await makeUrl({ enabledDomains: ['Club.Example'] });
  expect((await infoOf(url.code)).body).toMatchObject({
    tenantId: tenant.tenantId,
    tenantName: 'Garden Club',
    enabledDomains: ['club.example'],
  });
  expect((await ask(url, 'yui@club.example', { locale: 'ja' })).status).toBe(204);
  const [mail] = await mailsOfKind(app, 'yui@club.example', 'selfRegistration');
  expect(mail?.subject).toBe('Portico への登録を完了してください');
  const opened = await open(exchangeCodeIn(mail));
  expect(opened.body).toMatchObject({
    tenantName: 'Garden Club',
    mailAddress: 'yui@club.example',
    passwordPolicy: { minLength: 8 },
  });
  const weak = await register(opened.body.temporaryCode, { password: 'password1' });
  expect(refusal(weak)).toEqual([400, 'common_password', 'userInfo.password']);
  const made = await register(opened.body.temporaryCode, { timezone: 'Asia/Tokyo' });
  expect(made.body).toEqual({ tenantId: tenant.tenantId, userId: 'yui' });
  expect(await seats(url)).toMatchObject({ usersCount: 1, state: 'open' });
  const body = {
    type: 'loginMailAddress',
    tenantId: tenant.tenantId,
    credentials: 'yui@club.example',
    password: PASSWORD,
    withMyInfo: true,
  };
  expect((await app.call('POST', '/api/auth/login/user', { body })).body).toMatchObject({
    status: 'completed',
    me: { userId: 'yui', familyName: 'Sato', roles: ['User'], locale: 'ja', timezone: 'Asia/Tokyo', status: 'active' },
  });
  await mailsOfKind(app, 'yui@club.example', 'registered');
  for (const again of [await register(opened.body.temporaryCode), await open(exchangeCodeIn(mail))]) {
    expect(refusal(again)).toEqual([410, 'revoked_or_expired']);
  }
});

it('answers the same whether or not the address is taken; only its owner learns it', async () => {
  const url = await makeUrl();
  const [known, unknown] = [await ask(url, admin.mail.toUpperCase()), await ask(url, 'nobody@somewhere.example')];
  expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
  await mailRequestsAnswered(app);
  expect((await app.mails(admin.mail)).map(({ kind }) => kind)).toContain('alreadyRegistered');
  expect((await app.mails(admin.mail)).map(({ kind }) => kind)).not.toContain('selfRegistration');
  expect((await app.mails('nobody@somewhere.example')).map(({ kind }) => kind)).toEqual(['selfRegistration']);
});

it.each([
  [600, 600],
  [30 * 86_400, 86_400],
])('with a URL of %i seconds left, the email says that its link ends in %i', async (expiresIn, promised) => {
  const timeZone = 'Asia/Tokyo';
  await app.owner.query('update tenants set timezone = $2 where tenant_id = $1', [tenant.tenantId, timeZone]);
  const { format } = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short', timeZone });
  const ends = () => format(app.tools.clock().getTime() + promised * 1000);
  const earliest = ends();
  const mailAddress = `within-${promised}@somewhere.example`;
  await ask(await makeUrl({ expiresIn }), mailAddress, { locale: 'en' });
  const [mail] = await mailsOfKind(app, mailAddress, 'selfRegistration');
  const said = [earliest, ends()].map((end) => `The link works once, until ${end} GMT+9.`);
  expect(
    said.some((words) => mail?.text.includes(words)),
    mail?.text,
  ).toBe(true);
});

it('of fifty concurrent registrations for ten seats, exactly ten succeed', async () => {
  const url = await makeUrl({ usersLimit: 10 });
  const codes = await Promise.all(Array.from({ length: 50 }, (_, at) => proven(url, `crowd@d${at}.example`)));
  const answers = await Promise.all(codes.map((code) => insist(() => register(code))));
  const outcomes = answers.map((answer) => (answer.status === 200 ? 'made' : String(refusal(answer))));
  expect(outcomes.filter((outcome) => outcome === 'made')).toHaveLength(10);
  expect([...new Set(outcomes)].sort()).toEqual(['409,exceeded_user_limit', 'made']);
  expect(new Set(answers.flatMap(({ body }) => body.userId ?? [])).size).toBe(10);
  const { rows } = await app.owner.query(
    "select count(*)::int as n from users where login_mail_address like 'crowd@d%'",
  );
  expect(rows[0].n).toBe(10);
  expect(await seats(url)).toMatchObject({ usersCount: 10, state: 'full' });
  expect(refusal(await ask(url, 'late@somewhere.example'))).toEqual([409, 'exceeded_user_limit']);
  expect(refusal(await infoOf(url.code))).toEqual([409, 'exceeded_user_limit']);
});

it("when the tenant's limit of users is reached, strangers hear what they hear of a full URL", async () => {
  const limit = (most: string) =>
    app.owner.query(`update tenants set user_limit = ${most} where tenant_id = $1`, [tenant.tenantId]);
  const url = await makeUrl();
  const codes = await Promise.all(Array.from({ length: 12 }, (_, at) => proven(url, `room@r${at}.example`)));
  await limit('(select sum(users) + 3 from user_counts where tenant_id = tenants.tenant_id)');
  const answers = await Promise.all(codes.map((code) => register(code)));
  const made = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status !== 200);
  expect([made.length, [...new Set(refused.map((answer) => String(refusal(answer))))]]).toEqual([
    3,
    ['409,exceeded_user_limit'],
  ]);
  expect(await seats(url)).toMatchObject({ usersCount: 3, state: 'open' });
  expect(refusal(await infoOf(url.code))).toEqual([409, 'exceeded_user_limit']);
  expect(refusal(await ask(url, 'late@room.example'))).toEqual([409, 'exceeded_user_limit']);
  await limit('null');
  const again = codes[answers.findIndex(({ status }) => status !== 200)] as string;
  expect((await register(again)).status).toBe(200);
});

it('one code creates one account, however many concurrent calls use it', async () => {
  const url = await makeUrl();
  const code = await proven(url, 'once@somewhere.example');
  const answers = await Promise.all(Array.from({ length: 12 }, () => register(code)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(11).fill(410)]);
  expect(await seats(url)).toMatchObject({ usersCount: 1 });
});

it('an address that was taken in the meantime uses no seat', async () => {
  const url = await makeUrl();
  const code = await proven(url, 'taken@somewhere.example');
  await makeUser(app, tenant, { mail: 'Taken@somewhere.example' });
  expect(refusal(await register(code))).toEqual([409, 'duplicated_params_loginMailAddress', 'loginMailAddress']);
  expect(await seats(url)).toMatchObject({ usersCount: 0 });
});

it('accepts only the domains of the URL, even if they change after the email', async () => {
  const url = await makeUrl({ enabledDomains: ['club.example'] });
  for (const stranger of ['a@club.example.evil.example', 'a@sub.club.example', 'club.example@evil.example']) {
    expect(refusal(await ask(url, stranger))).toEqual([400, 'invalid_params_enabledDomains', 'mailAddress']);
  }
  const code = await prove(url, 'late@club.example');
  const change = { token: signedIn.token, body: { enabledDomains: ['other.example'] } };
  expect((await app.call('PUT', `/api/portal/userRegisterUrl/${url.uuid}`, change)).status).toBe(200);
  expect(refusal(await register(code))).toEqual([410, 'revoked_or_expired']);
});

it('assigns the role that the administrator set, whatever is sent', async () => {
  const few = { usersLimit: 20, enabledDomains: ['somewhere.example'] };
  const [plain, power] = [await makeUrl(), await makeUrl({ role: 'PowerUser', ...few })];
  const code = await proven(plain, 'climber@somewhere.example');
  for (const more of [
    { role: 'PowerUser' },
    { roles: ['PowerUser'] },
    { urlUuid: power.uuid },
    { mailAddress: 'x@y.example' },
  ]) {
    expect(refusal(await register(code, {}, more)).slice(0, 2)).toEqual([400, 'invalid_params']);
    expect(refusal(await register(code, more)).slice(0, 2)).toEqual([400, 'invalid_params']);
  }
  const asked = await ask(plain, 'climber@somewhere.example', { role: 'PowerUser' });
  expect(refusal(asked).slice(0, 2)).toEqual([400, 'invalid_params']);
  await register(code);
  await register(await proven(power, 'chosen@somewhere.example'));
  const { rows } = await app.owner.query(
    "select login_mail_address as mail, roles from users where login_mail_address in ('climber@somewhere.example', 'chosen@somewhere.example') order by 1",
  );
  expect(rows).toEqual([
    { mail: 'chosen@somewhere.example', roles: ['PowerUser'] },
    { mail: 'climber@somewhere.example', roles: ['User'] },
  ]);
});

describe('a URL or code stops working', () => {
  it('once the URL was ended, including links already emailed', async () => {
    const url = await makeUrl();
    const code = await proven(url, 'ended@somewhere.example');
    expect((await ask(url, 'waiting@somewhere.example')).status).toBe(204);
    await mailRequestsAnswered(app);
    const exchangeCode = exchangeCodeIn((await app.mails('waiting@somewhere.example'))[0]);
    const end = () => app.call('DELETE', `/api/portal/userRegisterUrl/${url.uuid}`, { token: signedIn.token });
    expect([(await end()).status, (await end()).status]).toEqual([204, 204]);
    for (const refused of [
      await register(code),
      await open(exchangeCode),
      await ask(url, 'a@b.example'),
      await infoOf(url.code),
    ]) {
      expect(refusal(refused)).toEqual([410, 'revoked_or_expired']);
    }
    expect(await seats(url)).toMatchObject({ state: 'ended', url: null });
  });

  it('in another tenant, or for another purpose', async () => {
    const other = await makeTenant(app);
    const url = await makeUrl();
    const moved = (value: string) => value.replace(tenant.tenantId, other.tenantId);
    const code = await proven(url, 'mover@somewhere.example');
    expect((await infoOf(moved(url.code))).status).toBe(410);
    expect((await infoOf(`-.${'a'.repeat(43)}`)).status).toBe(410);
    expect((await ask({ ...url, code: moved(url.code) }, 'a@b.example')).status).toBe(410);
    expect((await register(moved(code))).status).toBe(410);
    // Codes of the URL, of a reset and of an invitation do not work here, and the other way round.
    expect((await open(url.code)).status).toBe(410);
    expect((await open(await askForReset(app, admin))).status).toBe(410);
    expect((await ask(url, 'proof@somewhere.example')).status).toBe(204);
    const exchangeCode = exchangeCodeIn((await mailsOfKind(app, 'proof@somewhere.example', 'selfRegistration'))[0]);
    const account = (path: string, body: object) => app.call('POST', `/api/account/${path}`, { body });
    expect((await account('temporaryCode/exchange', { exchangeCode })).status).toBe(410);
    expect((await account('me/brief', { temporaryCode: code })).status).toBe(410);
    expect(
      (await account('resetPassword', { temporaryCode: code, password: PASSWORD, tenantId: tenant.tenantId })).status,
    ).toBe(410);
    expect((await register(exchangeCode)).status).toBe(410);
    expect((await register(code)).status).toBe(200);
  });

  it('after its expiry, or when a newer email replaces it', async () => {
    const url = await makeUrl({ expiresIn: 600 });
    await ask(url, 'twice@somewhere.example');
    const first = exchangeCodeIn((await mailsOfKind(app, 'twice@somewhere.example', 'selfRegistration'))[0]);
    await ask(url, 'Twice@somewhere.example');
    const second = exchangeCodeIn((await mailsOfKind(app, 'twice@somewhere.example', 'selfRegistration', 2)).at(-1));
    expect((await open(first)).status).toBe(410);
    app.advance(601_000);
    expect((await open(second)).status).toBe(410);
    expect((await ask(url, 'late@somewhere.example')).status).toBe(410);
  });
});

describe('licenses of a URL', () => {
  // The clock has moved on.
  beforeAll(async () => {
    signedIn = await signIn(app, admin);
  });

  const permissionsOf = async (licenseIds: string[]) => {
    const path = `/api/service/tenants/${tenant.tenantId}/operations/search/userPermissions`;
    const { body } = await app.call('POST', path, { token: signedIn.token, body: { licenseIds, count: 100 } });
    return (userId: string) =>
      body.results
        .find(({ user }: { user: { userId: string } }) => user.userId === userId)
        .permissions.map(({ permitted }: { permitted: boolean }) => permitted);
  };

  it('are assigned at registration while seats last; without seats, registration still works', async () => {
    const operate = await makeOperator(app);
    const small = await makeLicense(operate, tenant.tenantId, { volume: 3 });
    const large = await makeLicense(operate, tenant.tenantId, { volume: 100 });
    const url = await makeUrl({ licenseIds: [small, large] });
    expect(await seats(url)).toMatchObject({ licenseIds: [small, large] });
    const names = Array.from({ length: 12 }, (_, n) => `seat${n}@club.example`);
    const codes = await Promise.all(names.map((name) => proven(url, name)));
    const made = await Promise.all(codes.map((code) => register(code)));
    expect(made.map(({ status }) => status)).toEqual(names.map(() => 200));
    const permitted = await permissionsOf([small, large]);
    const of = made.map(({ body }) => permitted(body.userId));
    expect(of.filter(([first]) => first)).toHaveLength(3);
    expect(of.every(([, second]) => second)).toBe(true);
    const { rows } = await app.owner.query(
      `select count(*)::int as told from system_operation_log where tenant_id = $1 and changes -> 'licensesWithoutSeat' -> 'after' = $2`,
      [tenant.tenantId, JSON.stringify([small])],
    );
    expect(rows[0].told).toBe(9);
  });

  it('must be active licenses of the tenant for users with the role', async () => {
    const operate = await makeOperator(app);
    const other = await makeTenant(app);
    const foreign = await makeLicense(operate, other.tenantId);
    const forDevices = await makeLicense(operate, tenant.tenantId, { volumeType: 'device' });
    const forAdministrators = await makeLicense(operate, tenant.tenantId, { availableRoles: ['PowerUser'] });
    const fine = await makeLicense(operate, tenant.tenantId);
    const suspended = await makeLicense(operate, tenant.tenantId);
    await operate('POST', `/tenants/${tenant.tenantId}/licenses/${suspended}/suspend`);
    const made = async (licenseIds: string[]) => {
      const body = { expiresIn: 86_400, usersLimit: 100, licenseIds };
      return refusal(await app.call('POST', '/api/portal/userRegisterUrl', { token: signedIn.token, body }));
    };
    for (const id of [foreign, forDevices, 'nothing'])
      expect(await made([fine, id])).toEqual([404, 'license_not_exist', 'licenseIds.1']);
    expect(await made([suspended])).toEqual([409, 'license_expired', 'licenseIds.0']);
    expect(await made([forAdministrators])).toEqual([409, 'role_not_allowed', 'licenseIds.0']);
    expect(await made([fine, fine])).toEqual([400, 'invalid_params', 'licenseIds']);
  });
});

it('registers nobody by a password that the policy closes, and keeps the code and the seat', async () => {
  const save = (loginPolicy: object) =>
    app.owner.query('update tenants set security_policy = $2 where tenant_id = $1', [
      tenant.tenantId,
      JSON.stringify({ loginPolicy }),
    ]);
  const [url, forAdministrators] = [
    await makeUrl(),
    await makeUrl({ role: 'PowerUser', usersLimit: 1, enabledDomains: ['people.example'] }),
  ];
  await save({ siteLoginRoles: { password: ['PowerUser'] } });
  try {
    const opened = async (of: Url, mail: string) => {
      await ask(of, mail);
      return (await open(exchangeCodeIn((await mailsOfKind(app, mail, 'selfRegistration')).at(-1)))).body;
    };
    const { temporaryCode, passwordOpen } = await opened(url, 'closed@people.example');
    expect(passwordOpen).toBe(false);
    expect(refusal(await register(temporaryCode))).toEqual([404, 'domain_not_exists']);
    expect((await opened(forAdministrators, 'chief@people.example')).passwordOpen).toBe(true);
    await save({});
    expect((await register(temporaryCode)).status).toBe(200);
  } finally {
    await save({});
  }
});
