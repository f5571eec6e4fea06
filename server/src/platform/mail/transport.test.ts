import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import { createSmtpTransport, type OutgoingMail } from './transport.ts';

const mail: OutgoingMail = {
  tenantId: 'demo',
  mailId: '01900000-0000-7000-8000-000000000001',
  recipient: 'taro@demo.example',
  locale: 'ja',
  subject: 'パスワードの再設定',
  text: 'こんにちは\n',
  html: '<p>こんにちは</p>',
};
const closers: Array<() => unknown> = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

type Received = { from: string; to: string[]; source: string };
type Replies = Pick<import('smtp-server').SMTPServerOptions, 'onRcptTo'>;

async function listen(
  server: { listen(port: number, host: string, done: () => void): unknown },
  address: () => AddressInfo,
) {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const transport = createSmtpTransport({
    smtpUrl: `smtp://127.0.0.1:${address().port}`,
    from: 'Portico <no-reply@portico.example>',
  });
  closers.unshift(() => transport.close());
  return transport;
}

async function smtp(replies: Replies = {}) {
  const received: Received[] = [];
  const server = new SMTPServer({
    ...replies,
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map((to) => to.address),
          source: Buffer.concat(chunks).toString(),
        });
        done();
      });
    },
  });
  closers.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { received, transport: await listen(server, () => server.server.address() as AddressInfo) };
}

const refuse = (responseCode: number): Replies => ({
  onRcptTo: (_address, _session, done) => done(Object.assign(new Error('refused'), { responseCode })),
});

/** Answers SMTP up to `DATA` and then breaks the connection, before or after the content. */
async function breaking(at: 'greeting' | 'content') {
  const server = net.createServer((socket) => {
    if (at === 'greeting') return void socket.destroy();
    socket.write('220 test\r\n');
    socket.on('error', () => {});
    socket.on('data', (data) => {
      const line = data.toString();
      if (line.startsWith('EHLO')) socket.write('250 test\r\n');
      else if (/^(MAIL|RCPT)/.test(line)) socket.write('250 ok\r\n');
      else if (line.startsWith('DATA')) socket.write('354 go on\r\n');
      else if (line.includes('\r\n.\r\n')) socket.destroy();
    });
  });
  closers.push(() => server.close());
  return listen(server, () => server.address() as AddressInfo);
}

test('sends both parts with the headers of an automatic mail', async () => {
  const { received, transport } = await smtp();
  expect(await transport.send(mail)).toEqual({ outcome: 'delivered' });
  expect(received).toMatchObject([{ from: 'no-reply@portico.example', to: ['taro@demo.example'] }]);
  const source = received[0]?.source ?? '';
  expect(source).toContain('Message-ID: <01900000-0000-7000-8000-000000000001@portico.example>');
  expect(source).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  expect(source).toMatch(/^Content-Language: ja\r$/m);
  expect(source).toMatch(/Content-Type: text\/plain[\s\S]*Content-Type: text\/html/);
});

test('the picture that the HTML names goes along as a part of it', async () => {
  const { received, transport } = await smtp();
  const image = { contentId: 'x@logo', mediaType: 'image/png', content: Buffer.from('the picture') };
  await transport.send({ ...mail, html: '<img src="cid:x@logo">', image });
  const source = received[0]?.source ?? '';
  expect(source).toMatch(/Content-Type: multipart\/related/);
  expect(source).toMatch(/^Content-I[dD]: <x@logo>\r$/m);
  expect(source).toMatch(/^Content-Disposition: inline; filename=logo\.png\r$/m);
  expect(source).toContain(image.content.toString('base64'));
});

test('a subject with line ends adds no header and no recipient', async () => {
  const { received, transport } = await smtp();
  await transport.send({ ...mail, subject: 'Hello\r\nBcc: eve@evil.example\r\n\r\nbody' });
  const [head = ''] = (received[0]?.source ?? '').split('\r\n\r\n');
  expect(head).toMatch(/^Subject: Hello Bcc: eve@evil\.example body\r$/m);
  expect(head).not.toMatch(/^Bcc:/im);
  expect(received[0]?.to).toEqual(['taro@demo.example']);
});

/** A mail server that records the recipients it is given. */
async function carrier() {
  const asked: string[] = [];
  const server = net.createServer((socket) => {
    socket.write('220 test\r\n');
    socket.on('error', () => {});
    socket.on('data', (data) => {
      const line = data.toString();
      const [, recipient] = /^RCPT TO:<(.*)>/.exec(line) ?? [];
      if (recipient !== undefined) asked.push(recipient);
      socket.write(line.startsWith('DATA') ? '354 go on\r\n' : '250 ok\r\n');
    });
  });
  closers.push(() => server.close());
  return { asked, transport: await listen(server, () => server.address() as AddressInfo) };
}

test('addresses of Japanese carriers are handed over quoted', async () => {
  const { asked, transport } = await carrier();
  for (const recipient of ['a..b@docomo.example', 'name.@docomo.example', 'a.b@docomo.example'])
    expect(await transport.send({ ...mail, recipient })).toEqual({ outcome: 'delivered' });
  expect(asked).toEqual(['"a..b"@docomo.example', '"name."@docomo.example', 'a.b@docomo.example']);
});

test.each([
  'taro@demo.example\r\nBcc: eve@evil.example',
  'taro@demo.example>\r\nRCPT TO:<eve@evil.example',
  'taro@demo.example, eve@evil.example',
  '"eve@evil.example" <taro@demo.example>',
])('refuses the recipient %j without telling the server anything', async (recipient) => {
  const { received, transport } = await smtp();
  expect(await transport.send({ ...mail, recipient })).toMatchObject({ outcome: 'refused' });
  expect(received).toEqual([]);
});

test.each([
  [550, 'refused'],
  [451, 'failed'],
])('an answer %i means %s', async (code, outcome) => {
  const { transport } = await smtp(refuse(code));
  expect(await transport.send(mail)).toMatchObject({ outcome, error: expect.stringContaining(String(code)) });
});

test('a refusal that repeats the recipient is kept without it', async () => {
  const { transport } = await smtp({
    onRcptTo: ({ address }, _session, done) =>
      done(Object.assign(new Error(`5.1.1 <${address}>: no mailbox`), { responseCode: 550 })),
  });
  const { error } = (await transport.send(mail)) as { error: string };
  expect(error).toContain('5.1.1 <…>: no mailbox');
  expect(error).not.toContain('taro');
});

test('a refusal that names a link of the mail is kept without it', async () => {
  const { transport } = await smtp({
    onRcptTo: (_address, _session, done) =>
      done(
        Object.assign(new Error('5.7.1 spam: HTTPS://portal.example/reset#t=planted is listed'), { responseCode: 554 }),
      ),
  });
  const { error } = (await transport.send(mail)) as { error: string };
  expect(error).toContain('5.7.1 spam: … is listed');
});

test('a server that is not there, or breaks off before the content, was not reached', async () => {
  const closed = net.createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const { port } = closed.address() as AddressInfo;
  closed.close();
  const transport = createSmtpTransport({ smtpUrl: `smtp://127.0.0.1:${port}`, from: 'no-reply@portico.example' });
  expect(await transport.send(mail)).toMatchObject({ outcome: 'failed' });
  transport.close();
  expect(await (await breaking('greeting')).send(mail)).toMatchObject({ outcome: 'failed' });
});

test('a connection that breaks after the content leaves it uncertain', async () => {
  expect(await (await breaking('content')).send(mail)).toMatchObject({ outcome: 'uncertain' });
});

test('with TLS required, a server that offers none gets not a word of the mail', async () => {
  const server = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'] });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const heard: string[] = [];
  server.onData = (stream, _, done) => {
    stream.on('data', (chunk) => heard.push(String(chunk)));
    stream.on('end', done);
  };
  const { port } = server.server.address() as AddressInfo;
  const transport = createSmtpTransport({ smtpUrl: `smtp://127.0.0.1:${port}`, from: 'a@b.example', requireTls: true });
  closers.unshift(() => transport.close());
  expect(await transport.send(mail)).toMatchObject({ outcome: 'failed' });
  expect(heard).toEqual([]);
});
