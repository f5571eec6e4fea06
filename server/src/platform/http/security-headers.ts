import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';

/** Policy of answers that are not pages: nothing is allowed. Pages set a policy of their own (site/pages). */
const NOTHING = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Headers of every answer (standards 12), also to requests that no route or hook sees. */
export function securityHeaders(config: Config): Record<string, string> {
  const https = config.HSTS ?? config.publicUrl.startsWith('https:');
  return {
    'content-security-policy': NOTHING,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    ...(https ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}

/** Sets them on every answer. A handler that sets its own `content-security-policy` keeps it. */
export function registerSecurityHeaders(app: FastifyInstance, config: Config): void {
  const headers = securityHeaders(config);
  // Hooks that run on every request use callbacks: async ones are measurably slower.
  app.addHook('onRequest', (_, reply, done) => {
    reply.headers(headers);
    done();
  });
}
