import { afterAll, beforeAll, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn, type TestTenant } from '#test/factories.ts';
import { preview, reasonsOf } from '#test/imports.ts';

let app: TestApp;
let tenant: TestTenant;
let token: string;
beforeAll(async () => {
  app = await sharedTestApp('with jobs');
  await app.startWorker();
  tenant = await makeTenant(app);
  token = (await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] }))).token;
});
afterAll(() => app.close());

const post = (path: string, body: object) =>
  app.call('POST', `/api/auth/tenants/${tenant.tenantId}/${path}`, { token, body });
const found = async (keyword: string) =>
  (await post('operations/search/users', { condition: { keyword } })).body.results.map(
    ({ userId }: { userId: string }) => userId,
  );

it('people beyond the basic plane are kept, found by one character or more, and invited at odd addresses', async () => {
  const made = await post('users', {
    ...{ userId: 'yoshida', familyName: '𠮷田', givenName: 'ﾀﾛｳ' },
    ...{ department: '𩸽の会', loginMailAddress: 'name..@docomo.example', invite: true },
  });
  expect(made.body).toMatchObject({ familyName: '𠮷田', nextLoginMailAddress: 'name..@docomo.example' });
  await post('users', { userId: 'fulani', familyName: '𞤀𞤣𞤤𞤢𞤥' });
  await post('users', { userId: 'persian', familyName: 'می\u200cخواهم' });
  expect(await found('𠮷')).toEqual(['yoshida']);
  expect(await found('𠮷田')).toEqual(['yoshida']);
  expect(await found('𩸽')).toEqual(['yoshida']);
  // Without regard to capital letters, in this script too.
  expect(await found('𞤢𞤣𞤤𞤢')).toEqual(['fulani']);
  expect(await found('می\u200cخواهم')).toEqual(['persian']);
  expect((await app.mails('name..@docomo.example')).map(({ kind }) => kind)).toEqual(['invitation']);
});

it.each(['a\u202egnp.exe', 'Anna\u200b', 'a\u2066b', '\u3164', 'a\ue000'])('%j is no name', async (name) => {
  for (const [path, body] of [
    ['users', { userId: 'x', familyName: name }],
    ['users', { userId: 'x', givenName: name }],
    ['users', { userId: 'x', department: name }],
    ['groups', { groupId: 'x', name }],
    ['tags', { name }],
  ] as const) {
    const { status, body: errors } = await post(path, body);
    expect([path, status, errors[0]?.message_id]).toEqual([path, 400, 'invalid_params']);
  }
});

it('nor in a file, in any column that names somebody or something', async () => {
  const fields = ['familyName', 'givenName', 'department', 'location'];
  const names = ['a\u202egnp.exe', 'Anna\u200b', 'a\u2066b', '\u3164'];
  const rows = fields.map((field, at) => {
    const cells = fields.map((other) => (other === field ? names[at] : ''));
    return ['create', `row-${at}`, ...cells].join(',');
  });
  const shown = await preview(
    { app, tenantId: tenant.tenantId, token },
    [['operation', 'userId', ...fields].join(','), ...rows].join('\r\n'),
  );
  expect(shown).toMatchObject({ counts: { create: 0, wrong: 4 } });
  expect(await reasonsOf({ app, tenantId: tenant.tenantId, token }, shown.importId)).toEqual(
    fields.map((field, at) => `${at + 2} ${field} invalid_params`),
  );
});

it('groups and tags may have emoji in their names', async () => {
  expect((await post('groups', { groupId: 'party', name: '🎉 Party 👩\u200d💻' })).body.name).toBe(
    '🎉 Party 👩\u200d💻',
  );
  expect((await post('tags', { name: '❤\ufe0f' })).status).toBe(200);
});
