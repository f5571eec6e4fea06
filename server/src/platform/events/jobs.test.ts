import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, type SignedIn, signIn, type TestTenant } from '#test/factories.ts';

/** A job is in the system log from its beginning (`processing`) to its end (`completed`, or `error` with the error id). */

let app: TestApp;
let tenant: TestTenant;
let admin: SignedIn & { uuid: string; userId: string };

beforeAll(async () => {
  app = await startTestApp();
  tenant = await makeTenant(app);
  const person = await makeUser(app, tenant, { roles: ['User', 'PowerUser'] });
  admin = { ...(await signIn(app, person)), uuid: person.uuid, userId: person.userId };
  for (let n = 0; n < 3; n += 1) await makeUser(app, tenant);
});
afterAll(() => app.close());

const rowsOf = async (targetType: string) =>
  (
    await app.owner.query(
      `select status, action, error_id, operator_uuid, target_id, operation from system_operation_log
       where target_type = $1 order by at, id`,
      [targetType],
    )
  ).rows;
const post = (path: string, body: object) => app.call('POST', path, { token: admin.token, body });

it('tells an export and a sending of mails', async () => {
  const path = `/api/auth/tenants/${tenant.tenantId}`;
  const exported = await post(`${path}/userExport`, {});
  expect(exported.status).toBe(200);
  const sent = await post('/api/portal/bulkSendMail', { sendType: 'loginGuide', condition: {}, expectedCount: 4 });
  expect(sent.status).toBe(200);
  expect((await rowsOf('userExport')).map(({ status }) => status)).toEqual(['processing']);
  await app.startWorker();
  const ended = (id: string) => async () =>
    (await rowsOf('userExport')).filter(({ target_id }) => target_id === id).map(({ status }) => status);
  await expect.poll(ended(exported.body.exportStatusId)).toEqual(['processing', 'completed']);
  await expect.poll(async () => (await rowsOf('mailRun')).length).toBe(2);
  expect(await rowsOf('mailRun')).toMatchObject([
    { status: 'processing', action: 'POST /api/portal/bulkSendMail' },
    { status: 'completed', action: 'job bulk-mail', operator_uuid: admin.uuid, operation: 'update' },
  ]);
  const search = await post(`${path}/operations/search/logs/systemOperation`, { condition: { status: 'completed' } });
  expect(search.body.results).toMatchObject(
    Array(search.body.results.length).fill({ status: 'completed', operatorUserId: admin.userId, errorId: null }),
  );
  expect(search.body.results.length).toBeGreaterThanOrEqual(2);
});
