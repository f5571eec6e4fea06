import { randomUUID } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { freePort } from './free-port.ts';

// biome-ignore lint/suspicious/noExplicitAny: resources of every shape
type Resource = Record<string, any>;

export interface ScimCall {
  method: string;
  /** Below the base, with its query as text. */
  path: string;
  body: Resource | null;
}

/** What it answers instead of what it would: a status with words and headers, or nothing at all. */
export type Instead = { status: number; detail?: string; headers?: Record<string, string>; body?: string } | 'never';

/** An app that speaks SCIM 2.0 on loopback, as far as users are provided to it. */
export interface ScimApp {
  address: string;
  token: string;
  users: Map<string, Resource>;
  /** What was asked, but for `ServiceProviderConfig`. */
  calls: ScimCall[];
  /** Most calls in hand at once. */
  most: number;
  patches: boolean;
  /** Ignores filters, as some do. */
  unfiltered: boolean;
  instead: (call: ScimCall) => Instead | null | Promise<Instead | null>;
  /** Adds one that it has of its own. */
  add(user: Resource): string;
  named(userName: string): Resource | undefined;
  close(): Promise<void>;
}

export async function startScimApp(): Promise<ScimApp> {
  const port = await freePort();
  let inHand = 0;
  const app: ScimApp = {
    ...{
      address: `http://127.0.0.1:${port}/scim/v2`,
      token: `secret-${randomUUID()}`,
      users: new Map(),
      calls: [],
      most: 0,
    },
    ...{ patches: true, unfiltered: false, instead: () => null },
    add: (user) => {
      const id = randomUUID();
      app.users.set(id, { id, ...user });
      return id;
    },
    named: (userName) => [...app.users.values()].find((user) => user.userName === userName),
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  const server: Server = createServer((request, response) => {
    inHand += 1;
    app.most = Math.max(app.most, inHand);
    response.on('close', () => {
      inHand -= 1;
    });
    let text = '';
    request.on('data', (part: Buffer) => {
      text += part;
    });
    request.on('end', () => {
      void (async () => {
        if (request.headers.authorization !== `Bearer ${app.token}`) {
          reply(response, 401, { detail: `wrong: ${request.headers.authorization}` });
          return;
        }
        const path = (request.url ?? '').replace(/^\/scim\/v2/, '');
        const call = { method: request.method ?? '', path, body: text === '' ? null : JSON.parse(text) };
        if (!path.startsWith('/ServiceProviderConfig')) app.calls.push(call);
        const instead = await app.instead(call);
        if (instead === 'never') return;
        if (instead) reply(response, instead.status, instead.body ?? { detail: instead.detail }, instead.headers);
        else answer(app, call, response);
      })();
    });
  });
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  return app;
}

function reply(response: ServerResponse, status: number, body?: unknown, headers: Record<string, string> = {}) {
  response.writeHead(status, { 'content-type': 'application/scim+json', ...headers });
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return response.end(body === undefined ? undefined : text);
}

function answer(app: ScimApp, { method, path, body }: ScimCall, response: ServerResponse): unknown {
  const url = new URL(path, app.address);
  const [, kind, id] = url.pathname.split('/');
  if (kind === 'ServiceProviderConfig')
    return reply(response, 200, { patch: { supported: app.patches }, filter: { supported: true } });
  if (kind !== 'Users') return reply(response, 404, { detail: 'no such resource' });
  if (method === 'GET' && id === undefined) return list(app, url.searchParams, response);
  if (method === 'POST') {
    const name = String(body?.userName).toLowerCase();
    if ([...app.users.values()].some((user) => user.userName.toLowerCase() === name))
      return reply(response, 409, { detail: 'userName is taken', scimType: 'uniqueness' });
    return reply(response, 201, app.users.get(app.add(body ?? {})));
  }
  const user = app.users.get(id ?? '');
  if (!user) return reply(response, 404, { detail: 'no such user' });
  if (method === 'DELETE') app.users.delete(user.id);
  if (method === 'PUT') app.users.set(user.id, { ...body, id: user.id });
  if (method === 'PATCH') for (const operation of body?.Operations ?? []) change(user, operation);
  return reply(response, method === 'DELETE' ? 204 : 200, method === 'DELETE' ? undefined : app.users.get(user.id));
}

function list(app: ScimApp, query: URLSearchParams, response: ServerResponse): void {
  const [, attribute = '', value = '""'] = /^(\w+) eq (".*")$/.exec(query.get('filter') ?? '') ?? [];
  const isIt = (user: Resource) =>
    attribute === 'userName'
      ? user.userName.toLowerCase() === JSON.parse(value).toLowerCase()
      : user[attribute] === JSON.parse(value);
  const all = [...app.users.values()];
  const found = app.unfiltered || attribute === '' ? all : all.filter(isIt);
  const start = Number(query.get('startIndex') ?? 1);
  const count = Number(query.get('count') ?? 100);
  reply(response, 200, {
    totalResults: found.length,
    startIndex: start,
    Resources: found.slice(start - 1, start - 1 + count),
  });
}

/** One operation of PATCH, as RFC 7644 3.5.2 says. */
function change(user: Resource, { op, path, value }: Resource): void {
  if (path === undefined) {
    for (const [name, given] of Object.entries(value as Resource))
      user[name] = typeof given === 'object' && !Array.isArray(given) ? { ...user[name], ...given } : given;
    return;
  }
  const [, outer = path, inner] = /^(urn:.*|[^.]*)[:.]([^:.]*)$/.exec(path) ?? [];
  const holder = inner === undefined ? user : (user[outer] ?? {});
  const name = inner ?? outer;
  if (op === 'remove') delete holder[name];
  else holder[name] = value;
}
