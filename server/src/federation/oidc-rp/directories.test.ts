import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn } from '#test/factories.ts';
import { arrive, browserOf, roundTrip, signInWith } from '#test/federation.ts';
import { type OpenidProvider, startOpenidProvider } from '#test/openid-provider.ts';

describe('Microsoft Entra ID', () => {
  const [mine, foreign] = ['6babcaad-604b-40ac-a9d7-9fd97c0b779f', '11111111-2222-4333-8444-555555555555'];
  const oid = 'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee';
  const person = (tid: string) => ({
    sub: `pairwise-${tid}`,
    tid,
    oid,
    email: 'victim@example.com',
    preferred_username: 'v',
  });
  let office: TestApp;
  let provider: OpenidProvider;
  beforeAll(async () => {
    provider = await startOpenidProvider();
    office = await startTestApp({
      OUTGOING_ALLOW: '127.0.0.1',
      OFFICE365_ISSUER: `${provider.issuer}/organizations/v2.0`,
    });
  });
  afterAll(async () => {
    await office.close();
    await provider.close();
  });

  it('signs in users of the listed directories, the first learnt from a test', async () => {
    const place = await makeTenant(office);
    const bossUser = await makeUser(office, place, { roles: ['PowerUser'] });
    const boss = await signIn(office, bossUser);
    const template = `${provider.issuer}/{tenantid}/v2.0`;
    provider.misbehave = {
      metadata: (good) => ({ ...good, issuer: template, authorization_response_iss_parameter_supported: false }),
      claims: (good) => ({ ...good, iss: `${provider.issuer}/${good.tid}/v2.0` }),
    };
    const { issuer: _, ...body } = {
      ...{ issuer: '', opId: 'acme', kind: 'office365', displayName: 'Microsoft 365', clientId: 'portico' },
      ...{ clientSecret: 's', enabled: true, jitProvisioning: true },
    };
    const made = await office.call('POST', `/api/auth/tenants/${place.tenantId}/oidcs`, { token: boss.token, body });
    expect(made.status).toBe(200);
    const shown = async () =>
      (await office.call('GET', `/api/auth/tenants/${place.tenantId}/oidcs/acme`, { token: boss.token })).body;
    const setEnabled = (enabled: boolean) =>
      office.owner.query('update openid_connections set enabled = $2 where tenant_id = $1', [place.tenantId, enabled]);
    // Who holds a set-up link tries the connection; what its test shows teaches nothing.
    await setEnabled(false);
    const setup = '/api/auth/connectionSetup';
    const links = `/api/auth/tenants/${place.tenantId}/setupLinks/openid/acme`;
    const link = await office.call('POST', links, { token: boss.token });
    const secret = new URL(link.body.url).hash.replace('#link=', '');
    const opened = await office.call('POST', `${setup}/open`, { body: { link: secret } });
    const guest = opened.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    const begin = async () => {
      const begun = await office.call('POST', `${setup}/test`, { cookie: guest });
      return { url: provider.approve(begun.body.url, person(foreign)), cookie: browserOf(begun) };
    };
    const passed = await begin();
    expect((await arrive(passed.url, passed.cookie)).told.get('federationError')).toBeNull();
    expect(await shown()).toMatchObject({ directoryIds: [], testedAt: expect.any(String) });
    const { lastTest } = (await office.call('GET', setup, { cookie: guest })).body;
    expect(lastTest).toMatchObject({ cause: null, detail: { directory: foreign } });
    // Nor does one that comes back when the connection is on, or the link has ended while the provider was asked.
    await office.owner.query('update openid_connections set tested_at = null where tenant_id = $1', [place.tenantId]);
    const endings = [
      () => setEnabled(true),
      () =>
        office.owner.query('update connection_setup_links set revoked_at = now() where tenant_id = $1', [
          place.tenantId,
        ]),
    ];
    for (const end of endings) {
      const late = await begin();
      await end();
      expect((await arrive(late.url, late.cookie)).told.get('federationError')).toBe('login_expired');
      expect(await shown()).toMatchObject({ directoryIds: [], testedAt: null });
      await setEnabled(false);
    }
    await setEnabled(true);
    // Without a directory nobody is signed in.
    const before = await roundTrip(office, place.tenantId, provider, person(mine));
    expect(before.told.get('federationError')).toBe('rp_setting_invalid');
    const test = await office.call('POST', '/api/auth/oidc/rp/verify', { token: boss.token, body: { opId: 'acme' } });
    expect(test.status).toBe(200);
    await arrive(provider.approve(test.body.url, person(mine)), `${browserOf(test)}; ${boss.cookie}`);
    expect(await shown()).toMatchObject({ directoryIds: [mine], testedAt: expect.any(String) });
    const learnt = await office.owner.query(
      "select target_id, operator_user_id, changes from system_operation_log where tenant_id = $1 and type = 'openidConnection.changed'",
      [place.tenantId],
    );
    expect(learnt.rows).toEqual([
      {
        target_id: 'acme',
        operator_user_id: bossUser.userId,
        changes: { directoryIds: { before: [], after: [mine] } },
      },
    ]);
    const inside = await signInWith(office, place.tenantId, provider, person(mine));
    expect(inside.body.status).toBe('completed');
    // The same object of another directory, with the same address: a stranger (nOAuth).
    const outside = await roundTrip(office, place.tenantId, provider, person(foreign));
    expect(outside.told.get('federationError')).toBe('rp_setting_invalid');
    const { rows } = await office.owner.query(
      'select subject_sub_id from openid_provider_accounts where tenant_id = $1',
      [place.tenantId],
    );
    expect(rows).toEqual([{ subject_sub_id: `${mine}.${oid}` }]);
  });
});
