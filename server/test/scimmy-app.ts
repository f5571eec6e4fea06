import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import SCIMMY from 'scimmy';
import { freePort } from './free-port.ts';

// biome-ignore lint/suspicious/noExplicitAny: resources of every shape
type Resource = Record<string, any>;

/** An app whose SCIM is that of the library scimmy: its schemas, filters and PATCH; only storing and HTTP are ours. */
export interface ScimmyApp {
  address: string;
  token: string;
  users: Map<string, Resource>;
  close(): Promise<void>;
}

export async function startScimmyApp(): Promise<ScimmyApp> {
  const users = new Map<string, Resource>();
  const token = `secret-${randomUUID()}`;
  const { Resources, Types } = SCIMMY;
  const found = (id: string) => {
    const user = users.get(id);
    if (!user) throw new Types.Error(404, '', `Resource ${id} not found`);
    return user;
  };
  SCIMMY.Config.set({ patch: true, filter: true });
  Resources.declare(Resources.User)
    .extend(SCIMMY.Schemas.EnterpriseUser)
    .ingress(((resource: { id?: string }, instance: Resource) => {
      const id = resource.id ?? randomUUID();
      if (resource.id) found(resource.id);
      const taken = [...users.values()].some((one) => one.id !== id && one.userName === instance.userName);
      if (taken) throw new Types.Error(409, 'uniqueness', 'userName is taken');
      const stored = { ...JSON.parse(JSON.stringify(instance)), id };
      users.set(id, stored);
      return stored;
    }) as never)
    .egress(((resource: { id?: string; filter?: { match(all: Resource[]): Resource[] } }) => {
      if (resource.id) return found(resource.id);
      const all = [...users.values()];
      return resource.filter ? resource.filter.match(all) : all;
    }) as never)
    .degress(((resource: { id: string }) => {
      users.delete(found(resource.id).id);
    }) as never);

  const serve = async (method: string, url: URL, body: Resource | undefined): Promise<[number, unknown]> => {
    const [, , , kind, id] = url.pathname.split('/');
    if (kind === 'ServiceProviderConfig') return [200, await new Resources.ServiceProviderConfig().read()];
    if (kind !== 'Users') throw new Types.Error(404, '', 'no such endpoint');
    const query = Object.fromEntries(url.searchParams);
    const User = Resources.User as unknown as new (...given: unknown[]) => Resource;
    const resource = id === undefined ? new User(query) : new User(id, query);
    if (method === 'GET') return [200, await resource.read()];
    if (method === 'POST' || method === 'PUT') return [method === 'POST' ? 201 : 200, await resource.write(body)];
    if (method === 'DELETE') return [204, await resource.dispose()];
    const patched = await resource.patch(body);
    return patched ? [200, patched] : [204, undefined];
  };
  const port = await freePort();
  const server = createServer((request, response) => {
    void (async () => {
      const text = await read(request);
      const url = new URL(request.url ?? '', `http://127.0.0.1:${port}`);
      let answer: [number, unknown];
      if (request.headers.authorization !== `Bearer ${token}`) answer = [401, { detail: 'wrong token' }];
      else
        answer = await serve(request.method ?? '', url, text === '' ? undefined : JSON.parse(text)).catch((error) => [
          Number(error.status ?? 500),
          { schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], detail: error.message, scimType: error.scimType },
        ]);
      response.writeHead(answer[0], { 'content-type': 'application/scim+json' });
      response.end(answer[1] === undefined ? undefined : JSON.stringify(answer[1]));
    })();
  });
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  return {
    ...{ address: `http://127.0.0.1:${port}/scim/v2`, token, users },
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

async function read(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request) text += part;
  return text;
}
