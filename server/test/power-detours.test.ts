import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '#contract/roles.ts';
import type { TestApp } from './app.ts';
import { makeUser, PASSWORD, portalTokens, type SignedIn, signIn, type TestTenant } from './factories.ts';
import { carryOut, confirm, type Importing, preview, sendForm, startImporting, untilImport } from './imports.ts';
import { makeClient, tokensFor } from './oauth.ts';

/**
 * Attempts to bypass the proof required for creating administrators and changing addresses: by files, invitations and
 * bulk mailings.
 */
let app: TestApp;
let tenant: TestTenant;
let admin: SignedIn;
let stale: Importing;
let ofApp: Importing;

beforeAll(async () => {
  let importing: Importing;
  ({ app, tenant, importing } = await startImporting({ own: true }));
  const boss = await makeUser(app, tenant, { userId: 'boss', roles: ['User', 'PowerUser'] });
  admin = await signIn(app, boss);
  app.advance(15 * 60_000);
  const { token } = await portalTokens(app, admin.cookie);
  stale = { ...importing, token };
  const held = await tokensFor(app, await makeClient(app, tenant), admin.cookie, 'openid portal:powerUser:admin');
  ofApp = { ...importing, token: held.access_token };
});
afterAll(() => app.close());

type Call = [method: string, path: string, body?: object];
const refusalOf = async (token: string, [method, path, body]: Call) => {
  const answer = await app.call(method, path, { token, body });
  return [answer.status, answer.body?.[0]?.message_id];
};
const OLD = [403, 'reauthentication_required'];
const FOREIGN = [403, 'forbidden'];
const refusedToBoth = async (call: Call) => {
  expect(await refusalOf(stale.token, call)).toEqual(OLD);
  expect(await refusalOf(ofApp.token, call)).toEqual(FOREIGN);
};
let count = 0;
const evil = () => `evil-${++count}@attacker.example`;
const at = (path: string) => `/api/auth/tenants/${tenant.tenantId}${path}`;

describe('a file', () => {
  const files: [string, () => Promise<string>][] = [
    ['makes administrators', async () => 'operation,userId,roles\r\ncreate,fresh,User;PowerUser\r\n'],
    ['gives rights', async () => `operation,userId,roles\r\nupdate,${await member()},User;PowerUser\r\n`],
    ['moves an address', async () => `operation,userId,loginMailAddress\r\nupdate,${await member()},${evil()}\r\n`],
    ['takes an address', async () => `operation,userId,loginMailAddress\r\nupdate,${await member()},\r\n`],
    [
      'readdresses an invited administrator',
      async () => `operation,userId,loginMailAddress\r\nupdate,${await invitedAdministrator()},${evil()}\r\n`,
    ],
    ['activates an administrator', async () => `operation,userId,status\r\nupdate,${await former()},active\r\n`],
  ];
  const member = async () => (await makeUser(app, tenant)).userId;

  it.each(files)('that %s is carried out with a fresh proof alone', async (_, file) => {
    const { importId } = await preview(stale, await file());
    for (const [importing, refusal] of [
      [stale, OLD],
      [ofApp, FOREIGN],
    ] as const) {
      const answer = await confirm(importing, importId);
      expect([answer.status, answer.body[0]?.message_id]).toEqual(refusal);
    }
    await app.call('POST', at(`/userImports/${importId}/cancel`), { token: stale.token });
  });

  it.each<[string, (userId: string) => object]>([
    ['an address', (userId) => ({ userId, loginMailAddress: evil() })],
    ['rights', (userId) => ({ userId, roles: ['User', 'PowerUser'] })],
  ])('of JSON that changes %s waits to be confirmed, though nobody was to be asked', async (_, row) => {
    const fields = { operation: 'update', preview: 'false' };
    const path = '/api/auth/operations/forEach';
    const begun = await sendForm(ofApp, path, fields, JSON.stringify([row(await member())]));
    expect(begun.status).toBe(200);
    const { status } = await untilImport(stale, begun.body.importId, ['previewed', 'completed']);
    expect(status).toBe('previewed');
    await app.call('POST', at(`/userImports/${begun.body.importId}/cancel`), { token: stale.token });
  });
});

/** Made an administrator before registering: the recipient of the next invitation becomes one. */
async function invitedAdministrator(): Promise<string> {
  const { userId, uuid } = await makeUser(app, tenant, { status: 'registering', roles: ['User', 'PowerUser'] });
  await app.owner.query('update users set login_mail_address = null, next_login_mail_address = $2 where uuid = $1', [
    uuid,
    `${userId}@club.example`,
  ]);
  return userId;
}

it('an invited administrator is not invited to another address', async () => {
  const invited = await invitedAdministrator();
  await refusedToBoth(['PUT', at(`/users/${invited}`), { loginMailAddress: evil() }]);
  const plain = await makeUser(app, tenant, { status: 'registering' });
  expect(await refusalOf(stale.token, ['PUT', at(`/users/${plain.userId}`), { department: 'Sales' }])).toEqual([
    200,
    undefined,
  ]);
  const corrected = { loginMailAddress: 'right@club.example' };
  expect(await refusalOf(stale.token, ['PUT', at(`/users/${plain.userId}`), corrected])).toEqual([200, undefined]);
});

const former = async () => (await makeUser(app, tenant, { status: 'inactive', roles: ['User', 'PowerUser'] })).userId;

describe('a deactivated administrator is activated with a fresh proof alone', () => {
  const activate = (body: object): Call => ['POST', at('/operations/users'), { action: 'activate', ...body }];

  it('by hand, and among others', async () => {
    const [one, plain] = [await former(), (await makeUser(app, tenant, { status: 'inactive' })).userId];
    await refusedToBoth(['POST', at(`/users/${one}/activate`)]);
    await refusedToBoth(activate({ userIds: [plain, one] }));
    expect(await refusalOf(ofApp.token, activate({ userIds: [plain] }))).toEqual([200, undefined]);
    expect(await refusalOf(ofApp.token, ['POST', at(`/users/${plain}/activate`)])).toEqual([200, undefined]);
  });

  it('among more than a thousand, by a job', async () => {
    const many = { condition: { userId: 'idle-' }, expectedCount: 1001 };
    await app.owner.query(
      `insert into users (tenant_id, uuid, user_id, status, roles)
       select $1, gen_random_uuid(), 'idle-' || n, 'inactive', case n when 7 then '{User,PowerUser}'::text[] else '{User}' end
       from generate_series(1, 1001) n`,
      [tenant.tenantId],
    );
    await refusedToBoth(activate(many));
    await app.owner.query("update users set roles = '{User}' where tenant_id = $1 and user_id = 'idle-7'", [
      tenant.tenantId,
    ]);
    expect(await refusalOf(ofApp.token, activate(many))).toEqual([200, undefined]);
  });
});

const deleted = async (roles: Role[] = ['User']) => {
  const user = await makeUser(app, tenant, { roles });
  expect(await refusalOf(ofApp.token, ['DELETE', at(`/users/${user.userId}`)])).toEqual([204, undefined]);
  return { ...user, restore: at(`/deletedUsers/${user.uuid}/restore`) };
};

it('deleting and restoring a user moves no address without the proof that an address takes', async () => {
  const { userId, restore } = await deleted();
  await refusedToBoth(['POST', restore, { loginMailAddress: evil() }]);
  await refusedToBoth(['POST', restore, { loginMailAddress: null }]);
  expect(await refusalOf(ofApp.token, ['POST', restore, {}])).toEqual(FOREIGN);
  expect(await refusalOf(stale.token, ['POST', restore, {}])).toEqual([200, undefined]);
  expect(await refusalOf(stale.token, ['GET', at(`/users/${userId}`)])).toEqual([200, undefined]);
});

it('a deleted administrator is restored with a fresh proof alone', async () => {
  const { restore } = await deleted(['User', 'PowerUser']);
  await refusedToBoth(['POST', restore, {}]);
});

describe('an undo', () => {
  /** Prepares the undo of a file, up to the preview. */
  const undone = async (file: string) => {
    const { importId } = await preview(stale, file);
    await carryOut(stale, importId);
    const path = at(`/userImports/${importId}/undo`);
    expect(await refusalOf(ofApp.token, ['POST', path])).toEqual(FOREIGN);
    const prepared = (await app.call('POST', path, { token: stale.token })).body;
    return untilImport(stale, prepared.importId, ['previewed']);
  };

  it.each<[string, Role[], unknown[]]>([
    ['a user is the portal’s alone', ['User'], [200, undefined]],
    ['an administrator takes a fresh proof', ['User', 'PowerUser'], OLD],
  ])('that restores %s', async (_, roles, atPortal) => {
    const { userId } = await makeUser(app, tenant, { roles });
    const { importId, counts } = await undone(`operation,userId\r\ndelete,${userId}\r\n`);
    expect(counts).toMatchObject({ create: 1, wrong: 0 });
    const answers = [];
    for (const importing of [ofApp, stale]) {
      const { status, body } = await confirm(importing, importId);
      answers.push([status, body[0]?.message_id]);
    }
    expect(answers).toEqual([FOREIGN, atPortal]);
    if (atPortal === OLD) await app.call('POST', at(`/userImports/${importId}/cancel`), { token: stale.token });
    else await untilImport(stale, importId, ['completed']);
  });
});

it('new PINs are not mailed to many', async () => {
  const { userId } = await makeUser(app, tenant);
  await refusedToBoth(['POST', '/api/portal/bulkSendMail', { sendType: 'userCode', userIds: [userId] }]);
});

it('an app reads no registration URL, by which people come in', async () => {
  const path = '/api/portal/userRegisterUrl';
  expect(await refusalOf(ofApp.token, ['GET', path])).toEqual(FOREIGN);
  expect(await refusalOf(stale.token, ['GET', path])).toEqual([200, undefined]);
});

it('with a proof, an address moves by a file', async () => {
  const proof = { token: stale.token, body: { password: PASSWORD } };
  expect((await app.call('POST', '/api/auth/me/reauthenticate', proof)).status).toBe(200);
  const { userId } = await makeUser(app, tenant);
  const file = `operation,userId,loginMailAddress\r\nupdate,${userId},new@club.example\r\n`;
  const { importId } = await preview(stale, file);
  expect((await confirm(stale, importId)).status).toBe(200);
  expect((await untilImport(stale, importId, ['completed', 'error'])).status).toBe('completed');
});
