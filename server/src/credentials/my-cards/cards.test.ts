import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn, type TestTenant } from '#test/factories.ts';

let app: TestApp;
let tenant: TestTenant;
beforeAll(async () => {
  app = await sharedTestApp();
  tenant = await makeTenant(app);
});
afterAll(() => app.close());

const list = (token: string) => app.call('GET', '/api/auth/me/cards', { token });
const add = (token: string, number: string, deviceType = 'PorticoMfp') =>
  app.call('POST', '/api/auth/me/cards', { token, body: { deviceType, number } });
const remove = (token: string, uuid: string) => app.call('DELETE', `/api/auth/me/cards/${uuid}`, { token });
const withPolicy = (onpremiseId: unknown) => makeTenant(app, { securityPolicy: { loginPolicy: { onpremiseId } } });

describe('cards', () => {
  it('are added with a place and a hint, kept unreadable, removed, and told of by mail', async () => {
    const user = await makeUser(app, tenant);
    const { token } = await signIn(app, user);
    expect((await list(token)).body).toMatchObject({
      enabled: true,
      allowCardEntry: true,
      deviceTypes: ['PorticoMfp', 'PorticoIwb', 'PorticoCB'],
      maxPerDeviceType: 10,
      totalResults: 0,
    });
    const first = await add(token, '01:2e-4c 5f 9a7b');
    expect([first.status, first.body]).toMatchObject([200, { deviceType: 'PorticoMfp', index: 1, hint: '9A7B' }]);
    expect((await add(token, '4711')).body).toMatchObject({ index: 2, hint: '11' });
    expect((await add(token, '012E4C5F9A7B', 'PorticoIwb')).body).toMatchObject({ index: 1 });
    expect((await list(token)).body.totalResults).toBe(3);
    expect((await remove(token, first.body.uuid)).status).toBe(204);
    expect((await remove(token, first.body.uuid)).status).toBe(404);
    expect((await add(token, 'cafe0001')).body.index).toBe(1);
    const kinds = (await app.mails(user.mail)).map(({ kind }) => kind);
    expect(kinds.sort()).toEqual(['cardAdded', 'cardAdded', 'cardAdded', 'cardAdded', 'cardRemoved']);
    const { rows } = await app.owner.query(
      'select to_jsonb(o) as card, (select jsonb_agg(changes) from system_operation_log) as log from onpremise_accounts o where user_uuid = $1',
      [user.uuid],
    );
    expect(JSON.stringify(rows)).not.toMatch(/012E4C5F9A7B|CAFE0001/i);
  });

  it('are at most ten a device type, also when twenty are added at once', async () => {
    const { token } = await signIn(app, await makeUser(app, tenant));
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => add(token, `AA${1000 + n}`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    for (const { status, body } of answers) if (status !== 200) expect(body[0].message_id).toBe('exceeded_cards');
    const indexes = (await list(token)).body.results.map(({ index }: { index: number }) => index);
    expect(indexes).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect((await add(token, 'BB1000', 'PorticoCB')).status).toBe(200);
  });

  it('belong to one person of the tenant', async () => {
    const [one, two] = [await signIn(app, await makeUser(app, tenant)), await signIn(app, await makeUser(app, tenant))];
    const mine = await add(one.token, 'dd-2000');
    const taken = await add(two.token, 'DD2000');
    expect([taken.status, taken.body[0]]).toMatchObject([
      409,
      { message_id: 'duplicated_params_onpremiseAccounts', field: 'number' },
    ]);
    const stranger = await signIn(app, await makeUser(app, await makeTenant(app)));
    expect((await add(stranger.token, 'DD2000')).status).toBe(200);
    for (const { token } of [two, stranger]) expect((await remove(token, mine.body.uuid)).status).toBe(404);
    expect((await list(one.token)).body.totalResults).toBe(1);
  });
});

describe('what is refused', () => {
  it.each([
    ['deviceType', '12345678', 'PorticoTheta'],
    ['deviceType', '12345678', 'porticomfp'],
    ['number', '123', 'PorticoMfp'],
    ['number', '1'.repeat(65), 'PorticoMfp'],
    ['number', '１２３４５', 'PorticoMfp'],
    ['number', '1234\u0000', 'PorticoMfp'],
  ])('%s: %j for %s', async (field, number, deviceType) => {
    const { token } = await signIn(app, await makeUser(app, tenant));
    const answer = await add(token, number, deviceType);
    expect([answer.status, answer.body[0]]).toMatchObject([400, { message_id: 'invalid_params', field }]);
  });

  it.each([[{ enabled: false }], [{ allowCardEntry: false }]])('any where the policy is %j', async (policy) => {
    const { token } = await signIn(app, await makeUser(app, await withPolicy(policy)));
    expect((await list(token)).body).toMatchObject(policy);
    expect((await add(token, '12345678')).body[0].message_id).toBe('forbidden');
  });
});
