import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestApp } from '#test/app.ts';
import { makeUser, PASSWORD, signIn, type TestTenant, type TestUser } from '#test/factories.ts';
import { carryOut, type Importing, preview, startImporting } from '#test/imports.ts';
import { exchangeCodeIn, mailsOfKind } from '#test/mailed-links.ts';

/** The other administrators are notified of every new administrator, in whichever way that user became one. */
let app: TestApp;
let tenant: TestTenant;
let importing: Importing;
let other: TestUser;

beforeAll(async () => {
  ({ app, tenant, importing } = await startImporting());
  other = await makeUser(app, tenant, { roles: ['PowerUser'] });
});
afterAll(() => app.close());

const call = (method: string, path: string, body: object) => app.call(method, path, { token: importing.token, body });
const users = (path = '') => `/api/auth/tenants/${tenant.tenantId}/users${path}`;
const heard = async (kind = 'administratorsAdded') =>
  (await app.mails(other.mail)).filter((mail) => mail.kind === kind).map(({ text }) => text);
const rights = { roles: ['User', 'PowerUser'] };

it('one who is created as such, and one who is given the rights, once', async () => {
  const named = { familyName: 'New', givenName: 'One', status: 'active' };
  expect((await call('POST', users(), { userId: 'plain', ...named })).status).toBe(200);
  expect((await call('PUT', users('/plain'), { department: 'Sales' })).status).toBe(200);
  expect(await heard()).toEqual([]);
  expect((await call('POST', users(), { userId: 'made', ...named, ...rights })).status).toBe(200);
  expect((await call('PUT', users('/plain'), rights)).status).toBe(200);
  expect((await call('PUT', users('/plain'), { department: 'Support' })).status).toBe(200);
  expect((await call('PUT', users('/made'), { roles: ['User'] })).status).toBe(200);
  const [first, second, ...more] = await heard();
  expect(first).toContain(`admin made made an administrator of ${tenant.name}`);
  expect(second).toContain('admin made plain an administrator');
  expect(more).toEqual([]);
});

it('whoever becomes one is signed out after 12 hours in all, as if they had signed in as one', async () => {
  const lasts = async ({ uuid }: TestUser) => {
    const { rows } = await app.owner.query('select expires_at - login_at as life from sessions where user_uuid = $1', [
      uuid,
    ]);
    return rows.map(({ life }) => 24 * (life.days ?? 0) + (life.hours ?? 0));
  };
  const [one, byFile, neighbour] = [
    await makeUser(app, tenant),
    await makeUser(app, tenant),
    await makeUser(app, tenant),
  ];
  for (const user of [one, byFile, neighbour]) await signIn(app, user);
  expect(await lasts(one)).toEqual([24]);
  expect((await call('PUT', users(`/${one.userId}`), rights)).status).toBe(200);
  const { importId } = await preview(importing, `operation,userId,roles\r\nupdate,${byFile.userId},User;PowerUser\r\n`);
  expect((await carryOut(importing, importId)).status).toBe('completed');
  expect([await lasts(one), await lasts(byFile), await lasts(neighbour)]).toEqual([[12], [12], [24]]);
});

it('those of a file, in one mail, and not they themselves', async () => {
  const member = await makeUser(app, tenant);
  const rows = ['operation,userId,roles', 'create,by-file,User;PowerUser', `update,${member.userId},User;PowerUser`];
  const { importId } = await preview(importing, `${[...rows, 'create,usual,User'].join('\r\n')}\r\n`);
  expect((await carryOut(importing, importId)).status).toBe('completed');
  const text = (await heard()).at(-1);
  expect(text).toContain('made 2 users administrators');
  expect(text).toContain(`by-file, ${member.userId}`);
  expect(text).not.toContain('usual');
  expect(await app.mails(member.mail)).toEqual([]);
});

it('who registers by a URL for administrators', async () => {
  const given = { expiresIn: 3600, usersLimit: 2, enabledDomains: ['club.example'] };
  const register = async (role: string, mailAddress: string) => {
    const url = await call('POST', '/api/portal/userRegisterUrl', { role, ...given });
    const code = new URL(url.body.url).searchParams.get('code') ?? '';
    await app.call('POST', '/api/auth/requestRegisterUser', { body: { code, mailAddress } });
    const exchangeCode = exchangeCodeIn((await mailsOfKind(app, mailAddress, 'selfRegistration'))[0]);
    const opened = await app.call('POST', '/api/auth/registerUser/open', { body: { exchangeCode } });
    const userInfo = { familyName: 'Sato', givenName: 'Yui', password: PASSWORD };
    const body = { temporaryCode: opened.body.temporaryCode, userInfo };
    expect((await app.call('POST', '/api/auth/registerUser', { body })).status).toBeLessThan(300);
  };
  await register('User', 'usual@club.example');
  expect(await heard('administratorRegistered')).toEqual([]);
  await register('PowerUser', 'chief@club.example');
  const [text] = await heard('administratorRegistered');
  expect(text).toContain('chief used a registration link from admin');
  expect((await app.mails('chief@club.example')).map(({ kind }) => kind)).not.toContain('administratorRegistered');
});
