import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeUser, signIn } from '#test/factories.ts';
import { makeScim, makeSource, type SourceOfTest, USER } from '#test/scim.ts';

/** Users who are there before a source provides them (docs/decisions/0280-adoption.md). */

let app: TestApp;
let tenant: SourceOfTest['tenant'];
let admin: SourceOfTest['admin'];
let source: SourceOfTest['source'];
let scim: SourceOfTest['scim'];
let account: SourceOfTest['account'];
let sources: string;

beforeAll(async () => {
  app = await sharedTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  ({ tenant, admin, source, scim, account } = await makeScim(app));
  sources = `/api/auth/tenants/${tenant.tenantId}/provisioningSources`;
});

const allow = async (adoption: string) =>
  expect((await app.call('PUT', `${sources}/${source}`, { token: admin, body: { adoption } })).status).toBe(200);
const proveDomain = (domain: string) =>
  app.owner.query(
    `insert into email_domains (tenant_id, uuid, domain, proof_value, proven_at, created_at)
     values ($1, gen_random_uuid(), $2, 'x', now(), now())`,
    [tenant.tenantId, domain],
  );
const add = (userName: string, more: object = {}, token?: string) =>
  scim('POST', '/Users', { schemas: [USER], userName, ...more }, token === undefined ? {} : { token });
const emails = (value: string) => ({ emails: [{ value, primary: true }] });
const eventsOf = async (uuid: string) => {
  const { rows } = await app.owner.query(
    `select type, actor_type, actor_id from system_operation_log where tenant_id = $1 and target_id = $2
     and actor_type = 'source' order by type`,
    [tenant.tenantId, uuid],
  );
  return rows;
};
const runs = async () =>
  (await app.call('POST', `${sources}/${source}/runs/search`, { token: admin, body: {} })).body.results[0];

it('without a rule, a user who is there already is never taken over', async () => {
  await proveDomain('contoso.example');
  const person = await makeUser(app, tenant, { userId: 'taro', mail: 'taro@contoso.example' });
  expect((await add('taro')).status).toBe(409);
  expect((await add('other', emails('taro@contoso.example'))).status).toBe(409);
  expect((await account(person.uuid)).source).toBe('local');
});

it('by address: who signs in with it, if the domain is proven; it is told and counted', async () => {
  await proveDomain('contoso.example');
  await allow('address');
  const person = await makeUser(app, tenant, { userId: 'taro', mail: 'Taro@contoso.example' });
  const foreign = await makeUser(app, tenant, { mail: 'hanako@elsewhere.example' });
  expect((await add('hanako', emails(foreign.mail))).status).toBe(409);
  // The same user ID is not enough.
  expect((await add('taro')).status).toBe(409);
  const more = {
    externalId: 'e1',
    name: { familyName: 'Yamada', givenName: 'Taro' },
    ...emails('taro@contoso.example'),
  };
  const made = await add('t.yamada@contoso.example', more);
  expect([made.status, made.body.id, made.body.active]).toEqual([201, person.uuid, true]);
  expect(made.headers.get('location')).toMatch(new RegExp(`/Users/${person.uuid}$`));
  expect(await account(person.uuid)).toMatchObject({
    ...{ source: 'scim', user_id: 'taro', family_name: 'Yamada', status: 'active', login_mail_address: person.mail },
  });
  expect((await eventsOf(person.uuid)).map(({ type }) => type)).toEqual(['user.adopted', 'user.changed']);
  expect(await runs()).toMatchObject({ adopted: 1, created: 0, failed: 2 });
  // The source reads back whom it has, and has this user from now on.
  expect((await scim('GET', `/Users/${person.uuid}`)).body).toMatchObject({ externalId: 'e1' });
  expect((await add('t.yamada@contoso.example', more)).status).toBe(409);
  // The password stays.
  await signIn(app, { ...person, mail: person.mail });
});

it("by user ID: the address stays the user's, and another one waits for its owner", async () => {
  await proveDomain('contoso.example');
  await allow('userId');
  const person = await makeUser(app, tenant, { userId: 'taro', mail: 'taro@contoso.example' });
  expect((await add('other', emails(person.mail))).status).toBe(409);
  const made = await add('TARO');
  expect([made.status, made.body.id]).toEqual([201, person.uuid]);
  expect((await account(person.uuid)).login_mail_address).toBe(person.mail);
  const moved = { schemas: [USER], userName: 'TARO', ...emails('attacker@contoso.example') };
  expect((await scim('PUT', `/Users/${person.uuid}`, moved)).status).toBe(200);
  const waiting = { login_mail_address: person.mail, next_login_mail_address: 'attacker@contoso.example' };
  expect(await account(person.uuid)).toMatchObject(waiting);
  const another = await makeUser(app, tenant, { userId: 'jiro', mail: 'jiro@contoso.example' });
  expect((await add('jiro', emails('mallory@contoso.example'))).status).toBe(201);
  expect(await account(another.uuid)).toMatchObject({ login_mail_address: another.mail });
});

it.each(['address', 'userId'])(
  'by %s: administrators, users of others and deactivated ones are never taken over',
  async (rule) => {
    await proveDomain('contoso.example');
    await allow(rule);
    const mailOf = (name: string) => `${name}@contoso.example`;
    const boss = await makeUser(app, tenant, { userId: 'boss', mail: mailOf('boss'), roles: ['User', 'PowerUser'] });
    const off = await makeUser(app, tenant, { userId: 'off', mail: mailOf('off'), status: 'inactive' });
    const agent = await makeUser(app, tenant, { userId: 'agent:printer', mail: mailOf('agent') });
    const jit = await makeUser(app, tenant, { userId: 'jit', mail: mailOf('jit') });
    await app.owner.query(`update users set source = 'jit' where uuid = $1`, [jit.uuid]);
    const other = await makeSource(app, tenant, admin);
    expect((await add('theirs', emails(mailOf('theirs')), other.token)).status).toBe(201);
    for (const name of ['boss', 'off', 'agent:printer', 'jit', 'theirs']) {
      const address = mailOf(name.split(':')[0] as string);
      expect([name, (await add(name, emails(address))).status]).toEqual([name, 409]);
    }
    for (const { uuid } of [boss, off, agent]) expect((await account(uuid)).source).toBe('local');
    expect(await runs()).toMatchObject({ adopted: 0, created: 0, failed: 5 });
  },
);

it('a name of somebody else is refused, and of many at once one takes the user over', async () => {
  await proveDomain('contoso.example');
  await allow('address');
  const person = await makeUser(app, tenant, { userId: 'taro', mail: 'taro@contoso.example' });
  await makeUser(app, tenant, { userId: 'hanako' });
  expect((await add('hanako', emails(person.mail))).status).toBe(409);
  expect((await account(person.uuid)).source).toBe('local');
  const answers = await Promise.all(Array.from({ length: 3 }, () => add('taro', emails(person.mail))));
  const statuses = answers.map(({ status }) => status).filter((status) => status !== 429);
  expect(statuses.filter((status) => status === 201)).toHaveLength(1);
  expect(statuses.filter((status) => status === 409)).toHaveLength(statuses.length - 1);
});

it("a Bulk takes over by the same rule, and users are the organization's again without the source", async () => {
  await proveDomain('contoso.example');
  await allow('address');
  const person = await makeUser(app, tenant, { mail: 'taro@contoso.example' });
  const post = (userName: string, address: string) => ({
    ...{ method: 'POST', path: '/Users', bulkId: userName },
    data: { schemas: [USER], userName, ...emails(address) },
  });
  const schemas = ['urn:ietf:params:scim:api:messages:2.0:BulkRequest'];
  const Operations = [
    post('one', 'one@contoso.example'),
    post('two', person.mail),
    post('three', 'three@contoso.example'),
  ];
  const done = await scim('POST', '/Bulk', { schemas, Operations });
  expect(done.body.Operations.map(({ status }: { status: string }) => status)).toEqual(['201', '201', '201']);
  expect(done.body.Operations[1].location).toMatch(new RegExp(`/Users/${person.uuid}$`));
  expect(await runs()).toMatchObject({ adopted: 1, created: 2 });
  expect((await app.call('DELETE', `${sources}/${source}`, { token: admin })).status).toBe(204);
  expect((await account(person.uuid)).source).toBe('local');
});
