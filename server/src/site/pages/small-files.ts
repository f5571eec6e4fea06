import type { FastifyInstance } from 'fastify';
import type { Config } from '../../platform/config.ts';

/** A gable on three columns. */
const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#3056d3"/><path d="M16 6 27 12.5H5zM7 14.5h4V23H7zm7 0h4V23h-4zm7 0h4V23h-4zM5 24.5h22V27H5z" fill="#fff"/></svg>`;

/** Files that browsers and crawlers request by convention. */
export function registerSmallFiles(app: FastifyInstance, config: Config): void {
  for (const path of ['/favicon.ico', '/favicon.svg']) {
    app.get(path, (_, reply) =>
      reply.header('cache-control', 'public, max-age=86400').type('image/svg+xml').send(icon),
    );
  }
  if (config.SECURITY_CONTACT) {
    app.get('/.well-known/security.txt', (_, reply) =>
      reply.type('text/plain; charset=utf-8').send(securityTxt(config)),
    );
  }
  app.get('/robots.txt', (_, reply) => reply.type('text/plain; charset=utf-8').send('User-agent: *\nDisallow: /\n'));
}

const CONTACT_DAYS = 180;

/** Where to report a vulnerability (RFC 9116). Expires half a year after it is read, since each answer renews it. */
function securityTxt({ SECURITY_CONTACT, publicUrl }: Config): string {
  const expires = new Date(Date.now() + CONTACT_DAYS * 86_400_000).toISOString().replace(/\.\d+Z$/, 'Z');
  const lines = [`Contact: ${SECURITY_CONTACT}`, `Expires: ${expires}`];
  return [...lines, `Canonical: ${publicUrl}/.well-known/security.txt`, ''].join('\n');
}
