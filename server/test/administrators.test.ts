import { afterAll, beforeAll, expect, it } from 'vitest';
import { administratorRole, isAdministrator, mayWriteUsers } from '#contract/roles.ts';
import { sharedTestApp, type TestApp } from './app.ts';

/** The rule of who is an administrator exists once in TypeScript and once in SQL, and both agree. */

let app: TestApp;
beforeAll(async () => {
  app = await sharedTestApp();
});
afterAll(() => app.close());

it.each([
  [[]],
  [['User']],
  [[administratorRole]],
  [['User', administratorRole]],
  [['poweruser']],
  [['User', 'Auditor']],
])('of %j', async (roles) => {
  const { rows } = await app.owner.query(
    `select is_administrator($1::text[]) as by_roles, is_administrator(to_jsonb($1::text[])) as by_json,
         is_administrator('locked', $1::text[]) as locked, is_administrator('inactive', $1::text[]) as inactive,
         is_acting_administrator('anna', 'active', $1::text[]) as acting,
         is_acting_administrator('agent:anna', 'active', $1::text[]) as agent`,
    [roles],
  );
  const one = isAdministrator(roles);
  expect(rows).toEqual([
    {
      ...{ by_roles: one, by_json: one, locked: mayWriteUsers({ status: 'locked', roles }) },
      ...{ inactive: false, acting: one, agent: false },
    },
  ]);
});

it('no function of the database but these compares the name of a role', async () => {
  const { rows } = await app.owner.query<{ name: string }>(
    `select p.oid::regprocedure::text as name from pg_proc p
     where p.pronamespace = 'public'::regnamespace and p.prosrc like '%' || $1 || '%' order by 1`,
    [administratorRole],
  );
  expect(rows.map(({ name }) => name)).toEqual(['is_administrator(jsonb)', 'is_administrator(text[])']);
});

it('the index of administrators serves it', async () => {
  const client = await app.owner.connect();
  try {
    await client.query('begin; set local enable_seqscan = off; set local enable_bitmapscan = off');
    const { rows } = await client.query(
      "explain select uuid from users where tenant_id = 'acme' and is_administrator(roles)",
    );
    expect(JSON.stringify(rows)).toContain('users_with_power');
  } finally {
    await client.query('rollback');
    client.release();
  }
});
