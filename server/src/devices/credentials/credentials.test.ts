import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, startTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn, type TestTenant } from '#test/factories.ts';
import { makeOperator, type Operate } from '#test/services.ts';

let app: TestApp;
let operate: Operate;
let tenant: TestTenant;
let other: TestTenant;
let token: string;
let count = 0;

beforeAll(async () => {
  app = await startTestApp({ DATABASE_POOL_SIZE: '12' });
  operate = await makeOperator(app);
  [tenant, other] = [await makeTenant(app), await makeTenant(app)];
  ({ token } = await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] })));
});
afterAll(() => app.close());

interface Registered {
  deviceId: string;
  credential: string;
}

async function register(): Promise<Registered> {
  count += 1;
  const device = { serialId: `S${count}`, deviceType: 'PorticoMfp' };
  const { body } = await operate('POST', `/tenants/${tenant.tenantId}/devices`, { reason: 'tests', devices: [device] });
  return body.enrolments[0];
}

const show = (credential: string) => app.call('POST', '/api/auth/device/token', { body: { credential } });
const pathOf = (deviceId: string, tenantId = tenant.tenantId) =>
  `/api/device/tenants/${tenantId}/devices/${deviceId}/credential`;
const read = async (deviceId: string) =>
  (await app.call('GET', pathOf(deviceId).replace('/credential', ''), { token })).body;
const statusOf = async (deviceId: string) => (await read(deviceId)).credentialStatus;
const said = ({ status, body }: Answer) => [status, body[0]?.message_id];
const REFUSED = [401, 'invalid_token'];

describe('a device’s secret', () => {
  it('is exchanged for a token and the next one, which is the only one from its first use on', async () => {
    const { deviceId, credential } = await register();
    expect(await statusOf(deviceId)).toBe('issued');
    const first = await show(credential);
    expect(first.body).toMatchObject({ tenantId: tenant.tenantId, deviceId, expiresIn: 600 });
    expect(first.headers.get('cache-control')).toBe('no-store');
    expect(await read(deviceId)).toMatchObject({ credentialStatus: 'active', lastSeenAt: expect.any(String) });
    const second = await show(first.body.credential);
    expect(second.status).toBe(200);
    expect(new Set([credential, first.body.credential, second.body.credential]).size).toBe(3);
    app.advance(400 * 86_400_000);
    expect((await show(second.body.credential)).status).toBe(200);
    app.advance(-400 * 86_400_000);
  });

  it('is good again while its answer may have been lost, but not at once', async () => {
    const { credential } = await register();
    const lost = await show(credential);
    const again = await show(credential);
    expect([...said(again), again.headers.get('retry-after')]).toEqual([429, 'too_many_requests', '5']);
    app.advance(5000);
    const { body } = await show(credential);
    expect((await show(body.credential)).status).toBe(200);
    // A lost secret was never valid for anybody but a copy of this device.
    expect(said(await show(lost.body.credential))).toEqual(REFUSED);
  });

  it('used again after it was replaced ends them all; the administrator reads of it', async () => {
    const { deviceId, credential } = await register();
    const { body: first } = await show(credential);
    const { body: second } = await show(first.credential);
    expect(said(await show(credential))).toEqual(REFUSED);
    expect(await statusOf(deviceId)).toBe('cloned');
    for (const each of [credential, first.credential, second.credential])
      expect(said(await show(each))).toEqual(REFUSED);
    const { uuid } = await read(deviceId);
    const log = await app.owner.query(
      "select operator_user_id, changes from system_operation_log where target_id = $1 and target_type = 'device' order by at, id",
      [uuid],
    );
    expect(log.rows).toEqual([
      {
        operator_user_id: expect.stringMatching(/^(operator|cli):/),
        changes: expect.objectContaining({ credentialStatus: { after: 'issued' } }),
      },
      { operator_user_id: `device:${deviceId}`, changes: { credentialStatus: { before: 'issued', after: 'active' } } },
      { operator_user_id: `device:${deviceId}`, changes: { credentialStatus: { before: 'active', after: 'cloned' } } },
    ]);
  });

  it('shown twenty times at once gives one token, the first one as those after it', async () => {
    let { credential } = await register();
    for (let round = 0; round < 3; round += 1) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => show(credential)));
      const won = answers.filter(({ status }) => status === 200);
      expect([won.length, new Set(answers.map(({ status }) => status))]).toEqual([1, new Set([200, 429])]);
      credential = won[0]?.body.credential;
    }
  });

  it('is refused alike whatever is wrong with it', async () => {
    const { credential } = await register();
    const foreign = credential.replace(tenant.tenantId, other.tenantId);
    const made = `${credential.slice(0, -1)}${credential.endsWith('A') ? 'B' : 'A'}`;
    const [, secret = ''] = credential.split('.');
    const bodies = [];
    for (const wrong of ['x', foreign, `nobody.${secret}`, `-.${secret}`, `${tenant.tenantId}.${'A'.repeat(65)}`, made])
      bodies.push(await show(wrong));
    expect(new Set(bodies.map((answer) => JSON.stringify(said(answer))))).toEqual(new Set([JSON.stringify(REFUSED)]));
    // The last one has the family's prefix, so its sender has a copy.
    expect(said(await show(credential))).toEqual(REFUSED);
  });

  it('has to be used within ninety days the first time', async () => {
    const { deviceId, credential } = await register();
    app.advance(90 * 86_400_000);
    expect(said(await show(credential))).toEqual(REFUSED);
    app.advance(-90 * 86_400_000);
    expect(await statusOf(deviceId)).toBe('issued');
    expect((await show(credential)).status).toBe(200);
  });

  it('of a suspended tenant opens nothing', async () => {
    const { credential } = await register();
    const suspend = (status: string) =>
      app.owner.query('update tenants set status = $2 where tenant_id = $1', [tenant.tenantId, status]);
    await suspend('suspended');
    expect(said(await show(credential))).toEqual(REFUSED);
    await suspend('active');
    expect((await show(credential)).status).toBe(200);
  });
});

describe('taking it back, and issuing it anew', () => {
  const ways = {
    'the administrator': (method: string, deviceId: string) => app.call(method, pathOf(deviceId), { token }),
    'the operator': (method: string, deviceId: string) =>
      method === 'POST'
        ? operate(method, `/tenants/${tenant.tenantId}/devices/${deviceId}/credential`, { reason: 'tests' })
        : operate(method, `/tenants/${tenant.tenantId}/devices/${deviceId}/credential?reason=tests`),
  };

  it.each(Object.entries(ways))('%s does both', async (_, act) => {
    const { deviceId, credential } = await register();
    const { body } = await show(credential);
    expect((await act('DELETE', deviceId)).status).toBe(204);
    expect(await statusOf(deviceId)).toBe('revoked');
    expect(said(await show(body.credential))).toEqual(REFUSED);
    expect(said(await act('DELETE', deviceId))).toEqual([404, 'not_found']);
    const anew = await act('POST', deviceId.toUpperCase());
    expect(anew.body).toEqual({ deviceId, credential: expect.any(String), expiresAt: expect.any(String) });
    expect(await statusOf(deviceId)).toBe('issued');
    expect(said(await show(body.credential))).toEqual(REFUSED);
    const { body: first } = await show(anew.body.credential);
    // Once more, while it is in use.
    const last = await act('POST', deviceId);
    expect(said(await show(first.credential))).toEqual(REFUSED);
    expect((await show(last.body.credential)).status).toBe(200);
    expect(said(await act('POST', 'nothing'))).toEqual([404, 'not_found']);
  });

  it('is not for another tenant, nor for an ordinary user', async () => {
    const { deviceId } = await register();
    const foreign = await signIn(app, await makeUser(app, other, { roles: ['PowerUser'] }));
    const plain = await signIn(app, await makeUser(app, tenant));
    for (const method of ['POST', 'DELETE']) {
      expect(said(await app.call(method, pathOf(deviceId), { token: foreign.token }))).toEqual([404, 'not_found']);
      expect(said(await app.call(method, pathOf(deviceId, other.tenantId), { token: foreign.token }))).toEqual([
        404,
        'not_found',
      ]);
      expect((await app.call(method, pathOf(deviceId), { token: plain.token })).status).toBe(403);
    }
    expect(await statusOf(deviceId)).toBe('issued');
  });

  it('goes with the device, and a new one of its name begins anew', async () => {
    const { deviceId, credential } = await register();
    await show(credential);
    expect((await app.call('DELETE', pathOf(deviceId).replace('/credential', ''), { token })).status).toBe(204);
    expect(said(await show(credential))).toEqual(REFUSED);
    const kept = await app.owner.query(
      'select from device_credentials c where not exists (select from devices d where d.uuid = c.device_uuid)',
    );
    expect(kept.rows).toHaveLength(0);
  });
});
