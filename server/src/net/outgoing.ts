import { lookup as systemLookup, Resolver } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { AllowList } from './allow-list.ts';
import { isSpecialUse } from './special-use.ts';

/** Why a call did not come to an answer. */
export type OutgoingFailure = 'addressNotAllowed' | 'nameNotFound' | 'tls' | 'timeout' | 'connection';

/** Thrown by `post` where there is no answer; `reason` is all that is told, for an answer of a stranger says nothing. */
export class OutgoingError extends Error {
  readonly reason: OutgoingFailure;

  constructor(reason: OutgoingFailure, cause?: unknown) {
    super(reason, { cause });
    this.reason = reason;
  }
}

export interface Outgoing {
  /** Whether a call may go to an address at all, as far as it can be said before its name is resolved. */
  mayCall(url: string): boolean;
  /**
   * Sends a form and gives the status of the answer; its body is not read, redirects are not followed. Throws
   * `OutgoingError`.
   */
  post(url: string, form: URLSearchParams): Promise<number>;
}

type Resolve = (host: string) => Promise<{ address: string; family: number }[]>;

/** How long a name service may take to answer, asked twice. */
const RESOLVE_MILLIS = 1500;

/** From the first look at the name to the head of the answer. */
const DEADLINE_MILLIS = 5000;
const MOST_HEADER_BYTES = 16 * 1024;

/**
 * Outgoing HTTP: the one place that opens connections to addresses that others chose. Every address of a host is looked
 * at after its name was resolved, and the connection goes to what was looked at, so that a name cannot lead elsewhere a
 * moment later (rebinding). Addresses of special use are refused before a byte is sent, unless the operator's list
 * admits the host or the address. Plain http goes only to a host of that list; proxies of the environment are not used.
 */
export function createOutgoing(allow: AllowList, resolve: Resolve = resolveFor(allow)): Outgoing {
  const lookup = lookupWithin(allow, resolve);
  return {
    mayCall: (url) => URL.canParse(url) && isCallable(allow, new URL(url)),
    post: (url, form) =>
      new Promise((done, failed) => {
        const target = new URL(url);
        if (!isCallable(allow, target)) return void failed(new OutgoingError('addressNotAllowed'));
        const body = form.toString();
        const signal = AbortSignal.timeout(DEADLINE_MILLIS);
        const { request, Agent } = target.protocol === 'https:' ? https : http;
        const sent = request(target, {
          method: 'POST',
          // An agent of its own: no connection is shared, and no proxy comes in from the environment.
          agent: new Agent({ keepAlive: false }),
          headers: {
            'content-type': 'application/x-www-form-urlencoded',
            'content-length': Buffer.byteLength(body),
            'user-agent': 'Portico',
          },
          lookup: lookup(hostOf(target)),
          maxHeaderSize: MOST_HEADER_BYTES,
          signal,
        });
        sent.on('response', (answer) => {
          answer.on('error', () => {});
          answer.destroy();
          done(answer.statusCode ?? 0);
        });
        sent.on('error', (error) => failed(asOutgoingError(error, signal.aborted)));
        sent.end(body);
      }),
  };
}

/** Without the brackets of an IPv6 address and the dot that ends a full name. */
const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

function isCallable(allow: AllowList, url: URL): boolean {
  const host = hostOf(url);
  if (allow.admitsHost(host)) return url.protocol === 'https:' || url.protocol === 'http:';
  if (url.protocol !== 'https:' || /(^|\.)localhost$/.test(host)) return false;
  // The URL parser has written decimal, octal and hexadecimal spellings of an address in the usual one.
  return isIP(host) === 0 || !isSpecialUse(host);
}

/**
 * Asks name services for the addresses of a host. A host that the operator named is looked up as the system does it, its
 * own file of hosts included. All others are asked for over the network: the system's lookup holds one of the process's
 * few threads until it ends, on which passwords are hashed too, and the owner of a name decides how long that takes.
 * @param servers the name services; else those of the system
 */
export function resolveFor(allow: AllowList, servers?: readonly string[]): Resolve {
  return async (host) => {
    if (allow.admitsHost(host)) return systemLookup(host, { all: true });
    const resolver = new Resolver({ timeout: RESOLVE_MILLIS, tries: 2 });
    if (servers) resolver.setServers(servers);
    const asked = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const found = asked.flatMap((one, at) =>
      one.status === 'fulfilled' ? one.value.map((address) => ({ address, family: at === 0 ? 4 : 6 })) : [],
    );
    const [first] = asked;
    if (found.length === 0 && first?.status === 'rejected') throw first.reason;
    return found;
  };
}

function lookupWithin(allow: AllowList, resolve: Resolve): (host: string) => LookupFunction {
  return (host) => async (_name, options, done) => {
    try {
      const found = await resolve(host);
      const named = allow.admitsHost(host);
      const refused = found.some(({ address }) => !named && isSpecialUse(address) && !allow.admitsAddress(address));
      const [first] = found;
      if (refused || !first) throw new OutgoingError(first ? 'addressNotAllowed' : 'nameNotFound');
      if (options.all) done(null, found);
      else done(null, first.address, first.family);
    } catch (error) {
      done(error as Error, '', 0);
    }
  };
}

function asOutgoingError(error: Error & { code?: string }, isLate: boolean): OutgoingError {
  if (error instanceof OutgoingError) return error;
  const code = error.code ?? '';
  if (isLate || code === 'ETIMEDOUT' || code === 'ETIMEOUT') return new OutgoingError('timeout', error);
  if (/^(ENOTFOUND|ENODATA|ESERVFAIL|EREFUSED|EAI_AGAIN)$/.test(code)) return new OutgoingError('nameNotFound', error);
  if (/^ERR_(TLS|SSL)|CERT|SIGNED|EPROTO|UNABLE_TO/.test(code)) return new OutgoingError('tls', error);
  return new OutgoingError('connection', error);
}
