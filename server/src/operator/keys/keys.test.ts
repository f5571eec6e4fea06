import { afterAll, beforeAll, expect, test } from 'vitest';
import { operatorScopes } from '#contract/principals.ts';
import { startTestApp, type TestApp } from '#test/app.ts';
import { operatorAct } from '#test/operator-act.ts';
import { createOperatorToken } from '../operator-tokens/operator-tokens.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await startTestApp();
  const wanted = { name: 'keys', days: 1, scopes: [...operatorScopes] };
  token = (await createOperatorToken(app.tools, operatorAct(app.tools.clock()), wanted)).token;
});
afterAll(() => app.close());

const call = (path: string) =>
  app.call('POST', `/api/operator/keys/${path}`, { token, body: { reason: 'asked by phone, ticket 47' } });
const stored = async () => (await app.owner.query('select kid, state from signing_keys order by kid')).rows;

test('a key whose event could not be written is neither put to work nor revoked', async () => {
  const before: { kid: string; state: string }[] = await stored();
  const signing = before.find(({ state }) => state === 'current')?.kid ?? '';
  await app.owner.query(`
    create function refuse_event() returns trigger language plpgsql as $$
    begin raise exception 'no event' using errcode = '40P01'; end $$;
    create trigger refuse_event before insert on system_operation_log
      for each row when (new.status = 'success') execute function refuse_event()`);
  try {
    expect((await call('rotate')).status).toBe(503);
    expect((await call(`${signing}/revoke`)).status).toBe(503);
    expect(await stored()).toEqual(before);
  } finally {
    await app.owner.query('drop function refuse_event cascade');
  }
  expect((await call('rotate')).status).toBe(200);
  expect((await call(`${signing}/revoke`)).status).toBe(200);
  const after: { kid: string; state: string }[] = await stored();
  expect(after.map(({ kid }) => kid)).not.toContain(signing);
  const events =
    "select type, target_id from system_operation_log where type like 'signingKey.%' and status = 'success'";
  const { rows } = await app.owner.query(`${events} order by type`);
  const atWork = after.filter(({ state }) => state === 'current').map(({ kid }) => kid);
  expect(rows).toEqual([
    { type: 'signingKey.revoked', target_id: signing },
    { type: 'signingKey.rotated', target_id: expect.any(String) },
  ]);
  expect(String(rows[1].target_id).split(' ').sort()).toEqual(atWork.sort());
});
