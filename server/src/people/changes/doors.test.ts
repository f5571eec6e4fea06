import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '#test/app.ts';
import { makeUser, type TestTenant, type TestUser } from '#test/factories.ts';
import {
  carryOut,
  confirm,
  type Importing,
  preview,
  reasonsOf,
  sendForm,
  startImporting,
  untilImport,
} from '#test/imports.ts';

/** The same change is refused with the same error whichever way it comes: form, file, JSON, many at once, or undo. */

let app: TestApp;
let tenant: TestTenant;
let importing: Importing;
let count = 0;
beforeAll(async () => {
  ({ app, tenant, importing } = await startImporting());
});
afterAll(() => app.close());

const call = (method: string, path: string, body?: object) =>
  app.call(method, `/api/auth/tenants/${tenant.tenantId}${path}`, { token: importing.token, ...(body && { body }) });
async function done(answer: ReturnType<typeof call>) {
  const { status, body } = await answer;
  expect([status, status < 300 ? '' : body]).toEqual([status < 300 ? status : 200, '']);
  return body;
}

/** A change as each way has it. */
interface Change {
  operation: 'create' | 'update';
  userId: string;
  given: Record<string, unknown>;
}

/**
 * `field error`, of the first reason. Without places in lists, which only a form has, and without the user ID, at which a
 * file reports what is wrong with a row as a whole.
 */
type Refusal = string;
const wordedAs = (field: string, id: string): Refusal => `${field.replace(/\.\d+\..*|^userId$/, '')} ${id}`.trim();
const refusalOf = ({ status, body }: Awaited<ReturnType<typeof call>>): Refusal => {
  expect(status).toBeGreaterThanOrEqual(400);
  return wordedAs(body[0].field ?? '', body[0].message_id);
};
const refusalIn = async (importId: string): Promise<Refusal> => {
  const [, field = '', id = ''] = (await reasonsOf(importing, importId))[0]?.split(' ') ?? [];
  return wordedAs(field, id);
};

const cellOf = (value: unknown): string =>
  Array.isArray(value) ? value.map(({ groupId }) => groupId).join(';') : String(value ?? '');
const fileOf = ({ operation, userId, given }: Change) =>
  [
    `operation,userId,${Object.keys(given).join(',')}`,
    `${operation},${userId},${Object.values(given).map(cellOf).join(',')}`,
  ].join('\n');

async function byJson({ operation, userId, given }: Change): Promise<Refusal> {
  const file = JSON.stringify([{ operation, userId, ...given }]);
  const path = '/api/auth/operations/forEachWithOperation';
  const { importId } = await done(sendForm(importing, path, { preview: 'true' }, file));
  await untilImport(importing, importId, ['previewed']);
  return refusalIn(importId);
}

/** Each way to make a change; `hinder` makes it impossible. */
const ways: Record<string, (change: Change, hinder: () => Promise<unknown>) => Promise<Refusal>> = {
  form: async ({ operation, userId, given }, hinder) => {
    await hinder();
    return refusalOf(
      await (operation === 'create'
        ? call('POST', '/users', { userId, ...given })
        : call('PUT', `/users/${userId}`, given)),
    );
  },
  'file that is previewed': async (change, hinder) => {
    await hinder();
    return refusalIn((await preview(importing, fileOf(change))).importId);
  },
  'file that is applied': async (change, hinder) => {
    const { importId, counts } = await preview(importing, fileOf(change));
    expect(counts).toMatchObject({ wrong: 0, [change.operation]: 1 });
    await hinder();
    await confirm(importing, importId);
    expect((await untilImport(importing, importId, ['completed'])).counts).toMatchObject({ wrong: 1 });
    return refusalIn(importId);
  },
  JSON: async (change, hinder) => {
    await hinder();
    return byJson(change);
  },
};

interface Case {
  refusal: Refusal;
  /** What the user has, takes back, and is then refused. */
  given(user: TestUser): Record<string, unknown>;
  without: Record<string, unknown>;
  hinder(user: TestUser): Promise<unknown>;
}

const groupOf = ({ userId }: TestUser) => `group-of-${userId}`;
const cases: Record<string, Case> = {
  'an address of another user': {
    refusal: 'loginMailAddress duplicated_params_loginMailAddress',
    given: ({ mail }) => ({ loginMailAddress: mail }),
    without: { loginMailAddress: null },
    hinder: ({ userId, mail }) => done(call('POST', '/users', { userId: `has-${userId}`, loginMailAddress: mail })),
  },
  'an address that is a further one of another user': {
    refusal: 'loginMailAddress duplicated_params_loginMailAddress',
    given: ({ mail }) => ({ loginMailAddress: mail }),
    without: { loginMailAddress: null },
    hinder: ({ userId, mail }) => done(call('POST', '/users', { userId: `has-${userId}`, mailAddresses: [mail] })),
  },
  'a group that is not there': {
    refusal: 'groups invalid_params_groups.groupId',
    given: (user) => ({ groups: [{ groupId: groupOf(user) }] }),
    without: { groups: [] },
    hinder: async (user) => {
      const sql = 'select uuid from groups where tenant_id = $1 and group_id = $2';
      const { rows } = await app.owner.query(sql, [tenant.tenantId, groupOf(user)]);
      await done(call('DELETE', `/groups/${rows[0].uuid}`));
    },
  },
  'a group that a source keeps': {
    refusal: 'groups forbidden',
    given: (user) => ({ groups: [{ groupId: groupOf(user) }] }),
    without: { groups: [] },
    hinder: (user) =>
      app.owner.query("update groups set source = 'scim' where tenant_id = $1 and group_id = $2", [
        tenant.tenantId,
        groupOf(user),
      ]),
  },
  'a field that the source keeps': {
    refusal: 'department forbidden',
    given: () => ({ department: 'Sales' }),
    without: { department: '' },
    hinder: ({ uuid }) => app.owner.query("update users set source = 'scim' where uuid = $1", [uuid]),
  },
  'an address that the source keeps': {
    refusal: 'loginMailAddress forbidden',
    given: ({ mail }) => ({ loginMailAddress: mail }),
    without: { loginMailAddress: null },
    hinder: ({ uuid }) => app.owner.query("update users set source = 'jit' where uuid = $1", [uuid]),
  },
};

/** A user who had what is given, and has it no more. */
async function prepare({ given, without }: Case): Promise<{ user: TestUser; change: Change }> {
  const user = await makeUser(app, tenant);
  const wanted = given(user);
  if (wanted.groups) await done(call('POST', '/groups', { groupId: groupOf(user), name: 'A group' }));
  if (!wanted.loginMailAddress) await done(call('PUT', `/users/${user.userId}`, wanted));
  await done(call('PUT', `/users/${user.userId}`, without));
  return { user, change: { operation: 'update', userId: user.userId, given: wanted } };
}

describe.each(Object.entries(cases))('%s', (_, one) => {
  it.each(Object.keys(ways))('is refused to a %s', async (way) => {
    const { user, change } = await prepare(one);
    expect(await ways[way]?.(change, () => one.hinder(user))).toBe(one.refusal);
  });

  it('is refused to an undo', async () => {
    const { user } = await prepare(one);
    const search = { targetType: 'user', targetId: user.uuid };
    const [entry] = (await done(call('POST', '/operations/search/logs/systemOperation', search))).results;
    await one.hinder(user);
    const { importId } = await done(call('POST', `/users/${user.userId}/history/${entry.id}/undo`));
    expect(await refusalIn(importId)).toBe(one.refusal);
  });
});

const newUsers: Record<string, { refusal: Refusal; given?: object; hinder(userId: string): Promise<unknown> }> = {
  'a user ID that is taken': {
    refusal: 'duplicated_params_userId',
    hinder: (userId) => done(call('POST', '/users', { userId: userId.toUpperCase() })),
  },
  'an address that is taken': {
    refusal: 'loginMailAddress duplicated_params_loginMailAddress',
    given: { loginMailAddress: 'U@taken.example' },
    hinder: (userId) =>
      done(call('POST', '/users', { userId: `has-${userId}`, loginMailAddress: `${userId}@TAKEN.example` })),
  },
  'a user beyond the limit': {
    refusal: 'over_user_limit',
    hinder: () =>
      app.owner.query(
        'update tenants set user_limit = (select count(*) from users u where u.tenant_id = $1) where tenant_id = $1',
        [tenant.tenantId],
      ),
  },
};

describe.each(Object.entries(newUsers))('%s', (_, { refusal, given = { familyName: 'New' }, hinder }) => {
  it.each(Object.keys(ways))('is refused to a %s', async (way) => {
    const userId = `new-${++count}`;
    const change = {
      operation: 'create' as const,
      userId,
      given: JSON.parse(JSON.stringify(given).replaceAll('U@', `${userId}@`)),
    };
    try {
      expect(await ways[way]?.(change, () => hinder(userId))).toBe(refusal);
    } finally {
      await app.owner.query('update tenants set user_limit = null where tenant_id = $1', [tenant.tenantId]);
    }
  });
});

it('a group that is not there is refused to new users, at its place in a form', async () => {
  await done(call('POST', '/groups', { groupId: 'There', name: 'There' }));
  const given = { groups: [{ groupId: 'there' }, { groupId: 'nowhere' }] };
  const answer = await call('POST', '/users', { userId: 'lost', ...given });
  expect(answer.body[0]).toMatchObject({ message_id: 'invalid_params_groups.groupId', field: 'groups.1.groupId' });
  const change = { operation: 'create' as const, userId: 'lost', given };
  expect(await byJson(change)).toBe('groups invalid_params_groups.groupId');
  expect(await refusalIn((await preview(importing, fileOf(change))).importId)).toBe(
    'groups invalid_params_groups.groupId',
  );
});

it('a user who is not there is refused to a form, a file, JSON and many at once', async () => {
  const change = { operation: 'update' as const, userId: 'nobody', given: { department: 'Sales' } };
  expect(refusalOf(await call('PUT', '/users/nobody', change.given))).toBe('not_found');
  expect(await refusalIn((await preview(importing, fileOf(change))).importId)).toBe('not_found');
  expect(await byJson(change)).toBe('not_found');
  const { failures } = await done(call('POST', '/operations/users', { action: 'deactivate', userIds: ['nobody'] }));
  expect(failures).toEqual([{ userId: 'nobody', message_id: 'not_found' }]);
});

it('a user who was changed meanwhile is refused to a form, a file and an undo, at the field', async () => {
  const user = await makeUser(app, tenant);
  const put = (body: object) => call('PUT', `/users/${user.userId}`, body);
  await done(put({ department: 'One' }));
  const change = { operation: 'update' as const, userId: user.userId, given: { department: 'Two' } };
  const { importId } = await preview(importing, fileOf(change));
  const search = { targetType: 'user', targetId: user.uuid };
  const [entry] = (await done(call('POST', '/operations/search/logs/systemOperation', search))).results;
  await done(put({ department: 'Other' }));
  expect(refusalOf(await put({ ...change.given, expected: { department: 'One' } }))).toBe('department conflict');
  await carryOut(importing, importId);
  expect(await refusalIn(importId)).toBe('department conflict');
  const undo = await done(call('POST', `/users/${user.userId}/history/${entry.id}/undo`));
  expect(await refusalIn(undo.importId)).toBe('department conflict');
});

it('the last administrator stays one, by a form and by a file', async () => {
  const change = { operation: 'update' as const, userId: 'admin', given: { roles: 'User' } };
  expect(refusalOf(await call('PUT', '/users/admin', { roles: ['User'] }))).toBe('last_administrator');
  expect(await refusalIn((await preview(importing, fileOf(change))).importId)).toBe('last_administrator');
});
