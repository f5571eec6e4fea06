import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';

/** What an answer that is no page may do in a browser: nothing. Pages set a policy of their own (site/pages). */
const NOTHING = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Headers of every answer (standards 12), also of those to requests that no route or hook ever sees. */
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

/** Puts them on every answer. A handler that sets its own `content-security-policy` keeps it. */
export function registerSecurityHeaders(app: FastifyInstance, config: Config): void {
  const headers = securityHeaders(config);
  // Hooks of every request call back rather than await: it is heard in figures.
  app.addHook('onRequest', (_, reply, done) => {
    reply.headers(headers);
    done();
  });
}
