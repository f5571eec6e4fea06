import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, type SignedIn, signIn, type TestTenant, type TestUser } from '#test/factories.ts';

let app: TestApp;
let tenant: TestTenant;
let administrator: TestUser;
let signedIn: SignedIn;
beforeAll(async () => {
  app = await sharedTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  tenant = await makeTenant(app);
  administrator = await makeUser(app, tenant, { roles: ['PowerUser'] });
  signedIn = await signIn(app, administrator);
});

const path = () => `/api/auth/tenants/${tenant.tenantId}`;
const read = () => app.call('GET', path(), { token: signedIn.token });
const save = (securityPolicy: unknown, securityPolicyVersion?: unknown, token = signedIn.token) =>
  app.call('PUT', path(), { token, body: { securityPolicy, securityPolicyVersion } });
const versions = (query = '') =>
  app.call('GET', `${path()}/securityPolicy/versions${query}`, { token: signedIn.token });

describe('saving a policy', () => {
  it('changes the fields it names, counts the version and tells who changed what', async () => {
    expect((await read()).body).toMatchObject({
      securityPolicy: { passwordPolicy: { minLength: 8, history: 0, expiresAfterDays: null } },
      securityPolicyVersion: 0,
    });
    const saved = await save({ passwordPolicy: { minLength: 12 }, sessionPolicy: { idleMinutes: 60 } }, 0);
    expect(saved.body).toMatchObject({
      securityPolicy: {
        passwordPolicy: { minLength: 12, history: 0 },
        sessionPolicy: { idleMinutes: 60, absoluteMinutes: 1440 },
      },
      securityPolicyVersion: 1,
    });
    await save({ passwordPolicy: { history: 5 } }, 1);
    expect((await read()).body.securityPolicy.passwordPolicy).toMatchObject({ minLength: 12, history: 5 });
    const { body } = await versions();
    expect(body).toMatchObject({ totalResults: 2, itemsPerPage: 20 });
    expect(body.results).toEqual([
      expect.objectContaining({
        version: 2,
        operatorUserId: administrator.userId,
        operatorUuid: administrator.uuid,
        changes: { 'passwordPolicy.history': { before: 0, after: 5 } },
      }),
      expect.objectContaining({
        version: 1,
        changes: {
          'passwordPolicy.minLength': { before: 8, after: 12 },
          'sessionPolicy.idleMinutes': { before: 720, after: 60 },
        },
      }),
    ]);
    expect((await versions('?page=2&count=1')).body.results.map(({ version }: { version: number }) => version)).toEqual(
      [1],
    );
    expect((await versions('?page=9')).body.results).toEqual([]);
    const { rows } = await app.owner.query(
      "select changes from system_operation_log where tenant_id = $1 and target_type = 'tenant' order by at, id",
      [tenant.tenantId],
    );
    expect(rows[1].changes).toEqual({ 'securityPolicy.passwordPolicy.history': { before: 0, after: 5 } });
  });

  it('over an older version is refused and overwrites nothing', async () => {
    const second = await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] }));
    await save({ passwordPolicy: { minLength: 12 } }, 0);
    const refused = await save({ passwordPolicy: { minLength: 20 } }, 0, second.token);
    expect([refused.status, refused.body[0].message_id]).toEqual([409, 'policy_changed']);
    expect((await save({ accountLockPolicy: { failures: 3 } }, 7, second.token)).status).toBe(409);
    expect((await read()).body).toMatchObject({
      securityPolicy: { passwordPolicy: { minLength: 12 }, accountLockPolicy: { failures: 10 } },
      securityPolicyVersion: 1,
    });
  });

  it('by many at once makes one version', async () => {
    const answers = await Promise.all(
      [11, 12, 13, 14, 15].map((minLength) => save({ passwordPolicy: { minLength } }, 0)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect((await versions()).body.totalResults).toBe(1);
  });

  it('as it is makes no version', async () => {
    const same = await save({ passwordPolicy: { minLength: 8 }, sessionPolicy: {} }, 0);
    expect([same.status, same.body.securityPolicyVersion]).toEqual([200, 0]);
    expect((await versions()).body.results).toEqual([]);
  });

  it.each([
    [{ passwordPolicy: { minLength: 7 } }, 'securityPolicy.passwordPolicy.minLength'],
    [{ passwordPolicy: { minLength: 65 } }, 'securityPolicy.passwordPolicy.minLength'],
    [{ passwordPolicy: { minLength: '12' } }, 'securityPolicy.passwordPolicy.minLength'],
    [{ passwordPolicy: { minLength: null } }, 'securityPolicy.passwordPolicy.minLength'],
    [{ passwordPolicy: { history: 25 } }, 'securityPolicy.passwordPolicy.history'],
    [{ passwordPolicy: { expiresAfterDays: 0 } }, 'securityPolicy.passwordPolicy.expiresAfterDays'],
    [{ passwordPolicy: { expiresAfterDays: 1000 } }, 'securityPolicy.passwordPolicy.expiresAfterDays'],
    [{ accountLockPolicy: { failures: 100 } }, 'securityPolicy.accountLockPolicy.failures'],
    [{ accountLockPolicy: { enabled: 'yes' } }, 'securityPolicy.accountLockPolicy.enabled'],
    [{ sessionPolicy: { idleMinutes: 4 } }, 'securityPolicy.sessionPolicy.idleMinutes'],
    [{ passwordPolicy: { commonPasswords: false } }, 'commonPasswords'],
    [{ passwordPolicy: [] }, 'securityPolicy.passwordPolicy'],
    [{ elsewhere: {} }, 'elsewhere'],
    ['strict', 'securityPolicy'],
  ])('%j is refused at its field', async (policy, field) => {
    const answer = await save(policy, 0);
    expect([answer.status, answer.body[0].message_id, answer.body[0].field]).toEqual([400, 'invalid_params', field]);
  });

  it.each([
    [{ passwordPolicy: { minUppercase: 5, minSpecial: 4 } }, 'securityPolicy.passwordPolicy.minLength'],
    [{ sessionPolicy: { absoluteMinutes: 60 } }, 'securityPolicy.sessionPolicy.idleMinutes'],
  ])('%j contradicts a field it leaves as it is', async (policy, field) => {
    const answer = await save(policy, 0);
    expect([answer.status, answer.body[0].message_id, answer.body[0].field]).toEqual([
      400,
      'contradicting_policy',
      field,
    ]);
    expect((await read()).body.securityPolicyVersion).toBe(0);
  });

  it.each([[undefined], [-1], ['1'], [1.5]])('over the version %j is refused', async (version) => {
    const answer = await save({ passwordPolicy: { minLength: 12 } }, version);
    expect([answer.status, answer.body[0].field]).toEqual([400, 'securityPolicyVersion']);
  });
});
