import { afterAll, beforeAll, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn } from '#test/factories.ts';
import { makeScim, USER } from '#test/scim.ts';

/** Whom a rule lets a source take over, shown before it is saved: what happens then is that. */

let app: TestApp;
beforeAll(async () => {
  app = await sharedTestApp();
});
afterAll(() => app.close());

it.each(['address', 'userId'] as const)('by %s: shows whom it takes over, and why not the others', async (adoption) => {
  const { tenant, admin, source, scim, create } = await makeScim(app);
  await app.owner.query(
    `insert into email_domains (tenant_id, uuid, domain, proof_value, proven_at, created_at)
     values ($1, gen_random_uuid(), 'contoso.example', 'x', now(), now())`,
    [tenant.tenantId],
  );
  const people = {
    taro: { mail: 'Taro@contoso.example' },
    foreign: { mail: 'foreign@elsewhere.example' },
    off: { mail: 'off@contoso.example', status: 'inactive' as const },
    boss: { mail: 'boss@contoso.example', roles: ['User', 'PowerUser'] as ('User' | 'PowerUser')[] },
    'svc-print': { mail: 'svc@contoso.example' },
    'agent:sync': { mail: 'agent@contoso.example' },
  };
  for (const [userId, more] of Object.entries(people)) await makeUser(app, tenant, { userId, ...more });
  const { userName: theirs } = await create('theirs@contoso.example');
  const path = `/api/auth/tenants/${tenant.tenantId}/provisioningSources/${source}`;
  const rule = { adoption, excludedUsers: [], excludedGroups: [], excludedPatterns: ['svc-*'] };
  const preview = async (more: object = {}, token = admin) =>
    app.call('POST', `${path}/adoption/preview`, { token, body: { ...rule, ...more } });
  const namesOf = async (kind: string) =>
    (await preview({ kind })).body.results.map(({ userId }: { userId: string }) => userId);
  const expected = adoption === 'address' ? ['taro'] : ['foreign', 'taro'];
  // The administrator who asks is one of two.
  const counts = { possible: expected.length, administrator: 2, elsewhere: 1, inactive: 1, excluded: 1 };
  expect((await preview()).body).toMatchObject({
    ...{ totalResults: expected.length, itemsPerPage: expected.length },
    counts: { ...counts, address: adoption === 'address' ? 1 : 0 },
  });
  expect(await namesOf('possible')).toEqual(expected);
  expect(await namesOf('inactive')).toEqual(['off']);
  expect(await namesOf('excluded')).toEqual(['svc-print']);
  if (adoption === 'address') expect(await namesOf('address')).toEqual(['foreign']);
  // What the directory then creates is taken over or refused as it was shown.
  expect((await app.call('PUT', path, { token: admin, body: rule })).status).toBe(200);
  const taken: string[] = [];
  for (const [userId, { mail }] of Object.entries(people)) {
    const made = await scim('POST', '/Users', { schemas: [USER], userName: userId, emails: [{ value: mail }] });
    if (made.status === 201) taken.push(userId);
  }
  expect(taken.sort()).toEqual(expected);
  expect(await namesOf('elsewhere')).toHaveLength(expected.length + (theirs ? 1 : 0));
  const stranger = await makeUser(app, await makeTenant(app), { roles: ['User', 'PowerUser'] });
  expect((await preview({}, (await signIn(app, stranger)).token)).status).toBe(404);
  expect((await preview({ adoption: 'never' })).status).toBe(400);
});
