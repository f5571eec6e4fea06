import { once } from 'node:events';
import { createServer } from 'node:http';
import * as client from 'openid-client';
import type { Portico } from './portico.ts';

/** An app that signs users in with Portico: the address of its pages, and how to stop it. */
export interface Service {
  origin: string;
  stop(): Promise<void>;
}

/** Starts a web server whose pages show the requested address. */
export async function startService(): Promise<Service> {
  const server = createServer((request, reply) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    reply.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    reply.end(
      `<!doctype html><html lang="en"><title>A service</title><link rel="icon" href="data:,"><h1>Service ${pathname}</h1>`,
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('no port');
  return {
    origin: `http://localhost:${address.port}`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Registers a client of the demo tenant with the command line, and discovers Portico as its library does. */
export async function registerClient(portico: Portico, words: readonly string[]): Promise<client.Configuration> {
  const made = (await portico.cli('oauth-client', 'create', 'demo', ...words)) as {
    clientId: string;
    clientSecret: string | null;
  };
  const proof = made.clientSecret ? client.ClientSecretBasic(made.clientSecret) : client.None();
  const execute = [client.allowInsecureRequests];
  return client.discovery(new URL(portico.url), made.clientId, undefined, proof, { execute });
}
