import { pbkdf2 } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { createServer, type Server } from 'node:http';
import { createServer as createTcpServer, type Server as TcpServer } from 'node:net';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { parseAllowList } from './allow-list.ts';
import { createOutgoing, OutgoingError, resolveFor } from './outgoing.ts';

const open: (Server | TcpServer)[] = [];
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  for (const server of open.splice(0)) await new Promise((done) => server.close(done));
});

async function listen<S extends Server | TcpServer>(server: S, host: string, port = 0): Promise<number> {
  open.push(server);
  await new Promise<void>((done) => server.listen(port, host, done));
  return (server.address() as { port: number }).port;
}

/** A server that counts connections and answers with a status. */
async function counter(host: string, port = 0, status = 204, headers: Record<string, string> = {}) {
  const seen = { connections: 0, bodies: [] as string[], port: 0 };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => {
      body += part;
    });
    request.on('end', () => {
      seen.bodies.push(body);
      response.writeHead(status, headers).end();
    });
  });
  server.on('connection', () => {
    seen.connections += 1;
  });
  seen.port = await listen(server, host, port);
  return seen;
}

const form = new URLSearchParams({ logout_token: 'a.b.c' });
const reasonOf = (sent: Promise<number>) =>
  sent.then(
    (status) => status,
    (error: unknown) => (error instanceof OutgoingError ? error.reason : error),
  );

test('sends a form and gives the status', async () => {
  const server = await counter('127.0.0.1');
  const outgoing = createOutgoing(parseAllowList(['127.0.0.1']));
  expect(await outgoing.post(`http://127.0.0.1:${server.port}/x`, form)).toBe(204);
  expect(server.bodies).toEqual(['logout_token=a.b.c']);
});

test('a name that leads inside is refused before anything connects, also when one address of many does', async () => {
  const server = await counter('127.0.0.1');
  for (const found of [['127.0.0.1'], ['8.8.8.8', '127.0.0.1'], ['8.8.8.8', '::ffff:127.0.0.1']]) {
    const resolve = async () => found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    const outgoing = createOutgoing(parseAllowList([]), resolve);
    expect(await reasonOf(outgoing.post(`https://rp.example:${server.port}/`, form))).toBe('addressNotAllowed');
  }
  expect(server.connections).toBe(0);
});

test('an address that is refused gets no handshake', async () => {
  let connections = 0;
  const port = await listen(
    createTcpServer((socket) => {
      connections += 1;
      socket.destroy();
    }),
    '127.0.0.1',
  );
  const outgoing = createOutgoing(parseAllowList(['10.0.0.0/8']));
  for (const host of ['127.0.0.1', '2130706433', '0x7f000001', '[::ffff:127.0.0.1]', 'localhost'])
    expect(await reasonOf(outgoing.post(`https://${host}:${port}/`, form))).toBe('addressNotAllowed');
  expect(connections).toBe(0);
});

test('the connection goes to the address that was looked at: a second answer of the name service changes nothing', async () => {
  const admitted = await counter('127.0.0.2');
  const inside = await counter('127.0.0.1', admitted.port);
  const answers = ['127.0.0.2', '127.0.0.1'];
  let asked = 0;
  const resolve = async () => [{ address: answers[asked++] ?? '127.0.0.1', family: 4 }];
  // By address only: a named host is trusted wherever it resolves to.
  const outgoing = createOutgoing(parseAllowList(['127.0.0.2']), resolve);
  const url = `https://rebinding.example:${admitted.port}/`;
  // TLS fails at a plain server, which shows that it was reached.
  expect(await reasonOf(outgoing.post(url, form))).toBe('tls');
  expect([asked, admitted.connections, inside.connections]).toEqual([1, 1, 0]);
  expect(await reasonOf(outgoing.post(url, form))).toBe('addressNotAllowed');
  expect([asked, admitted.connections, inside.connections]).toEqual([2, 1, 0]);
});

test('redirects are not followed', async () => {
  const inside = await counter('127.0.0.1');
  const away = await counter('127.0.0.2', 0, 307, { location: `http://127.0.0.1:${inside.port}/` });
  const outgoing = createOutgoing(parseAllowList(['127.0.0.2']));
  expect(await outgoing.post(`http://127.0.0.2:${away.port}/`, form)).toBe(307);
  expect(inside.connections).toBe(0);
});

test('no proxy of the environment is used', async () => {
  const proxy = await counter('127.0.0.1');
  const server = await counter('127.0.0.2');
  process.env.HTTP_PROXY = `http://127.0.0.1:${proxy.port}`;
  process.env.NODE_USE_ENV_PROXY = '1';
  try {
    const outgoing = createOutgoing(parseAllowList(['127.0.0.2']));
    expect(await outgoing.post(`http://127.0.0.2:${server.port}/`, form)).toBe(204);
  } finally {
    delete process.env.HTTP_PROXY;
    delete process.env.NODE_USE_ENV_PROXY;
  }
  expect(proxy.connections).toBe(0);
});

test('a certificate that nobody vouches for, a closed port and a name that is none each have their reason', async () => {
  const server = await counter('127.0.0.1');
  const outgoing = createOutgoing(parseAllowList(['127.0.0.1', '127.0.0.2']));
  expect(await reasonOf(outgoing.post(`https://127.0.0.1:${server.port}/`, form))).toBe('tls');
  expect(await reasonOf(outgoing.post(`http://127.0.0.2:${server.port}/`, form))).toBe('connection');
  const nowhere = createOutgoing(parseAllowList([]), async () => {
    throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
  });
  expect(await reasonOf(nowhere.post('https://rp.example/', form))).toBe('nameNotFound');
});

test('who never answers is given up after five seconds', async () => {
  const port = await listen(
    createTcpServer((socket) => socket.resume().on('error', () => {})),
    '127.0.0.1',
  );
  const begun = performance.now();
  const outgoing = createOutgoing(parseAllowList(['127.0.0.1']));
  expect(await reasonOf(outgoing.post(`http://127.0.0.1:${port}/`, form))).toBe('timeout');
  expect(performance.now() - begun).toBeGreaterThan(4900);
  expect(performance.now() - begun).toBeLessThan(9000);
});

/** A DNS server that answers A records by the first label of the name, or never. */
async function nameService(addressOf: (label: string) => string | null): Promise<string> {
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const label = query.toString('latin1', 13, 13 + (query[12] ?? 0));
    const found = addressOf(label);
    if (found === null) return;
    const isA = query.readUInt16BE(query.indexOf(0, 12) + 1) === 1;
    const end = query.indexOf(0, 12) + 5;
    const head = Buffer.concat([query.subarray(0, 2), Buffer.from([0x81, 0x80, 0, 1, 0, isA ? 1 : 0, 0, 0, 0, 0])]);
    const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...found.split('.').map(Number)]);
    socket.send(Buffer.concat([head, query.subarray(12, end), ...(isA ? [record] : [])]), port, address);
  });
  await new Promise<void>((done) => socket.bind(0, '127.0.0.1', done));
  closing.push(() => new Promise((done) => socket.close(() => done())));
  return `127.0.0.1:${socket.address().port}`;
}

test('names are resolved over the network, and what they lead to is judged', async () => {
  const server = await counter('127.0.0.1');
  const dns = await nameService((label) => (label === 'inside' ? '127.0.0.1' : '203.0.113.1'));
  const refusing = parseAllowList([]);
  const strict = createOutgoing(refusing, resolveFor(refusing, [dns]));
  expect(await reasonOf(strict.post(`https://inside.example:${server.port}/`, form))).toBe('addressNotAllowed');
  expect(server.connections).toBe(0);
  const admitting = parseAllowList(['127.0.0.1']);
  const wide = createOutgoing(admitting, resolveFor(admitting, [dns]));
  expect(await reasonOf(wide.post(`https://inside.example:${server.port}/`, form))).toBe('tls');
  expect(server.connections).toBe(1);
});

test('name services that never answer hold up neither the threads of the process nor anybody for long', async () => {
  const dns = await nameService(() => null);
  const allow = parseAllowList([]);
  const outgoing = createOutgoing(allow, resolveFor(allow, [dns]));
  const begun = performance.now();
  const calls = Array.from({ length: 20 }, (_, n) => reasonOf(outgoing.post(`https://slow-${n}.example/`, form)));
  // Hashing needs a thread of the pool: with the system's resolver, four hanging names would leave none.
  await promisify(pbkdf2)('password', 'salt', 1000, 32, 'sha256');
  // The names hang for five seconds.
  expect(performance.now() - begun).toBeLessThan(4000);
  expect(new Set(await Promise.all(calls))).toEqual(new Set(['timeout']));
  expect(performance.now() - begun).toBeLessThan(9000);
});

test('a redirect to another origin is followed without what authorizes', async () => {
  const seen: Record<string, string | undefined> = {};
  const answering = (name: string, location?: () => string) =>
    createServer((request, response) => {
      seen[`${name}${request.url}`] = request.headers.authorization;
      const to = request.url === '/first' ? '/second' : location?.();
      response.writeHead(to === undefined ? 200 : 302, to === undefined ? {} : { location: to }).end('{}');
    });
  const other = await listen(answering('other'), '127.0.0.1');
  const own = await listen(
    answering('own', () => `http://127.0.0.1:${other}/third`),
    '127.0.0.1',
  );
  const outgoing = createOutgoing(parseAllowList(['127.0.0.1']));
  const headers = { authorization: 'Bearer secret' };
  expect((await outgoing.read(`http://127.0.0.1:${own}/first`, { headers })).status).toBe(200);
  expect(seen).toEqual({ 'own/first': 'Bearer secret', 'own/second': 'Bearer secret', 'other/third': undefined });
});

test('a redirect is followed to the hosts that are named, and to no other', async () => {
  const to: Record<string, string> = {};
  const answering = createServer((request, response) => {
    const location = to[request.url ?? ''];
    response.writeHead(location ? 302 : 200, location ? { location } : {}).end('here');
  });
  const port = await listen(answering, '127.0.0.1');
  to['/near'] = '/there';
  to['/far'] = `http://localhost:${port}/there`;
  to['/dotted'] = `http://localhost.:${port}/there`;
  const outgoing = createOutgoing(parseAllowList(['127.0.0.1', 'localhost']));
  const read = (path: string, hosts: string[]) =>
    outgoing.read(`http://127.0.0.1:${port}${path}`, { hosts }).then(
      ({ body }) => body,
      ({ reason }) => reason,
    );
  expect(await read('/near', ['127.0.0.1'])).toBe('here');
  expect(await read('/far', ['127.0.0.1'])).toBe('addressNotAllowed');
  expect(await read('/dotted', ['127.0.0.1'])).toBe('addressNotAllowed');
  expect(await read('/far', ['127.0.0.1', 'localhost'])).toBe('here');
});

test('what is no address is refused like one that may not be called', async () => {
  const outgoing = createOutgoing(parseAllowList([]));
  for (const url of ['https://a.0x7f/', 'no address'])
    expect(await reasonOf(outgoing.read(url) as Promise<never>)).toBe('addressNotAllowed');
});

test('one that says it is too large is hung up on at once, and one that is when 1 MB was read', async () => {
  const hungUp: string[] = [];
  let wrote = 0;
  const server = createServer((request, response) => {
    response.on('close', () => hungUp.push(request.url ?? ''));
    if (request.url === '/says') return void response.writeHead(200, { 'content-length': 2 ** 21 }).write('a');
    const part = Buffer.alloc(64 * 1024);
    const go = () => {
      while (!response.destroyed && response.write(part)) wrote += part.length;
    };
    response.on('drain', go);
    go();
  });
  const port = await listen(server, '127.0.0.1');
  const outgoing = createOutgoing(parseAllowList(['127.0.0.1']));
  for (const path of ['/says', '/is']) {
    const answer = outgoing.read(`http://127.0.0.1:${port}${path}`);
    await expect(answer).rejects.toMatchObject({ reason: 'tooLarge' });
    await expect.poll(() => hungUp).toContain(path);
  }
  // What was on its way when it was hung up is in the buffers of the machine.
  expect(wrote).toBeLessThan(64 * 2 ** 20);
});

test('an object is sent as JSON, and a deletion follows no redirect', async () => {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => {
      body += part;
    });
    request.on('end', () => {
      seen.push([request.method, request.url, request.headers['content-type'], body].join(' '));
      response.writeHead(302, { location: '/elsewhere' }).end();
    });
  });
  const port = await listen(server, '127.0.0.1');
  const outgoing = createOutgoing(parseAllowList(['127.0.0.1']));
  const at = (path: string) => `http://127.0.0.1:${port}${path}`;
  expect((await outgoing.read(at('/add'), { json: { app: 1 } })).status).toBe(302);
  expect((await outgoing.read(at('/gone'), { method: 'DELETE' })).status).toBe(302);
  expect(seen).toEqual(['POST /add application/json {"app":1}', 'DELETE /gone  ']);
});
