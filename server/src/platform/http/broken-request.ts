import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { fail } from '#contract/errors.ts';
import type { Config } from '../config.ts';
import { newUuid } from '../crypto/uuid.ts';
import { errorEntries } from './error-reply.ts';
import { isLoopback } from './loopback.ts';
import { securityHeaders } from './security-headers.ts';

/** Node's parser errors that precede routing, by code. */
const statuses: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
};

/**
 * Requires exactly one `Host` (RFC 9112 section 3.2): a proxy in front and this server must not read different ones. In
 * development mode it must also name this machine or be the host of PUBLIC_URL: otherwise a foreign page whose name is
 * made to resolve to this machine (DNS rebinding) could read the demo tenants.
 */
export function registerHostCheck(app: FastifyInstance, config: Config): void {
  const isDemo = config.NODE_ENV === 'development' && !config.ALLOW_DEVELOPMENT_OUTSIDE;
  const ownHost = new URL(config.publicUrl).host;
  const isKnown = (host: string | undefined) => !isDemo || !host || isLoopback(host) || host === ownHost;
  app.addHook('onRequest', ({ raw }, _, done) => {
    let hosts = 0;
    for (let at = 0; at < raw.rawHeaders.length; at += 2) {
      if (raw.rawHeaders[at]?.length === 4 && raw.rawHeaders[at]?.toLowerCase() === 'host') hosts += 1;
    }
    const isWrong = hosts > 1 || (hosts === 0 && raw.httpVersion === '1.1') || !isKnown(raw.headers.host);
    done(isWrong ? fail('invalid_request', { field: 'Host' }) : undefined);
  });
}

/**
 * Answers bytes that are not HTTP (Node's `clientError`) with the error object and closes the connection: the rest of
 * the stream can no longer be parsed reliably.
 */
export function brokenRequestHandler(config: Config, log: Logger): (error: Error, socket: Socket) => void {
  const body = Buffer.from(JSON.stringify(errorEntries(fail('invalid_request'), 'en')));
  const fixed = {
    ...securityHeaders(config),
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(body.length),
    connection: 'close',
  };
  return (error, socket) => {
    const { code = '' } = error as NodeJS.ErrnoException;
    // The connection was reset, or an answer has already begun.
    if (code === 'ECONNRESET' || !socket.writable || socket.bytesWritten > 0) return void socket.destroy();
    const reqId = newUuid();
    log.info({ reqId, errorId: 'invalid_request', code, address: socket.remoteAddress ?? null }, 'request refused');
    const lines = Object.entries({ ...fixed, 'x-request-id': reqId }).map(([name, value]) => `${name}: ${value}`);
    const head = [`HTTP/1.1 ${statuses[code] ?? '400 Bad Request'}`, ...lines, '', ''].join('\r\n');
    socket.end(Buffer.concat([Buffer.from(head, 'latin1'), body]));
  };
}
