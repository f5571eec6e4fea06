import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn, type SignedIn } from '#test/factories.ts';
import { follow, idpOf, makeKey, makeSp, open } from '#test/saml.ts';
import { type Browser, makeBrowser } from './browser.ts';
import { endpointOf, type Mellon, missing, type Site, startMellon } from './mellon.ts';

describe.skipIf(missing() !== null)('mod_auth_mellon', () => {
  let app: TestApp;
  let mellon: Mellon;
  const pairs: { site: Site; signed: SignedIn; tenantId: string }[] = [];

  beforeAll(async () => {
    app = await sharedTestApp();
    const makePair = async (origin: string, at: number) => {
      const tenant = await makeTenant(app);
      const { tenantId } = tenant;
      const { token } = await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] }));
      const as = { app, tenantId, token };
      const { metadataUrl } = await idpOf(as);
      const metadata = await (await fetch(new URL(new URL(metadataUrl).pathname, app.url))).text();
      const site = { name: `site${at}`, entityId: `https://mellon.example/${at}`, key: makeKey(), metadata };
      const endpoint = endpointOf(origin, site);
      await makeSp(as, {
        ...{ entityId: site.entityId, acsUrl: `${endpoint}/postResponse`, logoutUrl: `${endpoint}/logout` },
        ...{ signingOption: 'assertion', authnRequestsSigned: true, certifications: [site.key.certificate] },
        // The second site gets its assertions encrypted.
        encryptionCertifications: at === 2 ? [site.key.certificate] : [],
      });
      pairs.push({ site, tenantId, signed: await signIn(app, await makeUser(app, tenant)) });
      return site;
    };
    mellon = await startMellon((origin) => Promise.all([1, 2].map((at) => makePair(origin, at))));
  });
  afterAll(async () => {
    await mellon.close();
    await app.close();
  });

  async function enter(browser: Browser, { site, signed }: (typeof pairs)[number]): Promise<void> {
    let asked = await browser(`/${site.name}/`);
    if (asked.to.includes('/mellon/login')) asked = await browser(asked.to);
    expect(asked.to).toContain('SAMLRequest=');
    const { posts } = await follow(app, asked.to, signed.cookie);
    const { SAMLResponse = '', RelayState } = posts ?? {};
    const back = await browser(posts?.to ?? '', { SAMLResponse, RelayState: RelayState ?? '' });
    expect([back.status, back.text.slice(0, 300)]).toEqual([303, expect.anything()]);
    expect(await browser(back.to)).toMatchObject({ status: 200, text: `the page of ${site.name}` });
  }

  test('signs in, and out from there, in two tenants at once', async () => {
    await Promise.all(
      pairs.map(async (pair) => {
        const browser = makeBrowser(mellon.origin);
        await enter(browser, pair);
        const left = await browser(`/${pair.site.name}/mellon/logout?ReturnTo=${encodeURIComponent(mellon.origin)}/`);
        expect(left.to).toContain('SAMLRequest=');
        const { posts } = await open(app, left.to);
        const { SAMLResponse = '', RelayState } = posts ?? {};
        const back = await browser(posts?.to ?? '', { SAMLResponse, RelayState: RelayState ?? '' });
        expect([back.status, back.to]).toEqual([303, `${mellon.origin}/`]);
        expect((await browser(`/${pair.site.name}/`)).status).toBe(303);
      }),
    );
  });

  test('a sign-out at the portal signs out there', async () => {
    const [pair] = pairs;
    if (!pair) throw new Error('no site');
    const user = await makeUser(app, { tenantId: pair.tenantId, name: '' });
    const signed = await signIn(app, user);
    const browser = makeBrowser(mellon.origin);
    await enter(browser, { ...pair, signed });
    const path = `/api/auth/tenants/${pair.tenantId}/samlIdP/samlSpLogoutUris`;
    const { body } = await app.call('GET', path, { cookie: signed.cookie });
    const answered = await browser(body.samlSpLogoutUris[0]);
    expect(answered.to).toContain('SAMLResponse=');
    expect((await open(app, answered.to)).status).toBe(200);
    expect((await browser(`/${pair.site.name}/`)).status).toBe(303);
  });
});
