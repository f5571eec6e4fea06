import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, type SignedIn, signIn, type TestTenant, type TestUser } from '#test/factories.ts';
import { jpeg, png, webp } from '#test/images.ts';
import { sendForm } from '#test/imports.ts';
import { mailsOfKind } from '#test/mailed-links.ts';
import { createMailImages } from './mail-look.ts';

let app: TestApp;
let tenant: TestTenant;
let person: TestUser;
let admin: SignedIn;
let stranger: SignedIn;
beforeAll(async () => {
  app = await sharedTestApp();
  tenant = await makeTenant(app);
  person = await makeUser(app, tenant, { roles: ['PowerUser'] });
  admin = await signIn(app, person);
  stranger = await signIn(app, await makeUser(app, await makeTenant(app), { roles: ['PowerUser'] }));
});
afterAll(() => app.close());

const path = '/api/portal/customTheme';
const read = async (who = admin) => (await app.call('GET', path, { token: who.token })).body;
const upload = (file: string | Uint8Array, who = admin) =>
  sendForm({ app, token: who.token }, `${path}/logo`, {}, file);
const plain = { themeColor: null, logoId: null, logoPlate: true, headerTitle: null, headerStyle: 'plain' };
const save = async (given: object, who = admin) =>
  app.call('PUT', path, { token: who.token, body: { ...plain, version: (await read(who)).version, ...given } });
const look = async (tenantId = tenant.tenantId) => (await app.call('GET', `/api/site/theme?tenantId=${tenantId}`)).body;
const svg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10">${inside}</svg>`;

describe('a look', () => {
  it('is uploaded, chosen, seen by strangers, and taken off again', async () => {
    const before = await read();
    expect(before).toMatchObject({ themeColor: null, logo: null, logoPlate: true, headerTitle: null });
    const { logo, removed } = (await upload(png(30, 10))).body;
    expect(logo).toMatchObject({ mediaType: 'image/png', width: 30, height: 10, inMails: true });
    expect(removed).toEqual([]);
    // An upload does not select the logo.
    expect((await look()).logo).toBeNull();
    const chosen = {
      themeColor: '#aa3300',
      logoId: logo.logoId,
      headerTitle: ' Garden Club ',
      headerStyle: 'coloured',
    };
    const saved = (await save(chosen)).body;
    expect(saved).toMatchObject({ themeColor: '#aa3300', logo, headerTitle: 'Garden Club', headerStyle: 'coloured' });
    expect(await read()).toEqual(saved);
    const worn = {
      themeColor: '#aa3300',
      logo: logo.url,
      logoPlate: true,
      headerTitle: 'Garden Club',
      headerStyle: 'coloured',
    };
    expect(await look()).toEqual(worn);
    expect((await app.call('GET', '/api/account/myTenant', { token: admin.token })).body.customTheme).toEqual(worn);
    expect((await save({})).body).toEqual(before);
    expect(await look()).toEqual(await look('no-such-tenant'));
    const { rows } = await app.owner.query(
      "select changes from system_operation_log where tenant_id = $1 and target_type = 'customTheme' order by at, id",
      [tenant.tenantId],
    );
    expect(rows[0].changes).toEqual({
      themeColor: { before: null, after: '#aa3300' },
      logoId: { before: null, after: logo.logoId },
      headerTitle: { before: null, after: 'Garden Club' },
      headerStyle: { before: 'plain', after: 'coloured' },
    });
  });

  it('that another administrator changed meanwhile is not overwritten', async () => {
    const { version } = await read();
    const answers = await Promise.all(['#112233', '#445566'].map((themeColor) => save({ themeColor, version })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body[0].message_id).toBe('conflict');
    const [kept] = answers.filter(({ status }) => status === 200);
    expect(await read()).toEqual(kept?.body);
  });

  it.each([
    [{ themeColor: 'red' }, 'themeColor'],
    [{ themeColor: '#abc' }, 'themeColor'],
    [{ themeColor: '#aa33001' }, 'themeColor'],
    [{ headerTitle: '' }, 'headerTitle'],
    [{ headerTitle: '  ' }, 'headerTitle'],
    [{ headerTitle: 'x'.repeat(41) }, 'headerTitle'],
    [{ headerTitle: 'a\nb' }, 'headerTitle'],
    [{ headerStyle: 'loud' }, 'headerStyle'],
    [{ logoId: 'logo' }, 'logoId'],
    [{ logo: 'data:image/png;base64,AAAA' }, 'logo'],
    [{ logoPlate: 'yes' }, 'logoPlate'],
  ])('%j is refused', async (given, field) => {
    const answer = await save(given);
    expect([answer.status, answer.body[0]]).toEqual([
      400,
      expect.objectContaining({ message_id: 'invalid_params', field }),
    ]);
  });
});

describe('a logo', () => {
  it.each([
    ['image/png', png(3, 2), '.png'],
    ['image/jpeg', jpeg(3, 2), '.jpg'],
    ['image/webp', webp(3, 2), '.webp'],
    ['image/svg+xml', svg('<path d="M0 0h9"/>'), '.svg'],
  ])('%s is served as a file that may do nothing', async (type, file, ending) => {
    const { logo } = (await upload(file)).body;
    const answer = await fetch(app.url + logo.url);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type]);
    expect(answer.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-disposition')).toContain(`attachment; filename="logo${ending}"`);
    expect(answer.headers.get('cache-control')).toContain('immutable');
    if (typeof file !== 'string') expect(Buffer.from(await answer.arrayBuffer())).toEqual(file);
  });

  it('with script is served without, and says what is gone', async () => {
    const { logo, removed } = (await upload(svg('<script>alert(1)</script><path onload="x" d="M0 0h9"/>'))).body;
    expect(removed).toEqual(['script', 'onload']);
    expect(await (await fetch(app.url + logo.url)).text()).not.toMatch(/script|onload|alert/);
  });

  it.each([
    [
      'a PNG of 40,000 × 40,000 pixels',
      png(1, 1, { claims: { width: 40_000, height: 40_000 } }),
      400,
      'image_too_many_pixels',
    ],
    ['an entity bomb', `<!DOCTYPE svg [<!ENTITY a "b">]>${svg('&a;')}`, 400, 'image_broken'],
    ['HTML under the name of an image', '<html><script>alert(1)</script></html>', 400, 'image_wrong_type'],
    ['a GIF', 'GIF89a', 400, 'image_wrong_type'],
    ['nothing', '', 400, 'image_wrong_type'],
    ['a PNG of pixels that are none', png(3, 2, { deflated: Buffer.from('no pixels') }), 400, 'image_broken'],
    ['a transparent PNG', png(1, 1, { kind: [8, 6], pixels: Buffer.alloc(5) }), 400, 'image_shows_nothing'],
    ['an SVG of which nothing is left', svg('<script>alert(1)</script>'), 400, 'image_shows_nothing'],
    ['half a PNG', png(3, 2).subarray(0, 40), 400, 'image_broken'],
    ['600 kB', Buffer.concat([png(3, 2), Buffer.alloc(600_000)]), 413, 'body_too_large'],
    ['100 MB', Buffer.alloc(100 * 1024 * 1024), 413, 'body_too_large'],
  ])('%s is refused', async (_, file, status, id) => {
    const kept = async () => (await app.owner.query('select count(*)::int as n from tenant_logos')).rows[0].n;
    const before = await kept();
    const answer = await upload(file);
    expect([answer.status, answer.body[0].message_id]).toEqual([status, id]);
    expect(await kept()).toBe(before);
  });

  it('needs a form with one file and nothing else', async () => {
    const post = (fields: Record<string, string>, file: string | null) =>
      sendForm({ app, token: admin.token }, `${path}/logo`, fields, file);
    expect((await post({}, null)).body[0]).toMatchObject({ message_id: 'invalid_params', field: 'file' });
    expect((await post({ name: 'x' }, svg(''))).body[0]).toMatchObject({ message_id: 'invalid_params', field: 'name' });
    const json = await app.call('POST', `${path}/logo`, { token: admin.token, body: { file: 'x' } });
    expect([json.status, json.body[0].message_id]).toEqual([415, 'unsupported_media_type']);
  });

  it('of another tenant is nobody’s', async () => {
    const { logo } = (await upload(png(3, 2), stranger)).body;
    const made = '01900000-0000-7000-8000-000000000001';
    for (const logoId of [logo.logoId, made]) {
      const saved = await save({ logoId });
      expect([saved.status, saved.body[0].message_id]).toEqual([404, 'not_found']);
      const asked = { themeColor: null, logoPlate: true, scheme: 'light', logoId };
      expect((await app.call('POST', `${path}/mailPreview`, { token: admin.token, body: asked })).status).toBe(404);
      const posted = await sendForm({ app, token: admin.token }, `${path}/logo/${logoId}/mailImage`, {}, png(3, 2));
      expect(posted.status).toBe(404);
      for (const id of [tenant.tenantId, 'no-such', '-', "'--"])
        expect((await fetch(`${app.url}/api/site/tenants/${encodeURIComponent(id)}/logos/${logoId}`)).status).toBe(404);
    }
  });

  it('is kept among the last ten, and as long as it is worn', async () => {
    const first = (await upload(png(5, 5))).body.logo;
    await save({ logoId: first.logoId });
    const later = [];
    for (let n = 0; n < 12; n++) later.push((await upload(png(4, 4))).body.logo);
    const state = async ({ url }: { url: string }) => (await fetch(app.url + url)).status;
    expect([await state(first), await state(later[0]), await state(later[1])]).toEqual([200, 404, 404]);
    expect([await state(later[2]), await state(later[11])]).toEqual([200, 200]);
    await save({});
  });
});

describe('mails', () => {
  const changePassword = { currentPassword: 'violet harbour 47 lantern', newPassword: 'copper meadow 91 whistle' };
  const mailImage = (logoId: string, file: Uint8Array | string) =>
    sendForm({ app, token: admin.token }, `${path}/logo/${logoId}/mailImage`, {}, file);

  it('wear colour and logo; the sender gets the picture by its id', async () => {
    const { logo } = (await upload(png(960, 80))).body;
    await save({ themeColor: '#0b7a75', logoId: logo.logoId });
    const reader = await makeUser(app, tenant);
    const { token } = await signIn(app, reader);
    await app.call('PUT', '/api/auth/me/password', { token, body: changePassword });
    const [mail] = await mailsOfKind(app, reader.mail, 'passwordChanged');
    expect(mail?.imageId).toBe(logo.logoId);
    expect(mail?.html).toContain(`src="cid:${logo.logoId}@logo"`);
    expect(mail?.html).toContain('#0b7a75');
    const images = createMailImages(app.tools.db);
    expect(await images(tenant.tenantId, logo.logoId)).toEqual({ mediaType: 'image/png', content: png(960, 80) });
    expect(await images(stranger.token, logo.logoId).catch(() => null)).toBeNull();
    await save({});
  });

  it('show a logo they could not show by its picture, once it has one', async () => {
    const { logo } = (await upload(svg('<path d="M0 0h9"/>'))).body;
    expect(logo.inMails).toBe(false);
    await save({ logoId: logo.logoId });
    const preview = async () =>
      (
        await app.call('POST', `${path}/mailPreview`, {
          token: admin.token,
          body: { themeColor: null, logoPlate: true, logoId: logo.logoId, scheme: 'dark' },
        })
      ).body.html;
    expect(await preview()).not.toContain('<img');
    const image = png(160, 40);
    expect((await mailImage(logo.logoId, image)).body).toMatchObject({ logoId: logo.logoId, inMails: true });
    expect(await preview()).toContain(`src="data:image/png;base64,${image.toString('base64')}"`);
    const { rows } = await app.owner.query('select custom_theme from tenants where tenant_id = $1', [tenant.tenantId]);
    expect(rows[0].custom_theme.mailImage).toEqual({ width: 160, height: 40 });
    await save({});
  });

  it.each([
    ['an SVG', svg('<path d="M0 0h9"/>'), 400, 'image_wrong_type'],
    ['a JPEG', jpeg(3, 2), 400, 'image_wrong_type'],
    ['too many pixels', png(481, 10), 400, 'image_too_many_pixels'],
    ['too many bytes', Buffer.concat([png(3, 2), Buffer.alloc(50_000)]), 413, 'body_too_large'],
  ])('carry no picture that is %s', async (_, file, status, id) => {
    const { logo } = (await upload(svg('<path d="M0 0h9"/>'))).body;
    const answer = await mailImage(logo.logoId, file);
    expect([answer.status, answer.body[0].message_id]).toEqual([status, id]);
  });
});
