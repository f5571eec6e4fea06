import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { registerSecurityHeaders } from './security-headers.ts';

test.each<[Record<string, string>, boolean]>([
  [{ PUBLIC_URL: 'http://localhost:3000' }, false],
  [{ PUBLIC_URL: 'https://id.example.com' }, true],
  [{ PUBLIC_URL: 'http://localhost:3000', HSTS: 'true' }, true],
  [{ PUBLIC_URL: 'https://id.example.com', HSTS: 'false' }, false],
])('under %j a browser is told to stay with https: %s', async (environment, expected) => {
  const app = Fastify();
  registerSecurityHeaders(app, readConfig(environment));
  app.get('/', (_, reply) => reply.header('content-security-policy', "default-src 'self'").send('a page'));
  for (const [path, policy] of [
    ['/', "default-src 'self'"],
    ['/nothing', "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"],
  ]) {
    const { headers } = await app.inject({ method: 'GET', url: path as string });
    expect(headers['content-security-policy']).toBe(policy);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['strict-transport-security']).toBe(expected ? 'max-age=31536000; includeSubDomains' : undefined);
  }
  await app.close();
});
