import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newUuid } from '../crypto/uuid.ts';
import { replyError } from '../http/error-reply.ts';
import { createDevOutbox } from './dev-outbox.ts';
import { registerDevOutbox } from './dev-outbox-pages.ts';

const home = await mkdtemp(join(tmpdir(), 'portico-outbox-'));
const directory = join(home, 'outbox');
const app = fastify();
app.setErrorHandler(replyError);
registerDevOutbox(app, directory);
const ids = [newUuid(), newUuid()] as const;
const link = 'https://portico.example/account/reset.html?exchangeCode=abc&x=1';

beforeAll(async () => {
  expect((await app.inject('/dev/outbox.json')).json()).toEqual([]);
  const outbox = createDevOutbox(directory);
  const common = { tenantId: 'demo', locale: 'en', text: `Hello <b>\n\n${link}\n` };
  const html = '<p>Hello</p><script>document.title = "run"</script>';
  expect(
    await outbox.send({ ...common, mailId: ids[0], recipient: 'taro@demo.example', subject: 'First', html }),
  ).toEqual({ outcome: 'delivered' });
  await outbox.send({
    ...common,
    mailId: ids[1],
    recipient: 'hanako@demo.example',
    subject: '<i>Second</i>\r\nX: y',
    html,
  });
});

afterAll(async () => {
  await app.close();
  await rm(home, { recursive: true });
});

test('only this account can read the kept mails', async () => {
  expect((await stat(directory)).mode & 0o777).toBe(0o700);
  const files = await readdir(directory);
  expect(files.sort()).toEqual([`${ids[0]}.json`, `${ids[1]}.json`]);
  for (const file of files) expect((await stat(join(directory, file))).mode & 0o777).toBe(0o600);
});

test.each([
  ['another machine', { remoteAddress: '192.0.2.2' }, 404],
  ['another machine that says it is this one', { remoteAddress: '192.0.2.2', headers: { host: 'localhost' } }, 404],
  ['a name that was made to lead here', { headers: { host: 'evil.example' } }, 404],
  [
    'a name that a proxy is said to have forwarded',
    { headers: { host: 'evil.example', 'x-forwarded-host': 'localhost' } },
    404,
  ],
  ['this machine by IPv6', { remoteAddress: '::1', headers: { host: '[::1]:3000' } }, 200],
  ['this machine by a mapped address', { remoteAddress: '::ffff:127.0.0.1', headers: { host: 'localhost:3000' } }, 200],
])('to %s it is as it should be', async (_, asked, status) => {
  for (const url of ['/dev/outbox.json', '/dev/outbox', `/dev/outbox/${ids[0]}`, `/dev/outbox/${ids[0]}/html`])
    expect([url, (await app.inject({ url, ...asked })).statusCode]).toEqual([url, status]);
});

test('the JSON list has the newest first and can be asked for one address', async () => {
  const subjects = async (url: string) =>
    (await app.inject(url)).json().map((mail: { subject: string }) => mail.subject);
  expect(await subjects('/dev/outbox.json')).toEqual(['<i>Second</i> X: y', 'First']);
  expect(await subjects('/dev/outbox.json?to=Taro@demo.example')).toEqual(['First']);
  expect(await subjects('/dev/outbox.json?to=nobody@demo.example')).toEqual([]);
});

test('the list page shows subjects as text, in the reader’s language', async () => {
  const page = await app.inject({ url: '/dev/outbox', headers: { 'accept-language': 'ja' } });
  expect(page.body).toContain('<html lang="ja" dir="ltr">');
  expect(page.body).toContain('開発用の送信箱');
  expect(page.body).toContain('&lt;i&gt;Second&lt;/i&gt;');
  expect(page.headers['content-security-policy']).toContain("default-src 'none'");
});

test('the mail page shows the text and the links, and frames the HTML without any right', async () => {
  const page = await app.inject(`/dev/outbox/${ids[0]}`);
  expect(page.body).toContain('Hello &lt;b&gt;');
  expect(page.body).toContain(`<a href="${link.replaceAll('&', '&amp;')}">`);
  expect(page.body).toContain(`<iframe sandbox title="HTML" src="/dev/outbox/${ids[0]}/html">`);
  expect(page.body).not.toContain('<script');
  const framed = await app.inject(`/dev/outbox/${ids[0]}/html`);
  expect(framed.headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/);
  expect(framed.headers['cache-control']).toBe('no-store');
});

test('the framed HTML has the picture that came with the mail', async () => {
  const mailId = newUuid();
  const image = { contentId: 'x@logo', mediaType: 'image/png', content: Buffer.from('the picture') };
  const html = '<img src="cid:x@logo">';
  const mail = { tenantId: 'demo', locale: 'en', recipient: 'jiro@demo.example', subject: 'Third', text: '', html };
  await createDevOutbox(directory).send({ ...mail, mailId, image });
  const framed = await app.inject(`/dev/outbox/${mailId}/html`);
  expect(framed.body).toContain(`src="data:image/png;base64,${image.content.toString('base64')}"`);
  expect(framed.headers['content-security-policy']).toContain('img-src data:');
});

test.each(['unknown', newUuid(), '..%2F..%2Fmaster.key', '%2e%2e'])('%s is not found', async (id) => {
  expect((await app.inject(`/dev/outbox/${id}`)).statusCode).toBe(404);
  expect((await app.inject(`/dev/outbox/${id}/html`)).statusCode).toBe(404);
});
