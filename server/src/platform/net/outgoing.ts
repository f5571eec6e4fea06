import { lookup as systemLookup, Resolver } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { AllowList } from './allow-list.ts';
import { isSpecialUse } from './special-use.ts';

/** Reason why a call got no answer that can be used. */
export type OutgoingFailure =
  | 'addressNotAllowed'
  | 'nameNotFound'
  | 'tls'
  | 'timeout'
  | 'connection'
  | 'tooLarge'
  | 'tooManyRedirects';

/**
 * Thrown without an answer. `reason` is all that callers learn, so that an attacker cannot probe the network.
 */
export class OutgoingError extends Error {
  readonly reason: OutgoingFailure;

  constructor(reason: OutgoingFailure, cause?: unknown) {
    super(reason, { cause });
    this.reason = reason;
  }
}

export interface Outgoing {
  /** Whether a call may be made, as far as can be decided before the name is resolved. */
  mayCall(url: string): boolean;
  /** Sends a form and returns the status of the answer; ignores its body and redirects. Throws `OutgoingError`. */
  post(url: string, form: URLSearchParams): Promise<number>;
  /**
   * Reads a document, at most 1 MB within five seconds in all. A question, which sends nothing, follows three redirects, each
   * checked like the first address, and to one of `hosts` only, if these are given. Throws `OutgoingError`.
   */
  read(url: string, asked?: Asked & { hosts?: readonly string[] }): Promise<Read>;
  /** An address to which several messages are sent. Redirects are not followed. */
  receiver(url: string): Receiver;
  /** An API below an address, of which several things are asked. Redirects are not followed. */
  api(url: string): Api;
  /** The TXT records of a name, each as one text. Throws `OutgoingError`: `nameNotFound` where there is none. */
  texts(name: string): Promise<string[]>;
}

/** A document as it came. */
export interface Read {
  status: number;
  body: string;
}

/** Connections to one address, kept open from one message to the next until it is closed. */
export interface Receiver {
  /**
   * Sends JSON and answers the status, and the first so many characters of what was answered; the rest is not read. Throws
   * `OutgoingError`.
   */
  post(json: string, headers: Readonly<Record<string, string>>, shown?: number): Promise<Read>;
  close(): void;
}

/** Connections to one host, at most so many, kept open from one question to the next until they are closed. */
export interface Api {
  /**
   * Answers a document of at most 1 MB, within five seconds in all, and what `Retry-After` says. Throws `OutgoingError`; then it
   * is not known whether something was done.
   */
  ask(method: Method, url: string, headers: Readonly<Record<string, string>>, json?: object): Promise<ApiAnswer>;
  close(): void;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface ApiAnswer extends Read {
  retryAfter: string | null;
}

type Resolve = (host: string) => Promise<{ address: string; family: number }[]>;

/** Timeout of one DNS query; each is sent twice. */
const RESOLVE_MILLIS = 1500;

/** From the start of name resolution to the head of the answer, or to the end of a document. */
const DEADLINE_MILLIS = 5000;
const MOST_BYTES = 1024 * 1024;
const MOST_REDIRECTS = 3;
/** An answer nobody looks at is read up to here, so that its connection can be used again. */
const MOST_IGNORED_BYTES = 64 * 1024;
const MOST_CONNECTIONS = 8;
const MOST_API_CONNECTIONS = 4;
const MOST_HEADER_BYTES = 16 * 1024;

/**
 * Outgoing HTTP: the only place that connects to addresses chosen by others. Checks every address that a host resolves
 * to and connects to a checked address, so that a name cannot resolve differently a moment later (DNS rebinding).
 * Refuses special-use addresses before a byte is sent, unless the operator's list allows host or address. Plain http
 * needs an allowed host; proxies from the environment are ignored.
 * @param origins addresses with a port of this machine that may be called too
 */
export function createOutgoing(
  allow: AllowList,
  resolve: Resolve = resolveFor(allow),
  servers: readonly string[] = [],
  origins: readonly string[] = [],
): Outgoing {
  const lookup = lookupWithin(allow, resolve);
  const mayCall = (url: URL) => origins.includes(url.origin) || isCallable(allow, url);
  /** Sends a request; answers its head, whose body has not been read. */
  const send = (url: string, asked: Asked, signal: AbortSignal, kept?: https.Agent): Promise<http.IncomingMessage> =>
    new Promise((done, failed) => {
      const target = URL.parse(url);
      if (!target || !mayCall(target)) return void failed(new OutgoingError('addressNotAllowed'));
      const body = asked.form?.toString() ?? asked.text ?? (asked.json && JSON.stringify(asked.json));
      const { request, Agent } = target.protocol === 'https:' ? https : http;
      const sent = request(target, {
        method: asked.method ?? (body === undefined ? 'GET' : 'POST'),
        // A separate agent: no shared connections, and no proxy from the environment.
        agent: kept ?? new Agent({ keepAlive: false }),
        headers: {
          ...(body !== undefined && {
            'content-type': asked.form ? 'application/x-www-form-urlencoded' : 'application/json',
          }),
          ...asked.headers,
          ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
          'user-agent': 'Portico',
        },
        lookup: lookup(hostOf(target)),
        maxHeaderSize: MOST_HEADER_BYTES,
        signal,
      });
      sent.on('response', done);
      sent.on('error', (error) => {
        // The receiver closed a kept connection before it saw this message.
        if (
          sent.reusedSocket &&
          !asked.once &&
          !signal.aborted &&
          (error as NodeJS.ErrnoException).code === 'ECONNRESET'
        )
          send(url, asked, signal).then(done, failed);
        else failed(asOutgoingError(error, signal.aborted));
      });
      sent.end(body);
    });

  return {
    mayCall: (url) => URL.canParse(url) && mayCall(new URL(url)),
    post: async (url, form) => {
      const answer = await send(url, { form }, AbortSignal.timeout(DEADLINE_MILLIS));
      answer.on('error', () => {});
      answer.destroy();
      return answer.statusCode ?? 0;
    },
    read: async (url, asked = {}) => {
      const signal = AbortSignal.timeout(DEADLINE_MILLIS);
      let at = url;
      let { headers: sentHeaders = {} } = asked;
      for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
        const answer = await send(at, { ...asked, headers: sentHeaders }, signal);
        const { statusCode: status = 0, headers } = answer;
        const isQuestion = !asked.form && !asked.json && !asked.method;
        const isMoved = isQuestion && status >= 300 && status < 400 && headers.location !== undefined;
        if (!isMoved) return { status, body: await textOf(answer, signal) };
        answer.on('error', () => {});
        answer.destroy();
        if (!URL.canParse(headers.location ?? '', at)) throw new OutgoingError('connection');
        const next = new URL(headers.location ?? '', at);
        if (asked.hosts && !asked.hosts.includes(hostOf(next))) throw new OutgoingError('addressNotAllowed');
        // What is secret is for the first address only.
        if (next.origin !== new URL(at).origin) sentHeaders = withoutAuthorization(sentHeaders);
        at = next.href;
      }
      throw new OutgoingError('tooManyRedirects');
    },
    receiver: (url) => {
      const { Agent } = URL.parse(url)?.protocol === 'http:' ? http : https;
      const agent = new Agent({ keepAlive: true, maxSockets: MOST_CONNECTIONS });
      return {
        post: async (json, headers, shown = 0) => {
          const signal = AbortSignal.timeout(DEADLINE_MILLIS);
          const answer = await send(url, { text: json, headers }, signal, agent as https.Agent);
          const { statusCode: status = 0 } = answer;
          if (shown > 0) return { status, body: await beginningOf(answer, shown) };
          ignore(answer);
          return { status, body: '' };
        },
        close: () => agent.destroy(),
      };
    },
    api: (base) => {
      const { Agent } = URL.parse(base)?.protocol === 'http:' ? http : https;
      const agent = new Agent({ keepAlive: true, maxSockets: MOST_API_CONNECTIONS });
      return {
        ask: async (method, url, headers, json) => {
          const signal = AbortSignal.timeout(DEADLINE_MILLIS);
          // What creates something is not sent again by itself.
          const asked = { method, headers, once: method === 'POST', ...(json && { json }) };
          const answer = await send(url, asked, signal, agent as https.Agent);
          const { statusCode: status = 0, headers: answered } = answer;
          return { status, body: await textOf(answer, signal), retryAfter: answered['retry-after'] ?? null };
        },
        close: () => agent.destroy(),
      };
    },
    texts: async (name) => {
      const records = await resolverOf(servers)
        .resolveTxt(name)
        .catch((error) => Promise.reject(asOutgoingError(error, false)));
      return records.map((parts) => parts.join(''));
    },
  };
}

const withoutAuthorization = ({ authorization: _, ...rest }: Readonly<Record<string, string>>) => rest;

/** What a call sends: a form, an object, JSON as text, or nothing. */
interface Asked {
  form?: URLSearchParams;
  json?: object;
  text?: string;
  method?: Method;
  /** Not sent again where a kept connection was closed. */
  once?: boolean;
  headers?: Readonly<Record<string, string>>;
}

/** The body of an answer as text. One that says it is too large is not read; reading stops where it is, whatever it says. */
async function textOf(answer: http.IncomingMessage, signal: AbortSignal): Promise<string> {
  if (Number(answer.headers['content-length'] ?? 0) > MOST_BYTES) {
    answer.on('error', () => {});
    answer.destroy();
    throw new OutgoingError('tooLarge');
  }
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const part of answer as AsyncIterable<Buffer>) {
      bytes += part.length;
      if (bytes > MOST_BYTES) throw new OutgoingError('tooLarge');
      parts.push(part);
    }
  } catch (error) {
    throw asOutgoingError(error as Error, signal.aborted);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** The beginning of an answer as text; of one that is cut off, what came. */
async function beginningOf(answer: http.IncomingMessage, most: number): Promise<string> {
  let text = '';
  answer.setEncoding('utf8');
  try {
    for await (const part of answer as AsyncIterable<string>) {
      text += part;
      if (text.length >= most) break;
    }
  } catch {
    // What came is what can be shown.
  }
  answer.on('error', () => {});
  answer.destroy();
  return text.slice(0, most);
}

/** Reads an answer to its end, so that its connection can be used again, unless it is large. */
function ignore(answer: http.IncomingMessage): void {
  let bytes = 0;
  answer.on('error', () => {});
  answer.on('data', (part: Buffer) => {
    bytes += part.length;
    if (bytes > MOST_IGNORED_BYTES) answer.destroy();
  });
}

/** Without the brackets of an IPv6 address and a trailing dot. */
const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

function isCallable(allow: AllowList, url: URL): boolean {
  const host = hostOf(url);
  if (allow.admitsHost(host)) return url.protocol === 'https:' || url.protocol === 'http:';
  if (url.protocol !== 'https:' || /(^|\.)localhost$/.test(host)) return false;
  // The URL parser has normalized decimal, octal and hexadecimal spellings of an address.
  return isIP(host) === 0 || !isSpecialUse(host);
}

/**
 * Resolves a host. Hosts that the operator allows use the system's resolver, including its hosts file. All others use
 * DNS directly: the system's resolver holds a thread of the pool that hashes passwords until it ends, and the owner of
 * a name decides how long that takes.
 * @param servers DNS servers; by default those of the system
 */
export function resolveFor(allow: AllowList, servers?: readonly string[]): Resolve {
  return async (host) => {
    if (allow.admitsHost(host)) return systemLookup(host, { all: true });
    const resolver = resolverOf(servers);
    const asked = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const found = asked.flatMap((one, at) =>
      one.status === 'fulfilled' ? one.value.map((address) => ({ address, family: at === 0 ? 4 : 6 })) : [],
    );
    const [first] = asked;
    if (found.length === 0 && first?.status === 'rejected') throw first.reason;
    return found;
  };
}

/** Asks the name servers of the machine unless others are named. Throws an Error for what is no address. */
export function resolverOf(servers?: readonly string[]): Resolver {
  const resolver = new Resolver({ timeout: RESOLVE_MILLIS, tries: 2 });
  if (servers && servers.length > 0) resolver.setServers(servers);
  return resolver;
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
