import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeUser, type TestUser } from '#test/factories.ts';
import { makeScim, type SourceOfTest } from '#test/scim.ts';
import { noticeTokens } from './expiry-notices.ts';

let app: TestApp;
let made: SourceOfTest;
let administrator: TestUser;
beforeAll(async () => {
  app = await sharedTestApp();
  made = await makeScim(app);
  administrator = await makeUser(app, made.tenant, { roles: ['User', 'PowerUser'] });
});
afterAll(() => app.close());

const run = () => app.tools.db.inTenant(made.tenant.tenantId, (tx) => noticeTokens(app.tools, tx, app.tools.clock()));
const told = async (of = 'managementTokenExpires') =>
  (await app.mails(administrator.mail)).filter(({ kind }) => kind === of);
/** Moves the end of the source's tokens; made so many days ago. */
const age = (left: number, ago: number) =>
  app.owner.query(
    `update management_tokens set created_at = now() - make_interval(days => $2),
       expires_at = now() + make_interval(hours => $3) where tenant_id = $1`,
    [made.tenant.tenantId, ago, left * 24 - 1],
  );
const add = async (days: number, what: object = { scopes: ['scim'], sourceUuid: made.source }) => {
  const body = { name: 'Next', ...what, days };
  const answer = await app.call('POST', '/api/auth/oauth/provider/managementTokens', { token: made.admin, body });
  expect(answer.status).toBe(200);
  return answer.body.id as string;
};

test('administrators are told before the last token of a source ends, each stage once', async () => {
  await age(61, 300);
  expect(await run()).toBe(0);
  await age(60, 300);
  expect([await run(), await run()]).toEqual([1, 0]);
  await age(7, 300);
  expect([await run(), await run()]).toEqual([1, 0]);
  const mails = await told();
  expect(mails).toHaveLength(2);
  expect(mails[0]?.text).toContain(`/portal/provisioning/${made.source}?tab=tokens`);
});

test('nobody is told of a token that has a successor, that was made for so long, or of a source that is off', async () => {
  const before = (await told()).length;
  await age(1, 300);
  const next = await add(200);
  expect(await run()).toBe(0);
  await app.call('DELETE', `/api/auth/oauth/provider/managementTokens/${next}`, { token: made.admin });
  await age(29, 1);
  await app.owner.query('update management_tokens set noticed_days = null where tenant_id = $1', [
    made.tenant.tenantId,
  ]);
  expect(await run()).toBe(0);
  await age(1, 300);
  await app.owner.query('update provisioning_sources set enabled = false where uuid = $1', [made.source]);
  expect(await run()).toBe(0);
  expect((await told()).length).toBe(before);
  await app.owner.query('update provisioning_sources set enabled = true where uuid = $1', [made.source]);
  expect(await run()).toBe(1);
});

test('administrators are told of each token for events that is in use', async () => {
  await age(200, 100);
  const [used, unused] = [await add(300, { scopes: ['logs'], name: 'SIEM' }), await add(300, { scopes: ['logs'] })];
  await age(60, 300);
  // Only those of no source end soon.
  await app.owner.query(
    "update management_tokens set expires_at = now() + interval '200 days' where source_uuid = $1",
    [made.source],
  );
  expect(await run()).toBe(0);
  await app.owner.query(
    `update management_tokens set last_used_at = now() - make_interval(days => case when uuid = $1 then 1 else 15 end)
     where uuid in ($1, $2)`,
    [used, unused],
  );
  expect([await run(), await run()]).toEqual([1, 0]);
  const [mail, ...others] = await told('eventTokenExpires');
  expect(mail?.subject).toContain('SIEM');
  expect(mail?.text).toContain('/portal/management-tokens');
  expect(others).toEqual([]);
  await app.call('DELETE', `/api/auth/oauth/provider/managementTokens/${used}`, { token: made.admin });
  await app.owner.query("update management_tokens set expires_at = now() + interval '20 hours' where uuid = $1", [
    used,
  ]);
  expect(await run()).toBe(0);
});
