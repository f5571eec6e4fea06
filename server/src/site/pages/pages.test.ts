import { existsSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, startTestApp } from '#test/app.ts';
import { makeTenant } from '#test/factories.ts';
import { distDirectory, readManifest } from './templates.ts';

let app: TestApp;
const open = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(app.url + path, { method, headers, redirect: 'manual' });
const nonceOf = (policy: string | null) => /'nonce-([\w-]+)'/.exec(policy ?? '')?.[1];

beforeAll(async () => {
  app = await startTestApp({ PRODUCT_NAME: 'Acme "&" <Co>' });
});
afterAll(() => app.close());

/** Sends the path unchanged; `fetch` would normalize it. */
function rawStatus(path: string): Promise<number | undefined> {
  return new Promise((done, failed) => {
    request(app.url, { path }, (answer) => done(answer.resume().statusCode))
      .on('error', failed)
      .end();
  });
}

it('leads from the root to the top page', async () => {
  for (const path of ['/', '/portal', '/portal/']) {
    const answer = await open(path);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/portal/top.html']);
  }
  expect((await open('/.well-known/change-password')).headers.get('location')).toBe('/portal/account/change_password');
});

it.each([
  ['/admin-menu.html', '/portal/admin-menu.html'],
  ['/portal/setupnavi.html?iconId=_siteSetupNavi', '/setupnavi.html?iconId=_siteSetupNavi'],
  ['/portal/back-to-navi.html?iconId=a%2Fb', '/back-to-navi.html?iconId=a%2Fb'],
  ['/portal/back-to-navi.html?x=//evil.example', '/back-to-navi.html?x=//evil.example'],
])('%s leads to %s', async (from, to) => {
  const answer = await open(from);
  expect([answer.status, answer.headers.get('location')]).toEqual([302, to]);
});

it('answers machines with the error object', async () => {
  for (const path of ['/api', '/api/nothing', '/api/auth/nothing', '/.well-known/nothing', '/assets/nothing.js']) {
    const answer = await open(path, { accept: 'text/html' });
    expect([path, answer.status]).toEqual([path, 404]);
    expect(await answer.json()).toMatchObject([{ message_id: 'not_found' }]);
  }
});

// Pages come from the build, which `npm test` makes first.
describe.skipIf(!existsSync(`${distDirectory}manifest.json`))('the built pages', () => {
  it('are served under both names, never kept, with a policy and a nonce of their own', async () => {
    const manifest = readManifest();
    for (const name of manifest?.guestPages ?? []) {
      for (const path of [`/${name}.html`, `/portal/${name}.html`]) {
        const answer = await open(path);
        expect([path, answer.status]).toEqual([path, name === '404' ? 404 : 200]);
        const policy = answer.headers.get('content-security-policy') ?? '';
        const nonce = nonceOf(policy);
        const html = await answer.text();
        expect(html).toContain(`nonce="${nonce}"`);
        expect(html).not.toMatch(/__[A-Z_]+__/);
        expect(html).toContain('Acme &quot;&amp;&quot; &lt;Co&gt;');
        expect(policy).not.toMatch(/unsafe|\*/);
        for (const directive of [
          "default-src 'self'",
          "frame-ancestors 'none'",
          "base-uri 'none'",
          "object-src 'none'",
        ]) {
          expect(policy).toContain(directive);
        }
        expect(answer.headers.get('cache-control')).toBe('no-store');
        expect(nonceOf((await open(path)).headers.get('content-security-policy'))).not.toBe(nonce);
      }
    }
  });

  it.each([
    [{}, '', 'en'],
    [{ 'accept-language': 'ja,en;q=0.5' }, '', 'ja'],
    [{ 'accept-language': 'ja', cookie: 'portico-language=en' }, '', 'en'],
    [{ cookie: 'portico-language=en' }, '?ui_locales=xx%20ja', 'ja'],
    [{ cookie: 'portico-language=../../x' }, '?ui_locales=../en', 'en'],
  ])('come in the language of %j %s', async (headers, query, language) => {
    const html = await (await open(`/error.html${query}`, headers as Record<string, string>)).text();
    expect(html).toContain(`<html lang="${language}"`);
  });

  describe('in the look of a tenant', () => {
    const colour = '#0b7a75';
    const plain = async (path: string, headers: Record<string, string> = {}) => {
      const answer = await open(path, headers);
      const nonce = nonceOf(answer.headers.get('content-security-policy')) ?? '';
      return (await answer.text()).replaceAll(nonce, '');
    };
    const custom_theme = {
      themeColor: colour,
      logoId: '01900000-0000-7000-8000-000000000001',
      headerTitle: 'Club <1>',
    };
    let tenantId: string;
    beforeAll(async () => {
      ({ tenantId } = await makeTenant(app));
      await app.owner.query('update tenants set custom_theme = $2 where tenant_id = $1', [tenantId, custom_theme]);
    });

    it.each([
      ['the address', () => [`/login.html?tenantId=${tenantId}`]],
      ['the cookie', () => ['/portal/logout.html', { cookie: `portico-look=${tenantId}` }]],
    ] as const)('that %s names', async (_, asked) => {
      const [path, headers = {}] = asked() as [string, Record<string, string>?];
      const html = await plain(path, headers);
      expect(html).toContain(`:root{--brand:${colour};`);
      expect(html).toContain(
        `<img class="g-logo-image g-plate" src="/api/site/tenants/${tenantId}/logos/${custom_theme.logoId}" alt=""/><span>Club &lt;1&gt;</span>`,
      );
      expect(html).toContain('"headerTitle":"Club \\u003c1>"');
      expect(html).not.toMatch(/__[A-Z_]+__/);
    });

    it('gives the portal its colour before it knows who is signed in', async () => {
      const coloured = await plain('/portal/top.html', { cookie: `portico-look=${tenantId}` });
      expect(coloured).toContain(`data-theme-color="${colour}"`);
      expect(await plain('/portal/top.html')).toContain('data-theme-color=""');
    });

    it('tell nothing of a tenant that has none, is unknown or suspended', async () => {
      const [bare, suspended] = [await makeTenant(app), await makeTenant(app)];
      await app.owner.query("update tenants set status = 'suspended', custom_theme = $2 where tenant_id = $1", [
        suspended.tenantId,
        custom_theme,
      ]);
      const [unknown, ...others] = await Promise.all(
        ['no-such-tenant', bare.tenantId, suspended.tenantId].map(async (id) =>
          (await plain(`/login.html?tenantId=${id}`)).replaceAll(id, 'x'),
        ),
      );
      expect(others).toEqual([unknown, unknown]);
    });
  });

  it('come compressed', async () => {
    const raw = await new Promise<Buffer>((done, failed) => {
      request(`${app.url}/error.html`, { headers: { 'accept-encoding': 'br' } }, (answer) => {
        expect(answer.headers['content-encoding']).toBe('br');
        const chunks: Buffer[] = [];
        answer.on('data', (chunk) => chunks.push(chunk)).on('end', () => done(Buffer.concat(chunks)));
      })
        .on('error', failed)
        .end();
    });
    expect(brotliDecompressSync(raw).toString()).toContain('<!doctype html>');
  });

  it('include the portal for every address below /portal/, which knows those that are none', async () => {
    for (const [path, status] of [
      ['/portal/top.html', 200],
      ['/portal/account/login_history', 200],
      ['/portal/users?page=2', 200],
      ['/portal/users/taro', 200],
      ['/help', 200],
      ['/help/password-policy', 200],
      ['/help/one/more', 404],
      ['/portal/no-such-page?a=/portal/users', 404],
      ['/portal/account/no_such_section', 404],
    ] as const) {
      const answer = await open(path, { 'accept-language': 'ja' });
      expect([path, answer.status]).toEqual([path, status]);
      const html = await answer.text();
      expect(html).toContain('data-language="ja"');
      expect(html).toContain('data-mode="development"');
      expect(answer.headers.get('content-security-policy')).toContain("style-src-attr 'unsafe-inline'");
      expect(answer.headers.get('content-security-policy')).toMatch(/script-src 'self' 'nonce-[\w-]+';/);
    }
  });

  it('include a 404 page for every other address, which only GET and HEAD reach', async () => {
    const missing = await open('/no/such/page.html');
    expect(missing.status).toBe(404);
    expect(missing.headers.get('content-type')).toContain('text/html');
    expect((await open('/error.html', {}, 'HEAD')).status).toBe(200);
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const answer = await open('/error.html', {}, method);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8']);
    }
  });

  it('keep their files for good, and nothing outside them is reached', async () => {
    const script = /src="(\/assets\/[^"]+)"/.exec(await (await open('/error.html')).text())?.[1] ?? '';
    const answer = await open(script);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('content-type')).toContain('javascript');
    for (const path of [
      '/assets/../manifest.json',
      '/assets/..%2fmanifest.json',
      '/assets/%2e%2e/%2e%2e/package.json',
    ]) {
      expect([path, await rawStatus(path)]).not.toEqual([path, 200]);
    }
  });
});
