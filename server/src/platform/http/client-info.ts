import { isIP, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { asLogged } from '../events/as-logged.ts';
import { withoutPort } from './trusted-proxies.ts';

/** Origin of a call. */
export interface ClientInfo {
  /** IP address; behind configured proxies, the forwarded one. */
  address: string;
  /**
   * Key for rate limits: an IPv4 address as it is, the first 64 bits of an IPv6 address, because one subscriber usually
   * holds all 2^64 addresses of such a prefix.
   */
  network: string;
  userAgent: string;
  /** Request ID assigned by the server. Clients cannot choose it, so rows with the same ID belong together. */
  requestId: string;
  /** The caller's `X-Request-Id`, if harmless to store: a claim, kept next to the server's ID. */
  clientRequestId: string | null;
  /** One per browser tab. */
  uniqueId: string | null;
  /** `Accept-Language` as sent. */
  languages: string;
}

/** Whence a job was started, of which its row keeps the address: what mails about it tell. */
export const clientOfJob = ({ address, request_id: requestId }: JobOrigin): ClientInfo => ({
  ...{ address: address ?? '', network: address ?? '', userAgent: '', requestId, clientRequestId: null },
  ...{ uniqueId: null, languages: '' },
});
type JobOrigin = { address: string | null; request_id: string };

const MOST_OF_USER_AGENT = 300;
const SAFE_ID = /^[A-Za-z0-9._-]{1,64}$/;

const safeId = (given: string | string[] | undefined): string | null =>
  typeof given === 'string' && SAFE_ID.test(given) ? given : null;

/** The caller's own request ID, at most 64 harmless characters; null if missing or malformed. */
export const clientRequestId = (headers: Record<string, string | string[] | undefined>): string | null =>
  safeId(headers['x-request-id']);

/** An address that the database accepts: without a zone ID, and never an invalid one from a forwarded header. */
export function addressOf(request: FastifyRequest): string {
  // A closed socket has no address any more.
  const [address = ''] = withoutPort((request.ip as string | undefined) ?? '').split('%');
  const [direct = ''] = (request.socket.remoteAddress ?? '').split('%');
  const sure = isIP(address) ? address : isIP(direct) ? direct : '::';
  return sure.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
}

/** The /64 prefix of an IPv6 address in canonical form. */
export function networkOf(address: string): string {
  // The first check is for speed: the second uses a long regular expression.
  if (!address.includes(':') || !isIPv6(address)) return address;
  const groups = (part: string) => (part === '' ? [] : part.split(':'));
  // An IPv4 address at the end replaces the last two of eight groups, never the first four.
  const [head = '', tail] = address.replace(/\d+\.\d+\.\d+\.\d+$/, '0:0').split('::');
  const [before, after] = [groups(head), groups(tail ?? '')];
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const all = [...before, ...Array.from({ length: zeros }, () => '0'), ...after];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

export function clientInfo(request: FastifyRequest): ClientInfo {
  const address = addressOf(request);
  return {
    address,
    network: networkOf(address),
    userAgent: asLogged(request.headers['user-agent'] ?? '', MOST_OF_USER_AGENT),
    requestId: request.id,
    clientRequestId: clientRequestId(request.headers),
    uniqueId: safeId(request.headers['x-unique-id']),
    languages: (request.headers['accept-language'] ?? '').slice(0, 200),
  };
}
