import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, type SignedIn, signIn, type TestTenant, type TestUser } from '#test/factories.ts';
import { exchangeCodeIn, mailsOfKind } from '#test/mailed-links.ts';

let app: TestApp;
let tenant: TestTenant;
let administrator: TestUser;
let signedIn: SignedIn;
beforeAll(async () => {
  app = await sharedTestApp();
  tenant = await makeTenant(app, { name: 'Garden <Club>', locale: 'ja' });
  administrator = await makeUser(app, tenant, { roles: ['PowerUser'] });
  signedIn = await signIn(app, administrator);
});
afterAll(() => app.close());

const path = '/api/portal/customizeMail';
const put = (body: object) => app.call('PUT', path, { token: signedIn.token, body });
const preview = (body: object) => app.call('POST', `${path}/preview`, { token: signedIn.token, body });
const get = async (token = signedIn.token) => (await app.call('GET', path, { token })).body.results;

async function invited(locale: string | null = null) {
  const user = await makeUser(app, tenant, { status: 'registering', withoutPassword: true });
  await app.owner.query('update users set locale = $2 where uuid = $1', [user.uuid, locale]);
  const act = `/api/auth/tenants/${tenant.tenantId}/users/${user.userId}/sendInvitation`;
  expect((await app.call('POST', act, { token: signedIn.token })).status).toBe(200);
  return { user, mail: (await mailsOfKind(app, user.mail, 'invitation'))[0] };
}

it('begins with the words that come with Portico, in the language of the tenant', async () => {
  const texts = await get();
  expect(texts).toHaveLength(8);
  expect(texts[0]).toMatchObject({
    type: 'registration',
    use: false,
    isStandard: true,
    mailSubject: '{{product}} への招待',
  });
  expect(texts[0].mailBody).toContain('\n\n{{link}}\n\n');
  for (const { type, mailSubject, mailBody } of texts) {
    if (type === 'registrationPhrase') continue;
    // Portico's default text passes the same validation.
    expect([type, (await put({ type, use: true, mailSubject, mailBody })).status]).toEqual([type, 200]);
    await put({ type, use: false, mailSubject, mailBody });
  }
});

it('is what the mail says: text, HTML, button, and no markup from values', async () => {
  const own = {
    type: 'registration',
    use: true,
    mailSubject: 'Welcome, {{name}}',
    mailBody: 'Hello {{userId}} of {{tenant}}\nsecond line\n\n{{link}}\n\nSee you <soon>',
  };
  expect((await put(own)).body).toEqual({ ...own, locale: null });
  const { user, mail } = await invited();
  const link = `${app.url}/portal/register.html?exchangeCode=${exchangeCodeIn(mail)}`;
  expect(mail?.subject).toMatch(/^Welcome, Tester No/);
  expect(mail?.text).toMatch(/^Hello user-\d+ of Garden <Club>\nsecond line\n\n/);
  expect(mail?.text).toContain(`\n${link}\n\nSee you <soon>`);
  expect(mail?.html).toContain(`Hello ${user.userId} of Garden &lt;Club&gt;<br>second line`);
  expect(mail?.html).toContain(`<a href="${link}"`);
  expect(mail?.html).toContain('See you &lt;soon&gt;');
  expect((await get()).find(({ type }: { type: string }) => type === 'registration')).toMatchObject({
    ...own,
    isStandard: false,
  });
  await put({ ...own, use: false });
  expect((await invited()).mail?.subject).toBe('Portico への招待');
});

it('the fixed phrase is in every registration mail, the tenant’s own or not', async () => {
  const phrase = {
    type: 'registrationPhrase',
    use: true,
    mailSubject: '',
    mailBody: 'Questions? Ask the help desk of {{tenant}}: 4711.',
  };
  expect((await put(phrase)).status).toBe(200);
  expect((await invited()).mail?.text).toContain('Questions? Ask the help desk of Garden <Club>: 4711.');
  await put({ type: 'registration', use: true, mailSubject: 'Own', mailBody: 'Own words\n\n{{link}}' });
  expect((await invited()).mail?.text).toMatch(/^Own words\n\nQuestions\? .*4711\.\n\n/);
  await put({ ...phrase, use: false });
  expect((await invited()).mail?.text).not.toContain('4711');
});

it('a preview is the mail as it would go out, and stores nothing', async () => {
  const body = { type: 'userCode', use: true, mailSubject: 'PIN of {{name}}', mailBody: 'It is {{pin}}, {{unknown}}' };
  const shown = await preview(body);
  expect(shown.body).toMatchObject({ subject: expect.stringMatching(/^PIN of Tester/), locale: 'ja' });
  expect(shown.body.text).toContain('It is 481516, {{unknown}}');
  expect((await get()).find(({ type }: { type: string }) => type === 'userCode').mailBody).not.toContain('It is');
});

it('a preview of one of the two texts of a registration mail shows the other one as it is stored', async () => {
  const own = { type: 'registration', use: true, mailSubject: 'Own', mailBody: 'Own words\n\n{{link}}' };
  const phrase = { type: 'registrationPhrase', use: true, mailSubject: '', mailBody: 'Call 4711.' };
  await put(own);
  await put(phrase);
  const draft = { ...phrase, mailBody: 'Call 0815.' };
  const send = () => app.call('POST', `${path}/test`, { token: signedIn.token, body: draft });
  expect((await send()).status).toBe(200);
  const sent = (await mailsOfKind(app, administrator.mail, 'testMail')).at(-1);
  expect([sent?.subject, sent?.text]).toEqual(['Own', expect.stringMatching(/^Own words\n\nCall 0815\.\n\n/)]);
  expect((await preview(draft)).body.text).toBe(sent?.text);
  const other = (await preview({ ...own, mailBody: 'New words\n\n{{link}}' })).body.text;
  expect(other).toMatch(/^New words\n\nCall 4711\.\n\n/);
  expect((await preview({ ...phrase, use: false })).body.text).not.toContain('Call');
  expect((await preview({ ...own, use: false })).body.text).toMatch(/作成しました。[\s\S]*Call 4711\./);
  await put({ ...phrase, use: false });
  expect((await preview(own)).body.text).not.toContain('Call');
});

it('the end of the link is said in the language of the text, with its time zone, whoever reads it', async () => {
  const body = { type: 'registration', use: true, mailSubject: 'Own', mailBody: 'Until {{expiresAt}}.\n\n{{link}}' };
  await put(body);
  await app.owner.query("update tenants set locale = 'en', timezone = 'Asia/Tokyo' where tenant_id = $1", [
    tenant.tenantId,
  ]);
  const { mail } = await invited('ja');
  await app.owner.query("update tenants set locale = 'ja' where tenant_id = $1", [tenant.tenantId]);
  expect(mail?.text).toMatch(/^Until [A-Z][a-z]+ \d+, \d{4} at \d+:\d\d [AP]M GMT\+9\./);
  expect((await preview(body)).body.text).toMatch(/^Until \d{4}年\d+月\d+日 \d+:\d\d JST\./);
  await put({ ...body, use: false });
  expect((await invited()).mail?.text).toMatch(/\d{4}年\d+月\d+日 \d+:\d\d JST/);
});

describe('a text for the readers of one language', () => {
  const words = (language: string | null, body: string, more: object = {}) => ({
    ...{ type: 'registration', locale: language, use: true, mailSubject: `For ${language}` },
    ...{ mailBody: `${body} {{expiresAt}}.\n\n{{link}}`, ...more },
  });
  const listed = async (query: string) =>
    (await app.call('GET', `${path}?type=registration${query}`, { token: signedIn.token })).body.results[0];
  const saidTo = async (locale: string | null) => {
    const { mail } = await invited(locale);
    return [mail?.subject, mail?.text.split('\n')[0]];
  };
  beforeEach(async () => {
    await app.owner.query('delete from customized_mails where tenant_id = $1', [tenant.tenantId]);
  });

  it('goes to them, the one for all to everybody else, and Portico’s where there is none', async () => {
    await put(words('de', 'Bis'));
    const german = ['For de', expect.stringMatching(/^Bis \d+\. \p{L}+ \d{4} um \d+:\d\d GMT\+9\.$/u)];
    expect(await saidTo('de')).toEqual(german);
    expect((await saidTo('en'))[0]).toBe('You’re invited to Portico');
    expect((await saidTo(null))[0]).toBe('Portico への招待');
    await put(words(null, 'All'));
    expect(await saidTo('de')).toEqual(german);
    // The one for all is in the tenant's language, whoever reads it.
    for (const reader of ['en', 'ja', null])
      expect(await saidTo(reader)).toEqual(['For null', expect.stringMatching(/^All \d{4}年\d+月\d+日 /)]);
    await put(words('ja', '日本'));
    for (const reader of ['ja', null]) expect((await saidTo(reader))[0]).toBe('For ja');
    await put(words('de', 'Bis', { use: false }));
    expect((await saidTo('de'))[0]).toBe('For null');
    expect(await listed('')).toMatchObject({ locale: null, mailSubject: 'For null', languages: ['ja'] });
  });

  it('begins with the words that come with Portico in that language, and is previewed in it', async () => {
    expect(await listed('&locale=en')).toMatchObject({
      ...{ locale: 'en', use: false, isStandard: true, languages: [], updatedAt: null },
      mailSubject: 'You’re invited to {{product}}',
    });
    const draft = words('en', 'Until');
    const { body } = await preview(draft);
    expect(body).toMatchObject({
      locale: 'en',
      subject: 'For en',
      text: expect.stringMatching(/^Until \p{L}+ \d+, /u),
    });
    expect((await preview({ ...draft, use: false })).body).toMatchObject({
      locale: 'en',
      subject: 'You’re invited to Portico',
    });
    await put(words(null, 'All'));
    expect((await preview({ ...draft, use: false })).body).toMatchObject({ locale: 'ja', subject: 'For null' });
    // The text for all is shown as who has none in the own language gets it.
    await put(words('ja', '日本'));
    expect((await preview(words(null, 'New'))).body).toMatchObject({
      locale: 'ja',
      text: expect.stringMatching(/^New /),
    });
    expect((await app.call('GET', `${path}?locale=xx`, { token: signedIn.token })).status).toBe(400);
    expect((await put({ ...draft, locale: 'xx' })).body[0]).toMatchObject({
      message_id: 'invalid_params',
      field: 'locale',
    });
  });

  it('has its own fixed phrase, and is saved by itself: another language is no conflict', async () => {
    const phrase = (locale: string | null, mailBody: string) =>
      put({ type: 'registrationPhrase', locale, use: true, mailSubject: '', mailBody });
    await phrase(null, 'Call 1.');
    await phrase('de', 'Rufen Sie 2 an.');
    const { mail } = await invited('de');
    expect([mail?.text.includes('Rufen Sie 2 an.'), mail?.text.includes('Call 1.')]).toEqual([true, false]);
    expect((await invited('en')).mail?.text).toContain('Call 1.');
    const { mailSubject, mailBody } = await listed('&locale=de');
    const expected = { use: false, mailSubject, mailBody };
    await put(words('en', 'Until'));
    expect((await put({ ...words('de', 'Bis'), expected })).status).toBe(200);
    expect((await put({ ...words('de', 'Ab'), expected })).status).toBe(409);
    const rows = await app.owner.query(
      `select target_id from system_operation_log where tenant_id = $1 and type = 'customizedMail.changed' and status = 'success' order by at desc, id desc limit 2`,
      [tenant.tenantId],
    );
    expect(rows.rows.map(({ target_id }) => target_id).sort()).toEqual(['registration/de', 'registration/en']);
  });
});

it('can be sent to oneself, as the preview shows it, twenty times an hour', async () => {
  const own = await makeUser(app, tenant, { roles: ['PowerUser'] });
  const { token } = await signIn(app, own);
  const text = {
    type: 'passwordExpiration',
    use: true,
    mailSubject: '{{timeLeft}} left',
    mailBody: 'Dear {{givenName}} {{familyName}} ({{userId}}, {{mailAddress}}) of {{tenantId}}\n\n{{link}}',
  };
  const send = (body: object = text) => app.call('POST', `${path}/test`, { token, body });
  expect((await send()).body).toEqual({ mailAddress: own.mail });
  const [mail] = await mailsOfKind(app, own.mail, 'testMail');
  expect(mail?.subject).toBe('7 日 left');
  expect(mail?.text).toMatch(new RegExp(`^Dear No \\d+ Tester \\(${own.userId}, ${own.mail}\\) of ${tenant.tenantId}`));
  expect(JSON.stringify(await get())).not.toContain('{{timeLeft}} left');
  expect((await send({ ...text, mailSubject: 'x'.repeat(129) })).status).toBe(400);
  for (let sent = 1; sent < 20; sent += 1) await send();
  expect((await send()).status).toBe(429);
  await app.owner.query('update users set login_mail_address = null where uuid = $1', [own.uuid]);
  expect((await send()).body[0].message_id).toBe('no_mail_address');
});

it('belongs to one tenant', async () => {
  await put({ type: 'loginGuide', use: true, mailSubject: 'Only ours', mailBody: '{{link}}' });
  const other = await signIn(app, await makeUser(app, await makeTenant(app), { roles: ['PowerUser'] }));
  expect(JSON.stringify(await get(other.token))).not.toContain('Only ours');
});

it.each([
  [{ type: 'registration', use: true, mailSubject: 'x', mailBody: 'no link' }, 'mailBody'],
  [{ type: 'registration', use: true, mailSubject: '', mailBody: '{{link}}' }, 'mailSubject'],
  [{ type: 'registration', use: true, mailSubject: 'x', mailBody: '{{link}} {{password}}' }, 'mailBody'],
  [{ type: 'registration', use: true, mailSubject: 'a\nBcc: eve@evil.example', mailBody: '{{link}}' }, 'mailSubject'],
  [{ type: 'registration', use: true, mailSubject: 'x', mailBody: `{{link}}${'x'.repeat(4000)}` }, 'mailBody'],
  [{ type: 'registrationPhrase', use: true, mailSubject: 'x', mailBody: 'y' }, 'mailSubject'],
  [{ type: 'registrationPhrase', use: true, mailSubject: '', mailBody: 'x'.repeat(1001) }, 'mailBody'],
  [{ type: 'passwordReset', use: true, mailSubject: 'x', mailBody: '{{link}}' }, 'type'],
])('%j is refused', async (body, field) => {
  const refused = await put(body);
  expect([refused.status, refused.body[0].message_id, refused.body[0].field]).toEqual([400, 'invalid_params', field]);
});
