import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn } from '#test/factories.ts';
import { exchange } from '#test/federation.ts';
import * as saml from '#test/saml/connection.ts';

/** Sign-ins that a provider begins, and what it says of its own sessions. */

let app: TestApp;
let token: string;
let place: saml.Connected;
let path: string;
const TRUSTED = 'https://intra.example';

async function change(set: object) {
  const { body } = await app.call('GET', path, { token });
  const fields = ['displayName', 'entityId', 'ssoUrl', 'sloUrl', 'enabled', 'jitProvisioning', 'trustedOrigin'];
  const kept = [...fields, 'idpInitiated'].map((field) => [field, body[field]]);
  const changed = await app.call('PUT', path, { token, body: { ...Object.fromEntries(kept), ...set } });
  if (changed.status !== 200) throw new Error(JSON.stringify(changed.body));
}
beforeAll(async () => {
  app = await sharedTestApp();
  const tenant = await makeTenant(app);
  ({ token } = await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] })));
  place = await saml.connect(app, { ...tenant, token });
  path = `${saml.samlsPath(place.tenantId)}/${place.samlId}`;
});
afterAll(() => app.close());

const cause = async () => (await app.call('GET', `${path}/traces`, { token })).body.results[0];
const plain = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&quot;', '"');

/** Posts an answer that nobody asked for; what the browser is shown. */
async function arrive(xml: string, relayState = '') {
  const form = { SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: relayState };
  const posted = await saml.post(app, place.acsUrl, form);
  const shown = await fetch(new URL(posted.headers.get('location') ?? '', app.url), { redirect: 'manual' });
  const html = await shown.text();
  const next = new URL(plain(/class="main" href="([^"]*)"/.exec(html)?.[1] ?? ''), app.url);
  const at = new URL(shown.headers.get('location') ?? '', app.url);
  return {
    ...{ status: shown.status, html, next, headers: shown.headers },
    cookie:
      shown.headers
        .getSetCookie()
        .map((line) => line.split(';')[0] ?? '')
        .find((one) => one.startsWith(saml.FEDERATION)) ?? '',
    code: new URLSearchParams(next.hash.slice(1)).get('exchangeCode') ?? '',
    error: new URLSearchParams(at.hash.slice(1)).get('federationError'),
  };
}
const answer = (nameId: string, more: Parameters<typeof saml.answerTo>[2] = {}) =>
  saml.answerTo(place, { requestId: '' }, { nameId, requestId: null, ...more });

describe('a sign-in that the provider begins', () => {
  it('is refused unless the connection allows it, whatever else it is', async () => {
    expect(await arrive(answer('unasked-1'))).toMatchObject({ status: 303, error: 'login_expired' });
    expect(await cause()).toMatchObject({ purpose: 'unasked', cause: 'unsolicited' });
    const { body } = await app.call('GET', path, { token });
    expect(body.idpInitiated).toBe(false);
    await change({ idpInitiated: true, trustedOrigin: TRUSTED });
  });

  it('signs in once the person says so, in this browser alone, and once', async () => {
    const xml = answer('unasked-2', { attributes: { mail: ['unasked@company.example'] } });
    const shown = await arrive(xml);
    expect(shown.status).toBe(200);
    expect(shown.html).toContain('Company');
    expect(shown.html).toContain('as unasked.');
    expect(shown.html).not.toContain('<script');
    expect(shown.headers.get('content-security-policy')).toMatch(/^default-src 'none'.*frame-ancestors 'none'/);
    expect(shown.headers.get('cache-control')).toBe('no-store');
    expect([shown.next.pathname, shown.next.search]).toEqual(['/portal/login.html', '']);
    expect(shown.headers.getSetCookie().join()).not.toContain('session');
    expect((await exchange(app, shown.code, '')).body).toMatchObject([{ message_id: 'login_expired' }]);
    const done = await arrive(answer('unasked-2'));
    const signedIn = await exchange(app, done.code, done.cookie);
    expect(signedIn.body).toMatchObject({ status: 'completed', tenantId: place.tenantId });
    expect(await cause()).toMatchObject({ purpose: 'unasked', cause: null });
    expect(await arrive(xml)).toMatchObject({ status: 303, error: 'sp_setting_incorrect' });
    expect(await cause()).toMatchObject({ cause: 'replayed' });
  });

  it.each([
    ['an answer to a request', 'response', {}, 'response_request'],
    ['an assertion to a request', 'assertion', { outside: true }, 'request'],
  ] as const)('takes no %s', async (_, part, { outside = false }: { outside?: boolean }, refused) => {
    const asked = await saml.ask(app, place);
    const edit = (xml: string) => (outside ? xml.replace(/(<samlp:Response[^>]*) InResponseTo="[^"]*"/, '$1') : xml);
    const xml = saml.answerTo(place, asked, { nameId: 'unasked-3', part, edit });
    expect((await arrive(xml)).error).toBe('sp_setting_incorrect');
    expect(await cause()).toMatchObject({ purpose: 'unasked', cause: refused });
  });

  it('is not the answer to a request of ours that has gone', async () => {
    expect((await arrive(answer('unasked-4'), `${place.tenantId}.${'a'.repeat(43)}`)).error).toBe('login_expired');
    expect(await cause()).toMatchObject({ cause: 'request_unknown' });
  });

  it('goes on to the trusted origin alone', async () => {
    const to = `${TRUSTED}/reports?year=2026&by=team`;
    const { next, html } = await arrive(answer('unasked-5'), to);
    expect(html).toContain(TRUSTED);
    const onward = next.searchParams.get('url') ?? '';
    const away = async (address: string) => (await app.call('GET', address)).headers.get('location');
    expect(await away(onward)).toBe(to);
    const others = ['https://evil.example/', `${TRUSTED}.evil.example/`, `https://intra.example@evil.example/`];
    for (const other of [
      ...others,
      'http://intra.example/',
      'javascript:alert(1)',
      '//evil.example',
      '/portal',
      'deep',
    ]) {
      const shown = await arrive(answer(`unasked-6`), other);
      expect([shown.status, shown.next.search]).toEqual([200, '']);
      expect(await away(`${onward.split('?')[0]}?${new URLSearchParams({ to: other })}`)).toBe('/portal/');
    }
  });

  it('is refused by a connection that is off, and leads nowhere', async () => {
    await change({ enabled: false });
    expect((await arrive(answer('unasked-7'), `${TRUSTED}/`)).error).toBe('saml_not_exist');
    const onward = `/saml/sp/${place.tenantId}/${place.samlId}/onward?${new URLSearchParams({ to: `${TRUSTED}/` })}`;
    expect((await app.call('GET', onward)).headers.get('location')).toBe('/portal/');
    await change({ enabled: true });
  });
});

describe('the session at the provider', () => {
  /** Signs in; when the session ends, in seconds, and its cookie. */
  async function enter(nameId: string, edit: (xml: string) => string) {
    const asked = await saml.ask(app, place);
    const came = await saml.bring(app, place, asked, saml.answerTo(place, asked, { nameId, edit }));
    const given = { exchangeCode: came.exchangeCode, withMyInfo: true };
    const { body, cookie } = await app.call('POST', '/api/account/exchangeToken', {
      cookie: asked.cookie,
      body: given,
    });
    expect(body.status).toBe('completed');
    const { rows } = await app.owner.query(
      'select extract(epoch from expires_at - login_at)::int as seconds from sessions where user_uuid = $1',
      [body.me.uuid],
    );
    return { seconds: rows[0].seconds as number, cookie: cookie ?? '' };
  }
  const until = (seconds: number) => (xml: string) =>
    xml.replace(
      ' SessionIndex',
      ` SessionNotOnOrAfter="${new Date(Date.now() + seconds * 1000).toISOString()}" SessionIndex`,
    );

  it('ends ours at the latest, and never makes it longer', async () => {
    const usual = (await enter('until-1', (xml) => xml)).seconds;
    const bounded = (await enter('until-2', until(600))).seconds;
    expect([bounded > 590, bounded <= 600]).toEqual([true, true]);
    expect((await enter('until-3', until(400 * 86_400))).seconds).toBe(usual);
    expect((await enter('until-4', until(-30))).seconds).toBe(60);
  });

  it('is named in our request to sign out as the provider qualified it', async () => {
    await change({ sloUrl: 'https://idp.example/slo' });
    const qualified = (xml: string) =>
      xml.replace('<saml:NameID ', '<saml:NameID NameQualifier="https://idp.example/q" SPNameQualifier="urn:us" ');
    const { cookie } = await enter('named-1', qualified);
    const { parties } = (await app.call('GET', '/api/auth/logoutUris', { cookie })).body;
    const { searchParams } = new URL(parties.find(({ uri }: { uri: string }) => uri.includes('SAMLRequest')).uri);
    const xml = inflateRawSync(Buffer.from(searchParams.get('SAMLRequest') ?? '', 'base64')).toString();
    expect(xml).toContain('NameQualifier="https://idp.example/q" SPNameQualifier="urn:us">named-1</saml:NameID>');
  });
});
