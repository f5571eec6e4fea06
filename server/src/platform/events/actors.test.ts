import { afterAll, beforeAll, expect, it } from 'vitest';
import { SYSTEM } from '#contract/principals.ts';
import { newUuid } from '#server/platform/crypto/uuid.ts';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, type SignedIn, signIn, type TestTenant, type TestUser } from '#test/factories.ts';
import { operatorAct } from '#test/operator-act.ts';
import { FROM_NO_CALL, writeOperation, writeOperations } from './write.ts';

/** Every row says who did it, of whatever kind they are: those from before too, and those of one version back. */

let app: TestApp;
let tenant: TestTenant;
let person: TestUser;
let admin: SignedIn;

beforeAll(async () => {
  app = await sharedTestApp();
  tenant = await makeTenant(app);
  person = await makeUser(app, tenant, { roles: ['User', 'PowerUser'] });
  admin = await signIn(app, person);
});
afterAll(() => app.close());

const search = async (body: object) => {
  const path = `/api/auth/tenants/${tenant.tenantId}/operations/search/logs/systemOperation`;
  const answer = await app.call('POST', path, { token: admin.token, body });
  expect(answer.status).toBe(200);
  return answer.body.results as {
    action: string;
    actor: object;
    operatorUserId: string;
    operatorUuid: string | null;
  }[];
};

const entry = (targetId: string) => ({
  ...{ tenantId: tenant.tenantId, at: new Date(), operation: 'update' as const, action: 'PUT /somewhere' },
  ...{ ...FROM_NO_CALL, type: 'tag.changed' as const, targetId },
});

it('a person is named by uuid and user id', async () => {
  const path = `/api/auth/tenants/${tenant.tenantId}/tags`;
  expect((await app.call('POST', path, { token: admin.token, body: { name: 'told' } })).status).toBeLessThan(300);
  const [row] = await search({ condition: { targetType: 'tag' } });
  expect(row).toMatchObject({
    ...{ operatorUserId: person.userId, operatorUuid: person.uuid },
    actor: { type: 'person', id: person.uuid, name: person.userId },
  });
});

it.each([
  [{ type: 'operator', id: 'deploy', name: 'operator:deploy' } as const],
  [{ type: 'operator', id: 'cli:root', name: 'cli:root' } as const],
  [{ type: 'device', id: newUuid(), name: 'device:MFP-1' } as const],
  [{ type: 'source', id: 'okta', name: 'source:okta' } as const],
  [SYSTEM],
])('%j is told alike alone and among many, and has no uuid of a person', async (actor) => {
  const [one, many] = [newUuid(), newUuid()];
  await app.tools.db.inTenant(tenant.tenantId, async (tx) => {
    await writeOperation(tx, { ...entry(one), actor });
    const target = { type: 'tag.changed' as const, targetId: many };
    await writeOperations(tx, { ...entry(many), actor }, [target, target]);
  });
  for (const [targetId, rows] of [
    [one, 1],
    [many, 2],
  ] as const) {
    const told = await search({ targetType: 'tag', targetId });
    expect(told).toHaveLength(rows);
    expect(told).toMatchObject(Array(rows).fill({ actor, operatorUserId: actor.name, operatorUuid: null }));
  }
});

it('a command of the operator writes its row into the space it names', async () => {
  const act = operatorAct(app.tools.clock());
  const targetId = newUuid();
  const as = { tenantId: tenant.tenantId, operation: 'delete' } as const;
  await app.tools.db.inTenant(tenant.tenantId, (tx) => act.audit(tx, { type: 'tag.deleted', targetId }, as));
  expect(await search({ targetType: 'tag', targetId })).toMatchObject([
    {
      operation: 'delete',
      action: 'test',
      reason: 'a test asks for it',
      actor: { type: 'operator', name: 'cli:tests' },
    },
  ]);
  // Rows of another space are refused by the wall, whatever an act says of itself.
  const elsewhere = app.tools.db.inTenant(tenant.tenantId, (tx) => act.audit(tx, { type: 'tag.deleted' }));
  await expect(elsewhere).rejects.toThrow(/row-level security/);
});

it('rows without an actor are read by what they have', async () => {
  const targetId = newUuid();
  const uuid = newUuid();
  const old = async (operatorUuid: string | null, name: string) =>
    app.owner.query(
      `insert into system_operation_log (tenant_id, at, id, operation, action, status, operator_uuid, operator_user_id,
         target_type, target_id, changes, address, request_id, error_id, reason, client_request_id)
       values ($1, clock_timestamp(), gen_random_uuid(), 'update', 'PUT /old', 'success', $2, $3, 'tag', $4, '{}', null, '', null, null, null)`,
      [tenant.tenantId, operatorUuid, name, targetId],
    );
  const expected = [];
  for (const [operatorUuid, name, type, id] of [
    [uuid, 'taro', 'person', uuid],
    // A user may be called as an operator is; who has an account is a person.
    [uuid, 'operator:taro', 'person', uuid],
    [null, 'operator:deploy', 'operator', 'deploy'],
    [null, 'cli:root', 'operator', 'cli:root'],
    [null, 'device:MFP-1', 'device', null],
    [null, 'system', 'system', 'system'],
    [null, 'gone', 'person', null],
  ] as const) {
    await old(operatorUuid, name);
    expected.unshift({ actor: { type, id, name }, operatorUserId: name, operatorUuid });
  }
  expect(await search({ targetType: 'tag', targetId })).toMatchObject(expected);
  const found = await search({ condition: { targetType: 'tag', keyword: 'taro' } });
  const called = expected.filter(({ operatorUserId }) => operatorUserId.includes('taro'));
  expect(found.filter(({ action }) => action === 'PUT /old')).toMatchObject(called);
});
