import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, type SignedIn, signIn, type TestUser } from '#test/factories.ts';

let app: TestApp;
let user: TestUser;
let colleague: TestUser;
let stranger: TestUser;
let signed: SignedIn;
beforeAll(async () => {
  app = await sharedTestApp();
  const tenant = await makeTenant(app);
  [user, colleague] = [await makeUser(app, tenant, { userId: 'Hanako' }), await makeUser(app, tenant)];
  stranger = await makeUser(app, await makeTenant(app));
  signed = await signIn(app, user);
});
afterAll(() => app.close());

const ids = (from: number, count: number) => Array.from({ length: count }, (_, at) => `app-${from + at}`);
const pathOf = ({ tenantId, userId }: Pick<TestUser, 'tenantId' | 'userId'>) =>
  `/api/portal/tenants/${tenantId}/users/${encodeURIComponent(userId)}`;
const read = (of = user) => app.call('GET', pathOf(of), { token: signed.token });
const put = (appExtension: unknown, of: Pick<TestUser, 'tenantId' | 'userId'> = user) =>
  app.call('PUT', pathOf(of), { token: signed.token, body: { appExtension } });

describe('what a person hides', () => {
  it('is kept in two lists of ten ids, and told by GET /me', async () => {
    expect((await read()).body).toEqual({
      tenantId: user.tenantId,
      userId: 'Hanako',
      uuid: user.uuid,
      appExtension: {},
    });
    const lists = { hiddenNavigation1: ids(1, 10).join(','), hiddenNavigation2: ids(11, 10).join(',') };
    expect((await put(lists)).body.appExtension).toEqual(lists);
    const me = await app.call('GET', '/api/auth/me', { token: signed.token });
    expect(me.body.appExtension).toEqual(lists);
  });

  it('stays where nothing is said of it; an empty list shows all again', async () => {
    const answer = await put({ hiddenNavigation2: '', hiddenServices: ['print-flow'] });
    expect(answer.body.appExtension).toEqual({
      hiddenNavigation1: ids(1, 10).join(','),
      hiddenNavigation2: '',
      hiddenServices: ['print-flow'],
    });
    expect((await put({ hiddenServices: [] }, { ...user, userId: 'hanako' })).body.appExtension.hiddenServices).toEqual(
      [],
    );
  });

  it('is written to the log with before and after', async () => {
    await put({ hiddenServices: ['scan-box'] });
    const { rows } = await app.owner.query(
      "select * from system_operation_log where tenant_id = $1 and action like 'PUT /api/portal%' order by at desc limit 1",
      [user.tenantId],
    );
    expect(rows[0]).toMatchObject({ operation: 'update', target_type: 'user', target_id: user.uuid });
    expect(rows[0].changes.appExtension).toMatchObject({
      before: { hiddenServices: [] },
      after: { hiddenServices: ['scan-box'] },
    });
  });
});

describe('what is refused', () => {
  it.each([
    ['eleven in a list', { hiddenNavigation1: ids(1, 11).join(',') }],
    ['one twice', { hiddenNavigation2: 'a,a' }],
    ['an id with a space', { hiddenNavigation1: 'a, b' }],
    ['an id that is too long', { hiddenNavigation1: 'x'.repeat(71) }],
    ['a list that is none', { hiddenNavigation1: ['a'] }],
    ['too many services', { hiddenServices: ids(1, 201) }],
    ['a service twice', { hiddenServices: ['a', 'a'] }],
    ['other keys', { theme: 'dark' }],
  ])('%s', async (_, appExtension) => {
    const answer = await put(appExtension);
    expect([answer.status, answer.body[0].message_id]).toEqual([400, 'invalid_params']);
  });

  it('colleagues, other tenants’ users and nobody, all alike', async () => {
    const others = [colleague, stranger, { ...user, userId: 'nobody' }, { ...stranger, tenantId: user.tenantId }];
    for (const other of others) {
      for (const answer of [await read(other), await put({ hiddenServices: ['a'] }, other)]) {
        expect([answer.status, answer.body[0].message_id]).toEqual([404, 'not_found']);
      }
    }
  });
});
