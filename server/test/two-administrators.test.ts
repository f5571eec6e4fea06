import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAdministered } from '#test/administrator.ts';
import type { Answer, TestApp } from '#test/app.ts';
import { makeUser, type SignedIn, signIn } from '#test/factories.ts';
import { makeOperator } from '#test/services.ts';

type Fields = Record<string, unknown>;
/** An object that two administrators read: its path, its state, and the changes of both. */
interface Shared {
  /** Path for changes. */
  path: string;
  /** Fields that every change requires. */
  always?: Fields;
  read: (by: SignedIn) => Promise<Fields>;
  /** By field: as both read it, the value the first saves, the value the second saves. */
  fields: Record<string, [seen: unknown, first: unknown, second: unknown]>;
  target: { targetType: string; targetId: string };
}

let app: TestApp;
let tenantId: string;
let one: SignedIn;
let two: SignedIn;
let operate: Awaited<ReturnType<typeof makeOperator>>;

beforeAll(async () => {
  const { tenant, signedIn, ...started } = await startAdministered({ shared: 'without jobs' });
  ({ app } = started);
  ({ tenantId } = tenant);
  one = signedIn;
  two = await signIn(app, await makeUser(app, tenant, { userId: 'second', roles: ['PowerUser'] }));
  operate = await makeOperator(app);
});
afterAll(() => app.close());

const call = (by: SignedIn, method: string, path: string, body?: object) =>
  app.call(method, path, { token: by.token, body });
const made = async (path: string, body: object) => (await call(one, 'POST', path, body)).body;
const bodyOf = (path: string) => async (by: SignedIn) => (await call(by, 'GET', path)).body;

let count = 0;
const things: Record<string, () => Promise<Shared>> = {
  user: async () => {
    const { userId, uuid } = await made(`/api/auth/tenants/${tenantId}/users`, {
      userId: `shared-${count}`,
      department: 'IT',
      mailAddresses: ['a@two.example'],
      extensionAttributes: { extensionAttribute1: 'E-1' },
    });
    const path = `/api/auth/tenants/${tenantId}/users/${userId}`;
    return {
      path,
      read: bodyOf(path),
      fields: {
        department: ['IT', 'Sales', 'Support'],
        familyName: ['', 'Sato', 'Suzuki'],
        locale: [null, 'ja', 'de'],
        roles: [['User'], ['PowerUser'], ['PowerUser', 'User']],
        mailAddresses: [['a@two.example'], ['b@two.example'], []],
        extensionAttributes: [
          { extensionAttribute1: 'E-1' },
          { extensionAttribute1: 'E-2' },
          { extensionAttribute1: 'E-3' },
        ],
      },
      target: { targetType: 'user', targetId: uuid },
    };
  },
  device: async () => {
    const deviceId = `board-${count}`;
    await operate('POST', `/tenants/${tenantId}/devices`, {
      reason: 'tests',
      devices: [{ deviceId, serialId: `B ${count}`, deviceType: 'PorticoIwb', description: 'Lobby' }],
    });
    const path = `/api/device/tenants/${tenantId}/devices/${deviceId}`;
    const { uuid } = (await call(one, 'GET', path)).body;
    return {
      path,
      read: bodyOf(path),
      fields: {
        description: ['Lobby', 'Hall', 'Roof'],
        roles: [['User'], ['PowerUser'], ['PowerUser', 'User']],
      },
      target: { targetType: 'device', targetId: uuid },
    };
  },
  tag: async () => {
    const base = `/api/auth/tenants/${tenantId}/tags`;
    const { uuid } = await made(base, { name: `tag ${count}` });
    return {
      path: `${base}/${uuid}`,
      read: async (by) => (await call(by, 'GET', base)).body.results.find((tag: Fields) => tag.uuid === uuid),
      fields: {
        name: [`tag ${count}`, `tag ${count} of one`, `tag ${count} of two`],
        description: ['', 'One', 'Two'],
      },
      target: { targetType: 'tag', targetId: uuid },
    };
  },
  client: async () => {
    const base = `/api/auth/tenants/${tenantId}/oauthClients`;
    const always = { name: 'Wiki', redirectUris: ['https://wiki.example/a'] };
    const { clientId } = await made(base, always);
    return {
      path: `${base}/${clientId}`,
      always,
      read: bodyOf(`${base}/${clientId}`),
      fields: {
        name: ['Wiki', 'Wiki one', 'Wiki two'],
        // Addresses are case-sensitive.
        redirectUris: [['https://wiki.example/a'], ['https://wiki.example/A'], ['https://wiki.example/b']],
        scopes: [['openid', 'profile', 'email'], ['openid'], ['openid', 'email']],
      },
      target: { targetType: 'oauthClient', targetId: clientId },
    };
  },
  'mail text': async () => {
    const types = ['loginGuide', 'mfaGuide', 'userCode', 'registration', 'selfRegistration', 'passwordExpiration'];
    const type = types[count % types.length] as string;
    const path = `/api/portal/customizeMail`;
    const read = async (by: SignedIn) => (await call(by, 'GET', `${path}?type=${type}`)).body.results[0];
    const { use, mailSubject, mailBody } = await read(one);
    return {
      path,
      always: { type, use, mailSubject, mailBody },
      read,
      fields: {
        mailSubject: [mailSubject, `One ${count}`, `Two ${count}`],
        mailBody: [mailBody, `One ${count} {{link}}`, `Two ${count} {{link}}`],
      },
      target: { targetType: 'customizedMail', targetId: type },
    };
  },
  'registration URL': async () => {
    const base = '/api/portal/userRegisterUrl';
    const { uuid } = await made(base, { expiresIn: 86_400, usersLimit: 5, enabledDomains: ['a.example'] });
    return {
      path: `${base}/${uuid}`,
      read: async (by) => (await call(by, 'GET', base)).body.results.find((url: Fields) => url.uuid === uuid),
      fields: {
        usersLimit: [5, 6, 7],
        enabledDomains: [['a.example'], ['b.example'], ['a.example', 'c.example']],
      },
      target: { targetType: 'registrationUrl', targetId: uuid },
    };
  },
  'log retention': async () => {
    const path = `/api/auth/tenants/${tenantId}/logRetention`;
    const { days } = (await call(one, 'GET', path)).body;
    return {
      path,
      read: bodyOf(path),
      fields: { days: [days, 100 + 2 * count, 101 + 2 * count] },
      target: { targetType: 'tenant', targetId: tenantId },
    };
  },
  region: async () => {
    const path = '/api/portal/region';
    const { region } = (await call(one, 'GET', path)).body;
    const others = ['na', 'eu', 'jp', 'kr'].filter((other) => other !== region);
    return {
      path,
      read: bodyOf(path),
      fields: { region: [region, others[0], others[1]] },
      target: { targetType: 'tenant', targetId: tenantId },
    };
  },
  group: async () => {
    const base = `/api/auth/tenants/${tenantId}/groups`;
    const { uuid } = await made(base, { groupId: `shared-${count}`, name: 'Shared' });
    return {
      path: `${base}/${uuid}`,
      read: bodyOf(`${base}/${uuid}`),
      fields: { name: ['Shared', 'One', 'Two'], description: ['', 'One', 'Two'] },
      target: { targetType: 'group', targetId: uuid },
    };
  },
};

const said = ({ status, body }: Answer) =>
  status === 200 ? 200 : [status, ...body.map((entry: Fields) => [entry.message_id, entry.field])];

describe.each(Object.entries(things))('a %s', (_, make) => {
  const share = async () => {
    count += 1;
    const shared = await make();
    const { path, always = {}, fields } = shared;
    const save = (by: SignedIn, values: Fields, expected?: Fields) =>
      call(by, 'PUT', path, { ...always, ...values, ...(expected && { expected }) });
    const pick = (place: 0 | 1 | 2, names = Object.keys(fields)) =>
      Object.fromEntries(names.map((name) => [name, fields[name]?.[place]]));
    return { ...shared, save, pick };
  };
  const changeRows = async ({ target }: Shared) => {
    const { rows } = await app.owner.query(
      `select count(*)::integer as n from system_operation_log
       where tenant_id = $1 and target_type = $2 and target_id = $3 and operation = 'update'`,
      [tenantId, target.targetType, target.targetId],
    );
    return rows[0].n;
  };

  it('that two change: the second is told which fields, and overwrites nothing', async () => {
    const { save, pick, read, fields } = await share();
    const names = Object.keys(fields).filter(
      (name) => JSON.stringify(fields[name]?.[1]) !== JSON.stringify(fields[name]?.[2]),
    );
    expect(said(await save(one, pick(1, names), pick(0, names)))).toBe(200);
    const refused = await save(two, pick(2, names), pick(0, names));
    expect(refused.status).toBe(409);
    const told = refused.body.map(({ message_id, field }: Fields) => [message_id, String(field).split('.')[0]]);
    expect(told.sort()).toEqual(names.map((name) => ['conflict', name]).sort());
    expect(await read(two)).toMatchObject(pick(1, names));
    // Having seen the first one's value, the second may replace it.
    expect(said(await save(two, pick(2, names), pick(1, names)))).toBe(200);
    expect(await read(one)).toMatchObject(pick(2, names));
  });

  it('that two change at once: exactly one is saved', async () => {
    for (const _round of [1, 2, 3]) {
      const { save, pick, read, fields } = await share();
      const [name = ''] = Object.keys(fields);
      const both = await Promise.all([
        save(one, pick(1, [name]), pick(0, [name])),
        save(two, pick(2, [name]), pick(0, [name])),
      ]);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect((await read(one))[name]).toEqual(fields[name]?.[both[0]?.status === 200 ? 1 : 2]);
    }
  });

  it('that is expected to be nothing in particular is changed as ever; what is so already leaves no row', async () => {
    const shared = await share();
    const { save, pick, read, fields } = shared;
    const [name = ''] = Object.keys(fields);
    const rows = await changeRows(shared);
    expect(said(await save(one, pick(1, [name])))).toBe(200);
    expect(said(await save(two, pick(2, [name])))).toBe(200);
    expect(await changeRows(shared)).toBe(rows + 2);
    const { updatedAt } = await read(one);
    expect(said(await save(one, pick(2, [name])))).toBe(200);
    // Both save the same value: nothing is lost.
    expect(said(await save(one, pick(2, [name]), pick(0, [name])))).toBe(200);
    expect(await changeRows(shared)).toBe(rows + 2);
    expect((await read(one)).updatedAt).toBe(updatedAt);
  });

  it('has no other fields to expect', async () => {
    const { save, pick, fields } = await share();
    const [name = ''] = Object.keys(fields);
    const answer = await save(one, pick(1, [name]), { uuid: 'x' });
    expect([answer.status, answer.body[0].message_id]).toEqual([400, 'invalid_params']);
  });
});

it('an address to sign in with that waits is not overwritten either', async () => {
  const path = `/api/auth/tenants/${tenantId}/users`;
  await made(path, { userId: 'waiting' });
  const save = (by: SignedIn, loginMailAddress: string, next: string | null) =>
    call(by, 'PUT', `${path}/waiting`, {
      loginMailAddress,
      expected: { loginMailAddress: null, nextLoginMailAddress: next },
    });
  expect(said(await save(one, 'one@two.example', null))).toBe(200);
  expect(said(await save(two, 'two@two.example', null))).toEqual([409, ['conflict', 'nextLoginMailAddress']]);
  expect(said(await save(two, 'two@two.example', 'one@two.example'))).toBe(200);
  // Undo by the first: nothing of the second is lost.
  const undo = { nextLoginMailAddress: null, expected: { nextLoginMailAddress: 'one@two.example' } };
  expect(said(await call(one, 'PUT', `${path}/waiting`, undo))).toEqual([409, ['conflict', 'nextLoginMailAddress']]);
});

it('the end of a registration URL that another person moved is not moved back', async () => {
  const base = '/api/portal/userRegisterUrl';
  const { uuid, expiresAt } = await made(base, { expiresIn: 86_400, usersLimit: 5 });
  const save = (by: SignedIn, expiresIn: number) =>
    call(by, 'PUT', `${base}/${uuid}`, { expiresIn, expected: { expiresAt } });
  expect(said(await save(one, 3 * 86_400))).toBe(200);
  expect(said(await save(two, 2 * 86_400))).toEqual([409, ['conflict', 'expiresAt']]);
});

it('a value that rules refuse by now can still be expected', async () => {
  const path = `/api/auth/tenants/${tenantId}/users`;
  const { uuid } = await made(path, { userId: 'former' });
  await app.owner.query('update users set department = $2 where uuid = $1', [uuid, 'x'.repeat(3000)]);
  const changes = { department: 'IT', expected: { department: 'x'.repeat(3000) } };
  expect(said(await call(one, 'PUT', `${path}/former`, changes))).toBe(200);
});
