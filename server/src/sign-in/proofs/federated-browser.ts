import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { newSecret } from '../../platform/crypto/secret.ts';

/**
 * The secret of a browser that signs in with another identity provider: what was begun in it ends in it. Sent along when
 * a provider sends the browser back (SameSite Lax), not with what a provider posts; gone when the browser closes.
 */
const NAME = '__Host-portico-federation';

/** The browser's secret, or null. */
export function readFederatedBrowser(request: Pick<FastifyRequest, 'cookies'>): string | null {
  const value = request.cookies[NAME] ?? '';
  return /^[A-Za-z0-9_-]{43}$/.test(value) ? value : null;
}

/** The browser's secret; a new one is set if it has none. */
export function federatedBrowser(request: Pick<FastifyRequest, 'cookies'>, reply: FastifyReply): string {
  const known = readFederatedBrowser(request);
  if (known) return known;
  const made = newSecret();
  reply.setCookie(NAME, made, attributes);
  return made;
}

/** What this browser began ends nowhere. */
export function clearFederatedBrowser(reply: FastifyReply): void {
  reply.clearCookie(NAME, attributes);
}

const attributes = { path: '/', secure: true, httpOnly: true, sameSite: 'lax' } as const;
