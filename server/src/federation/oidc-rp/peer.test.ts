import { OAuth2Server } from 'oauth2-mock-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn } from '#test/factories.ts';
import { arrive, depart, exchange } from '#test/federation.ts';
import { clientOf } from '#test/openid-provider.ts';

/** A provider that others wrote: what it makes of the standards is not what our own reading of them is. */
const peer = new OAuth2Server();
let app: TestApp;
beforeAll(async () => {
  app = await sharedTestApp('with partners');
  await peer.issuer.keys.generate('RS256');
  await peer.start(0, '127.0.0.1');
  peer.issuer.url = `http://127.0.0.1:${peer.address().port}`;
});
afterAll(async () => {
  await app.close();
  await peer.stop();
});

it('signs in with a provider that others wrote', async () => {
  const tenant = await makeTenant(app);
  const { token } = await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] }));
  const body = { opId: 'peer', displayName: 'Peer', issuer: peer.issuer.url, ...clientOf };
  const added = await app.call('POST', `/api/auth/tenants/${tenant.tenantId}/oidcs`, {
    token,
    body: { ...body, enabled: true, jitProvisioning: true },
  });
  expect(added.status).toBe(200);
  const asked: Record<string, unknown>[] = [];
  peer.service.on('beforeResponse', (_answer, request) => asked.push(request.body));
  const users = new Set<string>();
  for (let round = 0; round < 2; round += 1) {
    const { url, cookie } = await depart(app, tenant.tenantId, 'peer');
    const back = (await fetch(url, { redirect: 'manual' })).headers.get('location') ?? '';
    const { page, told } = await arrive(new URL(back), cookie);
    expect([page, told.get('federationError')]).toEqual(['/portal/login.html', null]);
    const done = await exchange(app, told.get('exchangeCode') ?? '', cookie);
    expect(done.body).toMatchObject({ status: 'completed', tenantId: tenant.tenantId });
    users.add(done.body.uuid);
  }
  expect(users.size).toBe(1);
  // It compared the verifier with the challenge (PKCE).
  expect(asked.map((form) => String(form.code_verifier).length)).toEqual([43, 43]);
});

it('refuses an ID token that it signed for another app', async () => {
  const tenant = await makeTenant(app);
  const { token } = await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] }));
  const body = { opId: 'peer', displayName: 'Peer', issuer: peer.issuer.url, ...clientOf };
  await app.call('POST', `/api/auth/tenants/${tenant.tenantId}/oidcs`, {
    token,
    body: { ...body, enabled: true, jitProvisioning: true },
  });
  const { url, cookie } = await depart(app, tenant.tenantId, 'peer');
  const back = (await fetch(url, { redirect: 'manual' })).headers.get('location') ?? '';
  const misdirect = ({ payload }: { payload: Record<string, unknown> }) => {
    payload.aud = 'another app';
  };
  peer.service.on('beforeTokenSigning', misdirect);
  const { told } = await arrive(new URL(back), cookie);
  peer.service.off('beforeTokenSigning', misdirect);
  expect([told.get('federationError'), told.get('exchangeCode')]).toEqual(['rp_setting_invalid', null]);
});
