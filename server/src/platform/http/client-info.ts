import { isIP, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { asLogged } from '../audit/as-logged.ts';
import { withoutPort } from './trusted-proxies.ts';

/** Where a call comes from. */
export interface ClientInfo {
  /** The address; behind configured proxies the one they forward. */
  address: string;
  /**
   * What tries are counted by: an IPv4 address as it is, of an IPv6 address the first 64 bits. Whoever has one has all
   * 2^64 addresses behind them.
   */
  network: string;
  userAgent: string;
  /** The server's own id of this request: nobody else can choose it, so rows under one id belong together. */
  requestId: string;
  /** What the caller sent as `X-Request-Id`, if it is harmless to keep: a claim, kept beside the server's id. */
  clientRequestId: string | null;
  /** One per browser tab. */
  uniqueId: string | null;
  /** `Accept-Language` as sent. */
  languages: string;
}

const MOST_OF_USER_AGENT = 300;
const SAFE_ID = /^[A-Za-z0-9._-]{1,64}$/;

const safeId = (given: string | string[] | undefined): string | null =>
  typeof given === 'string' && SAFE_ID.test(given) ? given : null;

/** The request id that the caller chose, at most 64 harmless characters; null where there is none, or another kind. */
export const clientRequestId = (headers: Record<string, string | string[] | undefined>): string | null =>
  safeId(headers['x-request-id']);

/** An address the database takes: without a zone, and never what only looks like one in a forwarded header. */
export function addressOf(request: FastifyRequest): string {
  // A socket that is gone has no address any more.
  const [address = ''] = withoutPort((request.ip as string | undefined) ?? '').split('%');
  const [direct = ''] = (request.socket.remoteAddress ?? '').split('%');
  const sure = isIP(address) ? address : isIP(direct) ? direct : '::';
  return sure.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
}

/** The /64 of an IPv6 address, written in one way only. */
export function networkOf(address: string): string {
  // The first look is for speed: the second takes a long expression.
  if (!address.includes(':') || !isIPv6(address)) return address;
  const groups = (part: string) => (part === '' ? [] : part.split(':'));
  // An IPv4 address at the end stands for the last two of the eight groups: never among the first four.
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
