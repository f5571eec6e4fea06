import type { FastifyRequest } from 'fastify';

/** Whether a call only reads: a search may be a POST (RFC 7644 section 3.4.3). */
export const isReading = ({ method, url }: Pick<FastifyRequest, 'method' | 'url'>): boolean =>
  method === 'GET' || (method === 'POST' && /\/\.search(?:\?|$)/.test(url));
