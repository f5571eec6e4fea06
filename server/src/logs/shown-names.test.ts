import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OperationLogEntry } from '#contract/logs/logs-fields.ts';
import type { TestApp } from '#test/app.ts';
import type { TestTenant } from '#test/factories.ts';
import { carryOut, type Importing, preview, startImporting } from '#test/imports.ts';
import { makeLicense, makeOperator, makeService } from '#test/services.ts';

/** Whatever name the log shows, its search finds the row by it. */

let app: TestApp;
let tenant: TestTenant;
let importing: Importing;
beforeAll(async () => {
  ({ app, tenant, importing } = await startImporting());
});
afterAll(() => app.close());

async function call(method: string, path: string, body?: object) {
  const answer = await app.call(method, `/api/auth/tenants/${tenant.tenantId}${path}`, {
    token: importing.token,
    ...(body && { body }),
  });
  expect([method, path, answer.status < 300]).toEqual([method, path, true]);
  return answer.body;
}

async function search(condition: object): Promise<OperationLogEntry[]> {
  return (await call('POST', '/operations/search/logs/systemOperation', { condition, count: 100 })).results;
}
const typesOf = async (keyword: string, language?: string) =>
  (await search({ keyword, ...(language && { language }) })).map(({ type }) => type);

it('tags, apps and groups, also when they are gone', async () => {
  const tag = await call('POST', '/tags', { name: 'Night crew' });
  const { clientId } = await call('POST', '/oauthClients', {
    ...{ name: 'Rota planner', redirectUris: ['https://rota.example/callback'], scopes: ['openid'] },
  });
  const group = await call('POST', '/groups', { groupId: 'dock-7', name: 'Loading dock' });
  expect(await typesOf('NIGHT crew')).toEqual(['tag.created']);
  expect(await typesOf('rota plan')).toEqual(['oauthClient.created']);
  // As it is shown: with its ID.
  expect(await typesOf('dock-7')).toEqual(['group.created']);
  await call('DELETE', `/tags/${tag.uuid}`);
  await call('DELETE', `/oauthClients/${clientId}`);
  await call('DELETE', `/groups/${group.uuid}`);
  // With all that happened to them before.
  expect(await typesOf('night crew')).toEqual(['tag.deleted', 'tag.created']);
  expect(await typesOf('rota plan')).toEqual(['oauthClient.deleted', 'oauthClient.created']);
  expect(await typesOf('loading dock')).toEqual(['group.deleted', 'group.created']);
  expect(await typesOf('DOCK-7')).toEqual(['group.deleted', 'group.created']);
});

it('deleted SAML connections, also of a name that is on more deletions than are listed', async () => {
  const values = { entityId: 'https://idp.harbour.example', ssoUrl: 'https://idp.harbour.example/sso' };
  await call('POST', '/samls', { samlId: 'harbour', displayName: 'Harbour login', ...values });
  await call('DELETE', '/samls/harbour');
  expect(await typesOf('harbour login')).toEqual(['samlConnection.deleted', 'samlConnection.created']);
  const write = `insert into system_operation_log (tenant_id, at, id, operation, type, action, status, operator_user_id,
      target_type, target_id, changes)
    select $1, now() - interval '1 hour', gen_random_uuid(), 'delete', 'tag.deleted', 'DELETE /x', 'success', 'tidy',
      'tag', gen_random_uuid()::text, '{"name": {"before": "Harbour login"}}' from generate_series(1, 201)`;
  await app.owner.query(write, [tenant.tenantId]);
  expect((await typesOf('harbour login'))[0]).toBe('samlConnection.deleted');
});

it('users who were deleted for good, by ID and by name in both orders', async () => {
  const { uuid } = await call('POST', '/users', { userId: 'ines.k', familyName: 'Kowalska', givenName: 'Inês' });
  await call('DELETE', '/users/ines.k');
  const before = ['user.deleted', 'user.created'];
  expect(await typesOf('kowalska inês')).toEqual(before);
  await call('DELETE', `/deletedUsers/${uuid}`);
  for (const keyword of ['Inês Kowalska', 'kowalska in', 'ines.k'])
    expect([keyword, await typesOf(keyword)]).toEqual([keyword, ['user.purged', ...before]]);
});

it('one deleted group among thousands, a month ago', async () => {
  const write = `insert into system_operation_log (tenant_id, at, id, operation, type, action, status, operator_user_id,
      target_type, target_id, changes)
    select $1, now() - n * interval '5 minutes', gen_random_uuid(), 'delete', 'group.deleted', 'DELETE /x', 'success', 'tidy',
      'group', gen_random_uuid()::text, jsonb_build_object('name', jsonb_build_object('before',
        case when n = 5000 then 'Lighthouse keepers' else 'Team ' || n end)) from generate_series(1, 5000) n`;
  await app.owner.query(write, [tenant.tenantId]);
  const ask = (keyword: string) =>
    call('POST', '/operations/search/logs/systemOperation', {
      condition: { keyword },
      count: 100,
      periodType: 'days35',
    });
  const found = await ask('lighthouse');
  expect([found.results.length, found.searchedTo, found.totalResults]).toEqual([1, undefined, 1]);
  // More than can be listed: from the newest on.
  const many = await ask('team 1');
  expect([many.results.length, many.next !== undefined]).toEqual([100, true]);
  expect(await typesOf('team 4999')).toEqual(['group.deleted']);
});

/** Users who were deleted, and then deleted for good, some minutes apart; other things happened between. */
async function deleteUsers(count: number, familyName: string): Promise<void> {
  const write = `insert into system_operation_log (tenant_id, at, id, operation, type, action, status, operator_user_id,
      target_type, target_id, changes)
    select $1, now() - n * interval '1 minute' - (type = 'user.deleted')::integer * interval '1 hour', gen_random_uuid(),
      'delete', type, 'DELETE /x', 'success', 'tidy', 'user', lpad(to_hex(n), 8, '0') || $4,
      jsonb_build_object('familyName', jsonb_build_object('before', $3::text), 'userId', jsonb_build_object('before', 'u' || n))
    from generate_series(1, $2::integer) n, unnest(array['user.deleted', 'user.purged']) type`;
  const rest = `-0000-4000-8000-${familyName.length.toString(16).padStart(12, '0')}`;
  await app.owner.query(write, [tenant.tenantId, count, familyName, rest]);
}

it.each([
  ['a few', 'Okonkwo', 60],
  ['many', 'Lindqvist', 95],
  ['more than are listed', 'Papadopoulos', 130],
])('a name that %s deleted users had', async (_, name, count) => {
  await deleteUsers(count, name);
  const found: string[] = [];
  for (let cursor: string | undefined, page = 0; page < 10; page += 1) {
    const answer = await call('POST', '/operations/search/logs/systemOperation', {
      condition: { keyword: name.toLowerCase() },
      count: 100,
      ...(cursor && { cursor }),
    });
    found.push(...answer.results.map(({ type }: OperationLogEntry) => type));
    cursor = answer.next;
    if (!cursor) break;
  }
  expect(found.filter((type) => type === 'user.deleted').length).toBe(count);
  expect(found.filter((type) => type === 'user.purged').length).toBe(count);
});

it('a name that more users have than are listed, by what was done to them and by what they did', async () => {
  const write = `insert into users (tenant_id, uuid, user_id, family_name, given_name)
    select $1, gen_random_uuid(), 'shared' || n, 'Nakagawa', 'Mei' from generate_series(1, 60) n returning uuid`;
  const { rows } = await app.owner.query<{ uuid: string }>(write, [tenant.tenantId]);
  const uuid = rows[0]?.uuid;
  await app.owner.query(
    `insert into system_operation_log (tenant_id, at, id, operation, type, action, status, operator_user_id, operator_uuid,
       target_type, target_id)
     values ($1, now(), gen_random_uuid(), 'update', 'user.changed', 'x', 'success', 'tidy', null, 'user', $2),
       ($1, now(), gen_random_uuid(), 'create', 'tag.created', 'x', 'success', 'shared1', $2::uuid, 'tag', 'not a uuid'),
       ($1, now(), gen_random_uuid(), 'update', 'user.changed', 'x', 'success', 'tidy', null, 'user', 'not a uuid')`,
    [tenant.tenantId, uuid],
  );
  expect((await typesOf('mei nakagawa')).sort()).toEqual(['tag.created', 'user.changed']);
});

it('licenses by the names of their apps, in the language of the reader', async () => {
  const operate = await makeOperator(app);
  const serviceClass = await makeService(operate, { names: { en: 'Plotter hub', ja: '図面ハブ' } });
  const licenseId = await makeLicense(operate, tenant.tenantId, { serviceClass });
  expect(await typesOf('plotter')).toEqual(['license.created']);
  expect(await typesOf('図面ハブ', 'ja')).toEqual(['license.created']);
  expect(await typesOf(licenseId)).toEqual(['license.created']);
  const [english] = await search({ targetType: 'license' });
  expect(english?.targetNamed).toMatchObject({ id: licenseId, name: 'Plotter hub', exists: true });
  const [japanese] = await search({ targetType: 'license', language: 'ja' });
  expect(japanese?.targetNamed).toMatchObject({ name: '図面ハブ' });
});

it('an import by its file, with what it came to; an undo has no name', async () => {
  await call('POST', '/users', { userId: 'there' });
  const lines = ['operation,userId,department', 'create,new-1,', 'create,new-2,', 'update,there,Sales'];
  const { importId } = await preview(importing, lines.join('\n'));
  await carryOut(importing, importId);
  const found = await search({ keyword: 'users.csv', grouped: true });
  expect(found.map(({ type }) => type)).toEqual(['userImport.ended', 'userImport.started', 'userImport.uploaded']);
  expect(found[0]?.changes).toEqual({ created: { after: 2 }, changed: { after: 1 } });

  const undo = await call('POST', `/userImports/${importId}/undo`);
  await expect.poll(async () => (await call('GET', `/userImports/${undo.importId}`)).status).toBe('previewed');
  await carryOut(importing, undo.importId);
  const [ended] = await search({ targetType: 'userImport' });
  expect([ended?.type, ended?.changes, ended?.targetNamed?.name]).toEqual([
    'userImport.ended',
    { changed: { after: 1 }, deleted: { after: 2 } },
    '',
  ]);
  expect((await search({ keyword: 'users.csv', grouped: true })).map(({ targetId }) => targetId)).not.toContain(
    undo.importId,
  );
});

it('the system by its name', async () => {
  const at = app.tools.clock();
  await app.owner.query(
    `insert into system_operation_log (tenant_id, at, id, operation, type, action, status, operator_user_id)
     values ($1, $2, gen_random_uuid(), 'update', 'user.lockEnded', 'lock', 'success', 'system')`,
    [tenant.tenantId, at],
  );
  expect(await typesOf('システム', 'ja')).toContain('user.lockEnded');
});

it('identity providers and APIs, by their present names too', async () => {
  const openid = { opId: 'pier', issuer: 'https://pier.example', clientId: 'c', clientSecret: 's' };
  await call('POST', '/oidcs', { ...openid, displayName: 'Pier sign-in' });
  await call('PUT', '/oidcs/pier', { displayName: 'Pier sign-in', clientId: 'other' });
  await call('PUT', '/oidcs/pier', { displayName: 'Quay sign-in', clientId: 'other' });
  const scopes = [{ name: 'stock.read', description: 'Read the stock' }];
  const audience = `api://${tenant.tenantId}/stock`;
  const api = await call('POST', '/oauthApis', { name: 'Stock', audience, scopes });
  await call('PUT', `/oauthApis/${api.apiId}`, { name: 'Warehouse stock', scopes });
  const shown = async (keyword: string) =>
    (await search({ keyword })).map(({ type, targetNamed }) => [type, targetNamed?.name]);
  // None of the first two rows says it.
  expect(await shown('quay sign-in')).toEqual([
    ['openidConnection.changed', 'Quay sign-in'],
    ['openidConnection.changed', 'Quay sign-in'],
    ['openidConnection.created', 'Quay sign-in'],
  ]);
  expect(await shown('warehouse stock')).toEqual([
    ['oauthApi.changed', 'Warehouse stock'],
    ['oauthApi.created', 'Warehouse stock'],
  ]);
  const mole = { entityId: 'https://mole.example', ssoUrl: 'https://mole.example/sso', displayName: 'Mole login' };
  await call('POST', '/samls', { samlId: 'mole', ...mole });
  await call('PUT', '/samls/mole', { ...mole, ssoUrl: 'https://mole.example/other' });
  expect(await shown('mole login')).toEqual([
    ['samlConnection.changed', 'Mole login'],
    ['samlConnection.created', 'Mole login'],
  ]);
});
