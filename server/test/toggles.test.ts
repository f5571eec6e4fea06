import { afterAll, beforeAll, expect, it } from 'vitest';
import { allRoutes } from '#server/app.ts';
import { startTestApp, type TestApp } from './app.ts';
import { makeTenant, makeUser, signIn } from './factories.ts';

/** A feature that is switched off does not exist (standards 3). */

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

it('each call of a toggle answers 404 while it is off, and works again after', async () => {
  const tenant = await makeTenant(app);
  const { token } = await signIn(app, await makeUser(app, tenant));
  const switched = allRoutes.map(({ route }) => route).filter(({ toggle }) => toggle !== undefined);
  expect(new Set(switched.map(({ toggle }) => toggle)).size).toBe(3);
  const statuses = async () => {
    const answers = [];
    for (const { method, path, body } of switched) {
      const answer = await app.call(method, path.replace(/\{\w+\}/g, crypto.randomUUID()), {
        token,
        body: body ? {} : undefined,
      });
      answers.push(`${answer.status} ${answer.body?.[0]?.message_id ?? ''}`);
    }
    return answers;
  };
  const before = await statuses();
  for (const { toggle } of switched) {
    await app.owner.query(
      'insert into feature_toggles (tenant_id, name, active) values ($1, $2, false) on conflict do nothing',
      [tenant.tenantId, toggle],
    );
  }
  app.advance(600);
  expect(new Set(await statuses())).toEqual(new Set(['404 not_found']));
  await app.owner.query('delete from feature_toggles');
  app.advance(600);
  expect(await statuses()).toEqual(before);
});
