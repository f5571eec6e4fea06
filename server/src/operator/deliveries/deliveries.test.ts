import { afterAll, beforeAll, expect, it } from 'vitest';
import { OPERATOR_SCOPE } from '#contract/principals.ts';
import { startTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn, type TestTenant } from '#test/factories.ts';
import { operatorAct } from '#test/operator-act.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import { commands } from '../cli/commands.ts';
import { createOperatorToken } from '../operator-tokens/operator-tokens.ts';

let app: TestApp;
let tenants: TestTenant[];
let token: string;

beforeAll(async () => {
  app = await startTestApp();
  tenants = [await makeTenant(app), await makeTenant(app)];
  const act = operatorAct(app.tools.clock());
  token = (await createOperatorToken(app.tools, act, { name: 'tests', days: 1, scopes: [OPERATOR_SCOPE] })).token;
  const content = { subject: 'Hello', text: 'planted-link', html: '' };
  for (const { tenantId } of tenants) {
    for (const kind of ['passwordReset', 'loginGuide', 'registration']) {
      const mail = { tenantId, recipient: 'taro@demo.example', kind, locale: 'en', content, now: app.tools.clock() };
      await app.tools.db.inTenant(tenantId, (tx) => queueMail(tx, app.tools.sealer, mail));
    }
    await app.owner.query(
      `insert into deliveries (tenant_id, kind, target, content, state, tries, last_error, created_at)
       values ($1, 'backchannelLogout', 'app', '{"sub": "planted-sub"}', 'dead', 12, 'http503', now() - interval '1 hour'),
         ($1, 'backchannelLogout', 'other', '{}', 'waiting', 1, 'http503', now())`,
      [tenantId],
    );
  }
  await app.owner.query(
    "update mail_outbox set state = 'failed', attempts = 5, last_error = '550 no' where kind = 'passwordReset'",
  );
  await app.owner.query("update mail_outbox set state = 'uncertain', attempts = 1 where kind = 'loginGuide'");
});
afterAll(() => app.close());

const list = (query = '', bearer = token) => app.call('GET', `/api/operator/deliveries${query}`, { token: bearer });

it('lists what was given up or may not have arrived, of a tenant or of all, and nothing that is in it', async () => {
  const [one] = tenants;
  const { status, body } = await list(`?tenantId=${one?.tenantId}`);
  expect(status).toBe(200);
  const about = (row: Record<string, unknown>) => [row.kind, row.about, row.state, row.tries, row.failure];
  expect(body.results.map(about).sort()).toEqual([
    ['backchannelLogout', 'app', 'dead', 12, 'http503'],
    ['mail', 'loginGuide', 'uncertain', 1, null],
    ['mail', 'passwordReset', 'dead', 5, '550 no'],
  ]);
  expect(body.results.at(-1)).toMatchObject({ tenantId: one?.tenantId, about: 'app' });
  const all = await list();
  expect(all.body.results).toHaveLength(6);
  expect(JSON.stringify(all.body)).not.toMatch(/taro|planted/);
});

it('is for the operator alone, and takes nothing it does not know', async () => {
  const { token: admin } = await signIn(app, await makeUser(app, tenants[0] as TestTenant, { roles: ['PowerUser'] }));
  expect((await list('', admin)).status).toBe(401);
  expect((await list('?tenant=x')).status).toBe(400);
  expect((await list('?tenantId=X')).status).toBe(400);
});

it('is shown by the command line as well', async () => {
  const [command] = commands.filter(({ name }) => name === 'delivery list');
  const outcome = await command?.run({ tools: app.tools } as never, { tenant: tenants[1]?.tenantId });
  const data = outcome?.data;
  expect(data).toHaveLength(3);
  expect(data).toEqual((await list(`?tenantId=${tenants[1]?.tenantId}`)).body.results);
});
