import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, startTestApp } from '#test/app.ts';
import { makeTenant } from '#test/factories.ts';
import { makeScratchDirectory } from '#test/scratch-directory.ts';
import { createOperatorToken } from '../operator/operator-tokens/operator-tokens.ts';
import { operatorAct } from '#test/operator-act.ts';
import { operatorScopes } from '#contract/principals.ts';

let app: TestApp;
let scratch: Awaited<ReturnType<typeof makeScratchDirectory>>;
let token: string;

const get = (path: string, headers: Record<string, string> = {}) => app.call('GET', path, { headers });
const operate = (method: string, path: string, body: unknown) =>
  app.call(method, `/api/operator${path}`, { token, body });

beforeAll(async () => {
  scratch = await makeScratchDirectory('portico-site-');
  const links = join(scratch.path, 'links.json');
  const everywhere = {
    en: { help: 'https://help.example/en', privacyPolicyGroup: 'https://p.example/group' },
    ja: { help: 'https://help.example/ja' },
  };
  const regions = { jp: { en: { help: 'https://jp.example/en' } } };
  await writeFile(links, JSON.stringify({ everywhere, regions }));
  app = await startTestApp({ LINKS_FILE: links, PRODUCT_NAME: 'Acme & <Co>', ENVIRONMENT: 'devj' });
  const act = operatorAct();
  token = (await createOperatorToken(app.tools, act, { name: 'tests', days: 1, scopes: [...operatorScopes] })).token;
});
afterAll(async () => {
  await app.close();
  await scratch.remove();
});

describe('page configuration and links', () => {
  it('tells the links of the language, English standing in', async () => {
    const { body } = await get('/api/site/pageConfig?language=ja');
    expect(body).toMatchObject({ productName: 'Acme & <Co>', environment: 'devj', language: 'ja', development: true });
    expect(body.links).toEqual({ help: 'https://help.example/ja', privacyPolicyGroup: 'https://p.example/group' });
    expect((await get('/api/site/pageConfig', { 'accept-language': 'ja' })).body.language).toBe('ja');
    expect((await get('/api/site/pageConfig?language=xx')).status).toBe(400);
  });

  it('stand in the region of the environment, whose links they tell, and guest pages name the environment', async () => {
    const { body } = await get('/api/site/pageConfig?language=en');
    expect([body.region, body.links.help]).toEqual(['jp', 'https://jp.example/en']);
    const page = await (await fetch(`${app.url}/login.html`)).text();
    const [, data = ''] = /id="page-data"[^>]*>([^<]*)</.exec(page) ?? [];
    expect(JSON.parse(data)).toMatchObject({ region: 'jp', environment: 'devj' });
  });

  it('tells the links of a region', async () => {
    const { body } = await get('/api/site/regions/jp/links.json');
    expect(body.links.en.help).toBe('https://jp.example/en');
    expect(body.links.ja.help).toBe('https://help.example/ja');
    expect((await get('/api/site/regions/xx/links.json')).status).toBe(404);
  });
});

describe('locale catalogs', () => {
  it('give every text of a language, with an entity tag', async () => {
    const answer = await get('/api/site/locales/pt-BR.json');
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body.errors).length).toBeGreaterThan(50);
    expect(answer.body.mail).toBeUndefined();
    const etag = answer.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]+"$/);
    expect((await get('/api/site/locales/pt-BR.json', { 'if-none-match': etag })).status).toBe(304);
    expect((await get('/api/site/locales/ja.json', { 'if-none-match': etag })).status).toBe(200);
  });

  it.each(['xx', 'EN', 'en-GB', '..%2fen', 'en.json'])('do not exist for %s', async (lang) => {
    expect((await get(`/api/site/locales/${lang}.json`)).status).toBe(404);
  });
});

describe('themes', () => {
  it('do not tell which tenants there are', async () => {
    const plain = await makeTenant(app);
    const coloured = await makeTenant(app);
    await app.owner.query(`update tenants set custom_theme = '{"themeColor":"#aa3300"}' where tenant_id = $1`, [
      coloured.tenantId,
    ]);
    const unknown = await get('/api/site/theme?tenantId=no-such');
    expect((await get(`/api/site/theme?tenantId=${plain.tenantId}`)).body).toEqual(unknown.body);
    expect((await get('/api/site/theme?tenantId=%27--')).body).toEqual(unknown.body);
    expect((await get(`/api/site/theme?tenantId=${coloured.tenantId}`)).body.themeColor).toBe('#aa3300');
  });
});

describe('feature toggles', () => {
  it('are set everywhere and for a tenant, seen within half a second', async () => {
    const { tenantId } = await makeTenant(app);
    const active = async (query = '') =>
      (await get(`/api/account/activatedFeatureToggles${query}`)).body.activatedFeatureToggles;
    expect(await active()).toContain('deviceAuthorization');
    await operate('PUT', '/toggles/deviceAuthorization', { active: false });
    app.advance(600);
    expect(await active()).not.toContain('deviceAuthorization');
    const own = await operate('PUT', '/toggles/deviceAuthorization', { active: true, tenantId });
    expect(own.body).toEqual({ name: 'deviceAuthorization', active: true, setFor: 'tenant' });
    app.advance(600);
    expect(await active(`?tenantId=${tenantId}`)).toContain('deviceAuthorization');
    expect(await active('?tenantId=no-such')).not.toContain('deviceAuthorization');
    expect(await app.tools.isToggleActive('deviceAuthorization', tenantId)).toBe(true);
    expect(await app.tools.isToggleActive('constructor' as never, tenantId)).toBe(false);
    await operate('PUT', '/toggles/deviceAuthorization', { active: null });
    expect((await operate('PUT', '/toggles/unknown', { active: true })).status).toBe(404);
    expect((await operate('PUT', '/toggles/deviceAuthorization', { active: true, tenantId: 'no-such' })).status).toBe(
      404,
    );
  });
});

describe('maintenance and status', () => {
  it('announce a window until it ends', async () => {
    const at = (hours: number) => new Date(app.tools.clock().getTime() + hours * 3_600_000).toISOString();
    const title = { en: 'Update', ja: '更新' };
    const made = await operate('POST', '/maintenances', { title, startsAt: at(1), endsAt: at(2) });
    expect(made.body).toMatchObject({ state: 'scheduled', title });
    const upcoming = async (language: string) =>
      (await get(`/api/account/status/scheduled-maintenances/upcoming.json?language=${language}`)).body
        .scheduled_maintenances;
    expect(await upcoming('ja')).toMatchObject([{ name: '更新', status: 'scheduled' }]);
    app.advance(90 * 60_000);
    expect(await upcoming('de')).toMatchObject([{ name: 'Update', status: 'in_progress' }]);
    expect((await operate('POST', `/maintenances/${made.body.uuid}/end`, undefined)).body.state).toBe('completed');
    expect(await upcoming('en')).toEqual([]);
    expect((await operate('POST', `/maintenances/${made.body.uuid}/end`, undefined)).status).toBe(404);
    expect((await operate('POST', '/maintenances', { title, startsAt: at(2), endsAt: at(1) })).status).toBe(400);
    expect(
      (await operate('POST', '/maintenances', { title: { ja: '更新' }, startsAt: at(1), endsAt: at(2) })).status,
    ).toBe(400);
  });

  it('tell the state of the components', async () => {
    const status = async () => (await get('/api/account/status/status.json?language=en')).body.status;
    expect(await status()).toEqual({ indicator: 'none', description: 'All systems work as usual.' });
    await operate('PUT', '/status/components/login', { status: 'partial_outage', name: 'Sign-in' });
    await operate('PUT', '/status/components/mail', { status: 'operational' });
    expect((await status()).indicator).toBe('major');
    const { components } = (await get('/api/account/status/components.json')).body;
    expect(components).toMatchObject([
      { id: 'login', name: 'Sign-in', status: 'partial_outage' },
      { id: 'mail', name: 'mail' },
    ]);
    expect((await operate('PUT', '/status/components/mail', { status: 'broken' })).status).toBe(400);
    expect((await operate('DELETE', '/status/components/mail', undefined)).status).toBe(204);
    expect((await status()).indicator).toBe('critical');
  });
});
