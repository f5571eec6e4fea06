import { X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OwnKey, OwnKeyUse } from '#contract/site/own-keys.ts';
import { startTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn, type TestTenant, type TestUser } from '#test/factories.ts';
import * as saml from '#test/saml/connection.ts';
import { encrypted } from '#test/saml/encrypted.ts';
import { responseXml, signed } from '#test/saml/response.ts';
import { idpOf, makeSp } from '#test/saml.ts';
import { noticeSpKeys } from '../../federation/own-keys/expiry-notices.ts';

let app: TestApp;
let tenant: TestTenant;
let administrator: TestUser;
let token: string;
let place: saml.Connected;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  tenant = await makeTenant(app);
  administrator = await makeUser(app, tenant, { roles: ['PowerUser'] });
  token = (await signIn(app, administrator)).token;
  place = await saml.connect(app, { ...tenant, token });
});
afterAll(() => app.close());

const list = async (): Promise<OwnKey[]> => {
  const answer = await app.call('GET', `/api/portal/tenants/${tenant.tenantId}/samlKeys`, { token });
  expect(answer.status).toBe(200);
  return answer.body.results;
};
const keyOf = async (use: OwnKeyUse) => (await list()).find((key) => key.use === use) as OwnKey;
const keyPath = (use: string) => `/api/auth/tenants/${tenant.tenantId}/samlSp/keys/${use}`;
const switchKey = (use: string, current: string, by = token) =>
  app.call('POST', `${keyPath(use)}/operations/switch`, { token: by, body: { current } });
const currentOf = ({ certifications }: OwnKey) => certifications.find(({ active }) => active)?.certificationId ?? '';
const metadata = async (headers: Record<string, string> = {}) =>
  (await fetch(new URL(`/saml/sp/${tenant.tenantId}/${place.samlId}/metadata`, app.url), { headers })).text();
const derOf = (pem: string) => new X509Certificate(pem).raw.toString('base64');
const change = async (body: object) => {
  const path = `${saml.samlsPath(tenant.tenantId)}/${place.samlId}`;
  const common = { displayName: 'Company', entityId: place.issuer, ssoUrl: 'https://idp.example/sso?tenant=1' };
  const answer = await app.call('PUT', path, { token, body: { ...common, enabled: true, ...body } });
  expect(answer.status).toBe(200);
};

test('the next certificate is published, switched to once, and the one before is kept and withdrawn', async () => {
  const before = await keyOf('requests');
  expect(before.certifications.map(({ state }) => state)).toEqual(['current', 'next']);
  const [current, next] = before.certifications as [OwnKey['certifications'][0], OwnKey['certifications'][0]];
  // It is published while the one before signs, and then signs for as long.
  expect(Date.parse(next.expiresAt)).toBeGreaterThan(Date.parse(current.expiresAt) + 3000 * 86_400_000);
  const published = await metadata();
  expect([current, next].map(({ pem }) => published.includes(derOf(pem)))).toEqual([true, true]);
  const answers = await Promise.all([1, 2].map(() => switchKey('signing', current.certificationId)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const after = (await keyOf('requests')).certifications;
  expect(after.map(({ state, certificationId }) => [state, certificationId])).toEqual([
    ['current', next.certificationId],
    ['next', expect.any(String)],
    ['retired', current.certificationId],
  ]);
  expect(after.map(({ keptUntil }) => keptUntil !== null)).toEqual([false, false, true]);
  expect((await metadata()).includes(derOf(current.pem))).toBe(false);
  const remove = (kid: string) => app.call('DELETE', `${keyPath('signing')}/certifications/${kid}`, { token });
  expect((await remove(next.certificationId)).body[0].message_id).toBe('cannot_delete_active_certification');
  expect((await remove(current.certificationId)).status).toBe(204);
  expect((await remove(current.certificationId)).status).toBe(404);
  const types = 'select distinct type from system_operation_log where tenant_id = $1 and type like $2 order by type';
  const { rows } = await app.owner.query(types, [tenant.tenantId, 'samlKeys.%']);
  expect(rows.map(({ type }) => type)).toEqual(['samlKeys.certificationRemoved', 'samlKeys.certificationSwitched']);
});

test('a key whose event could not be written is neither switched nor withdrawn', async () => {
  const idp = await idpOf({ app, tenantId: tenant.tenantId, token });
  const idpPath = `/api/auth/tenants/${tenant.tenantId}/samlIdP`;
  const acts = async () => {
    const keys = ['signing', 'encryption'].map((use) => ({ use, key: use === 'signing' ? 'requests' : 'encryption' }));
    const done: number[] = [];
    for (const { use, key } of keys) {
      const { certifications } = await keyOf(key as OwnKeyUse);
      done.push((await switchKey(use, certifications[0]?.certificationId ?? '')).status);
      const kid = certifications[1]?.certificationId;
      done.push((await app.call('DELETE', `${keyPath(use)}/certifications/${kid}`, { token })).status);
    }
    done.push((await app.call('POST', `${idpPath}/operations/switchCertification`, { token, body: {} })).status);
    const kid = idp.certifications[1]?.certificationId;
    done.push((await app.call('DELETE', `${idpPath}/certifications/${kid}`, { token })).status);
    return done;
  };
  const stored = async () => {
    const keys = 'select kid, state from signing_keys where tenant_id = $1 order by kid';
    return (await app.owner.query(keys, [tenant.tenantId])).rows;
  };
  const before = await stored();
  await app.owner.query(`
    create function refuse_event() returns trigger language plpgsql as $$
    begin raise exception 'no event' using errcode = '40P01'; end $$;
    create trigger refuse_event before insert on system_operation_log
      for each row when (new.tenant_id = '${tenant.tenantId}') execute function refuse_event()`);
  try {
    expect(await acts()).toEqual([503, 503, 503, 503, 503, 503]);
    expect(await stored()).toEqual(before);
  } finally {
    await app.owner.query('drop function refuse_event cascade');
  }
  // The next is at work by then, and so not to be withdrawn.
  expect(await acts()).toEqual([200, 409, 200, 409, 200, 409]);
  const events =
    "select count(*)::int from system_operation_log where tenant_id = $1 and status = 'success' and type like $2";
  const { rows } = await app.owner.query(events, [tenant.tenantId, '%ertificationSwitched']);
  expect(rows).toEqual([{ count: 3 }]);
});

test('providers that get signatures are named, with when their metadata was loaded by others than us', async () => {
  expect((await keyOf('requests')).partners).toEqual([]);
  await change({ signRequests: true });
  const partner = async () => (await keyOf('requests')).partners[0];
  const known = { kind: 'samlConnection', id: 'Entra', displayName: 'Company', encryptedFor: null, encryptedAt: null };
  expect(await partner()).toEqual({ ...known, metadataReadAt: null });
  const cookie = (await signIn(app, administrator)).cookie;
  await metadata({ cookie });
  expect((await partner())?.metadataReadAt).toBe(null);
  await metadata();
  expect(Date.parse((await partner())?.metadataReadAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
  await change({ enabled: false });
  expect((await keyOf('requests')).partners).toEqual([]);
});

test('a provider that encrypts is told by the key, which opens what it sends after a switch', async () => {
  const enter = async (pem: string) => {
    const asked = await saml.ask(app, place);
    const said = { now: new Date(), acsUrl: place.acsUrl, audience: place.entityId, issuer: place.issuer };
    const xml = responseXml({ ...said, requestId: asked.requestId, assertionId: `_${asked.requestId}` });
    const sealed = encrypted(xml, new X509Certificate(pem).publicKey);
    return saml.bring(app, place, asked, signed(sealed, 'response', place.idp));
  };
  const before = await keyOf('encryption');
  const [current, next] = before.certifications as [OwnKey['certifications'][0], OwnKey['certifications'][0]];
  expect(before.partners[0]).toMatchObject({ id: 'Entra', encryptedFor: null });
  expect(await enter(current.pem)).toMatchObject({ exchangeCode: expect.any(String) });
  expect((await switchKey('encryption', currentOf(before))).status).toBe(200);
  expect((await metadata()).includes(derOf(next.pem))).toBe(true);
  // Other processes follow within half a second.
  await new Promise((done) => setTimeout(done, 600));
  expect(await enter(current.pem)).toMatchObject({ exchangeCode: expect.any(String) });
  expect((await keyOf('encryption')).partners[0]?.encryptedFor).toBe(current.certificationId);
  expect(await enter(next.pem)).toMatchObject({ exchangeCode: expect.any(String) });
  expect((await keyOf('encryption')).partners[0]?.encryptedFor).toBe(next.certificationId);
});

test('of keys for apps it is known when metadata was loaded, not by which', async () => {
  const as = { app, tenantId: tenant.tenantId, token };
  expect(await keyOf('answers')).toBe(undefined);
  const { metadataUrl } = await idpOf(as);
  const sp = await makeSp(as, {});
  await makeSp(as, { entityId: 'urn:off', enabled: false });
  const partners = [{ kind: 'samlApp', id: sp.samlSpId, displayName: 'Wiki' }];
  expect(await keyOf('answers')).toMatchObject({ nextReadAt: null, partners });
  await fetch(new URL(new URL(metadataUrl).pathname, app.url));
  expect((await keyOf('answers')).nextReadAt).not.toBe(null);
  const path = `/api/auth/tenants/${tenant.tenantId}/samlIdP/operations/switchCertification`;
  const stale = await app.call('POST', path, { token, body: { current: 'another' } });
  expect([stale.status, stale.body[0].message_id]).toEqual([409, 'conflict']);
});

test('metadata for apps is read 600 times in five minutes from one network, and what is refused is not noted', async () => {
  const { metadataUrl } = await idpOf({ app, tenantId: tenant.tenantId, token });
  const read = async () => (await fetch(new URL(new URL(metadataUrl).pathname, app.url))).status;
  const noted = async () => {
    const rows = 'select from saml_idp_certificates where tenant_id = $1 and read_at is not null';
    return (await app.owner.query(rows, [tenant.tenantId])).rowCount;
  };
  try {
    expect([await read(), (await noted()) !== 0]).toEqual([200, true]);
    await app.owner.query('update saml_idp_certificates set read_at = null where tenant_id = $1', [tenant.tenantId]);
    await app.owner.query('update throttles set count = 599');
    expect([await read(), (await noted()) !== 0]).toEqual([200, true]);
    await app.owner.query('update saml_idp_certificates set read_at = null where tenant_id = $1', [tenant.tenantId]);
    expect([await read(), await noted()]).toEqual([429, 0]);
  } finally {
    await app.owner.query('delete from throttles');
  }
});

test('administrators are told before a certificate that a provider relies on expires, each stage once', async () => {
  const run = () => app.tools.db.inTenant(tenant.tenantId, (tx) => noticeSpKeys(app.tools, tx, app.tools.clock()));
  const kinds = async () => (await app.mails(administrator.mail)).map(({ kind }) => kind);
  await app.owner.query(
    "update saml_idp_certificates set expires_at = now() + interval '20 days' where tenant_id = $1",
    [tenant.tenantId],
  );
  const dates = async () => {
    const answer = await app.call('GET', `/api/portal/tenants/${tenant.tenantId}/expirations`, { token });
    return (answer.body.results as { kind: string }[]).map(({ kind }) => kind);
  };
  expect([await run(), await dates()]).toEqual([0, ['samlConnection']]);
  await change({ signRequests: true });
  expect([await run(), await run()]).toEqual([1, 0]);
  expect(await dates()).toEqual(['samlRequests', 'samlConnection']);
  await app.owner.query("update saml_connections set encrypted_for = 'kid' where tenant_id = $1", [tenant.tenantId]);
  expect([await run(), await run()]).toEqual([1, 0]);
  expect(await dates()).toEqual(['samlRequests', 'samlEncryption', 'samlConnection']);
  expect((await kinds()).sort()).toEqual(['samlEncryptionExpires', 'samlRequestsExpire']);
});

test('strangers, users and other tenants neither see nor switch keys', async () => {
  const known = currentOf(await keyOf('requests'));
  const ordinary = (await signIn(app, await makeUser(app, tenant))).token;
  const other = await makeTenant(app);
  const foreign = (await signIn(app, await makeUser(app, other, { roles: ['PowerUser'] }))).token;
  const path = `/api/portal/tenants/${tenant.tenantId}/samlKeys`;
  const statuses = async (by?: string) => [
    (await app.call('GET', path, by ? { token: by } : {})).status,
    (await switchKey('signing', known, by ?? '')).status,
  ];
  expect(await statuses(ordinary)).toEqual([403, 403]);
  expect(await statuses(foreign)).toEqual([404, 404]);
  expect(await statuses()).toEqual([401, 401]);
});
