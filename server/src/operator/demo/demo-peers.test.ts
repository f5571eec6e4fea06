import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, startTestApp } from '#test/app.ts';
import { signIn } from '#test/factories.ts';
import { arrive, depart } from '#test/federation.ts';
import { follow } from '#test/saml.ts';
import { bring, cookieOf, readRequest } from '#test/saml/connection.ts';
import { makeScratchDirectory } from '#test/scratch-directory.ts';
import type { DemoPeers } from '../../platform/demo-peers.ts';
import { connectDemoPeers, startDemoPeers } from './demo-peers.ts';
import { createDemoTenants } from './demo-tenants.ts';

let app: TestApp;
let scratch: Awaited<ReturnType<typeof makeScratchDirectory>>;
let sleeper: Awaited<ReturnType<typeof startDemoPeers>>;
let peers: DemoPeers;
const password = 'quiet meadow 9 bridges';

beforeAll(async () => {
  scratch = await makeScratchDirectory('portico-demo-peers-');
  app = await startTestApp({ NODE_ENV: 'development', DATA_DIR: scratch.path, DEMO_PASSWORD: password });
  await createDemoTenants(app.tools);
  peers = app.tools.config.demoPeers as DemoPeers;
  await connectDemoPeers(app.tools, peers);
  sleeper = await startDemoPeers(app.tools);
});
afterAll(async () => {
  await sleeper?.close();
  await app.close();
  await scratch.remove();
});

const tenantId = 'demo';
const people = [
  ['山田 太郎 (taro)', '太郎'],
  ['Mika Lind (new)', 'Mika'],
] as const;

/** The page of a provider, where one chooses who one is. */
async function choose(page: string, name: string): Promise<Response> {
  const html = await (await fetch(page)).text();
  const links = [...html.matchAll(/<a href="([^"]*)">([^<]*)</g)];
  const [, href = ''] = links.find(([, , shown]) => shown === name) ?? [];
  return fetch(href.replaceAll('&amp;', '&'), { redirect: 'manual' });
}

it.each(people)('%s signs in to the demo tenant by OpenID', async (name, givenName) => {
  const { url, cookie } = await depart(app, tenantId, 'demo-openid');
  const chosen = await choose(url, name);
  const { told } = await arrive(new URL(chosen.headers.get('location') ?? ''), cookie);
  const body = { exchangeCode: told.get('exchangeCode'), withMyInfo: true };
  const done = await app.call('POST', '/api/account/exchangeToken', { body, cookie });
  expect(done.body).toMatchObject({ status: 'completed', tenantId, me: { givenName } });
});

it.each(people)('%s signs in to the demo tenant by SAML', async (name, givenName) => {
  const answer = await app.call('POST', '/api/auth/saml/sp/request', { body: { tenantId, samlId: 'demo-saml' } });
  const asked = readRequest(answer.body.url, cookieOf(answer));
  const html = await (await choose(answer.body.url, name)).text();
  const [, acsUrl = ''] = /action="([^"]*)"/.exec(html) ?? [];
  const [, response = ''] = /name="SAMLResponse" value="([^"]*)"/.exec(html) ?? [];
  const { exchangeCode } = await bring(app, { acsUrl }, asked, Buffer.from(response, 'base64').toString());
  const body = { exchangeCode, withMyInfo: true };
  const done = await app.call('POST', '/api/account/exchangeToken', { body, cookie: asked.cookie });
  expect(done.body).toMatchObject({ status: 'completed', tenantId, me: { givenName } });
});

it('the SAML app knows who is signed in here', async () => {
  const taro = { tenantId, userId: 'taro', password, mailAddress: 'taro@demo.example' };
  const { cookie } = await signIn(app, taro as never);
  const begun = await fetch(peers.samlService, { redirect: 'manual' });
  const { posts } = await follow(app, begun.headers.get('location') ?? '', cookie);
  const form = new URLSearchParams({ SAMLResponse: posts?.SAMLResponse ?? '', RelayState: posts?.RelayState ?? '' });
  const page = await fetch(posts?.to ?? '', { method: 'POST', body: form });
  expect(await page.text()).toContain('Signed in as taro@demo.example');
});

it('connects once: what an administrator deletes stays away, and another port connects anew', async () => {
  const count = async (from: string) =>
    (await app.owner.query(`select count(*)::integer as n from ${from} where tenant_id = $1`, [tenantId])).rows[0].n;
  await app.owner.query('delete from saml_sps where tenant_id = $1', [tenantId]);
  await connectDemoPeers(app.tools, peers);
  expect(await count('saml_sps')).toBe(0);
  const elsewhere = { ...peers, openidProvider: 'http://127.0.0.1:9' };
  const outgoing = { ...app.tools.outgoing, mayCall: () => true };
  await connectDemoPeers({ ...app.tools, outgoing }, elsewhere);
  expect([await count('saml_sps'), await count('openid_connections'), await count('saml_connections')]).toEqual([
    1, 1, 1,
  ]);
  const { rows } = await app.owner.query('select issuer from openid_connections where tenant_id = $1', [tenantId]);
  expect(rows).toEqual([{ issuer: 'http://127.0.0.1:9' }]);
});

it('reaches the OpenID provider alone on this machine, and nothing at all in production mode', async () => {
  const { outgoing, config } = app.tools;
  expect(outgoing.mayCall(`${peers.openidProvider}/token`)).toBe(true);
  expect(outgoing.mayCall(peers.samlService)).toBe(false);
  expect(outgoing.mayCall(`http://127.0.0.1:${config.PORT}/`)).toBe(false);
  const production = { ...app.tools, config: { ...config, demoPeers: undefined } };
  expect(await startDemoPeers(production)).toBeNull();
});
