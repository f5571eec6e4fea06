import type { FastifyRequest } from 'fastify';

/**
 * Whether a call only reads: a search may be a POST (RFC 7644 section 3.4.3). By the route that takes it, since an address can
 * name another in its query.
 */
export const isReading = ({ method, routeOptions }: Pick<FastifyRequest, 'method' | 'routeOptions'>): boolean =>
  method === 'GET' || (method === 'POST' && routeOptions.url?.endsWith('/.search') === true);
