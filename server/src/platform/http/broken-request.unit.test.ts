import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import type { PorticoError } from '#contract/errors.ts';
import { readConfig } from '../config.ts';
import { brokenRequestHandler, registerHostCheck } from './broken-request.ts';

const own = 'id.example.com:8443';
const development = { NODE_ENV: 'development', PUBLIC_URL: `https://${own}` };
const outside = { ...development, ALLOW_DEVELOPMENT_OUTSIDE: 'true' };
const tests = { ...development, NODE_ENV: 'test' };

describe('the host a request names', () => {
  /** Error of a request with these headers (alternating names and values), or null if it is accepted. */
  function refusalOf(environment: Record<string, string>, rawHeaders: string[], httpVersion: string) {
    let refused: PorticoError | undefined;
    const raw = { rawHeaders, httpVersion, headers: { host: rawHeaders[1] } };
    const app = {
      addHook: (name: string, hook: (request: object, reply: object, done: (error?: PorticoError) => void) => void) => {
        expect(name).toBe('onRequest');
        hook({ raw }, {}, (error) => {
          refused = error;
        });
      },
    };
    registerHostCheck(app as unknown as FastifyInstance, readConfig(environment));
    return refused && [refused.id, refused.detail.field];
  }
  const refused = ['invalid_request', 'Host'];

  test.each<[string, Record<string, string>, string[], string, string[] | undefined]>([
    ['is one', tests, ['Host', 'a'], '1.1', undefined],
    ['is one, whatever its case', tests, ['hOST', 'a'], '1.1', undefined],
    ['is one among other headers', tests, ['Host', 'a', 'Accept', 'Host', 'Posts', 'Host'], '1.1', undefined],
    ['is another header of as many letters', tests, ['Date', 'a'], '1.1', refused],
    ['is none', tests, [], '1.1', refused],
    ['is none, as before there were any', tests, [], '1.0', undefined],
    ['is given twice', tests, ['Host', 'a', 'Host', 'a'], '1.1', refused],
    ['is given twice, at last', tests, ['Host', 'a', 'Accept', 'b', 'host', 'b'], '1.1', refused],
    ['is given twice, as before there was one', tests, ['Host', 'a', 'Host', 'b'], '1.0', refused],
    ['is another’s, in development', development, ['Host', 'evil.example.com'], '1.1', refused],
    ['is another’s, in development for everybody', outside, ['Host', 'evil.example.com'], '1.1', undefined],
    ['is another’s, elsewhere', tests, ['Host', 'evil.example.com'], '1.1', undefined],
    ['is this machine, in development', development, ['Host', 'localhost:3000'], '1.1', undefined],
    ['is our own, in development', development, ['Host', own], '1.1', undefined],
    ['is our own at another port, in development', development, ['Host', 'id.example.com'], '1.1', refused],
    ['is none, in development, as before there were any', development, [], '1.0', undefined],
    ['is empty, in development', development, ['Host', ''], '1.1', undefined],
  ])('%s', (_, environment, rawHeaders, version, expected) => {
    expect(refusalOf(environment, rawHeaders, version)).toEqual(expected);
  });
});

describe('bytes that are no request', () => {
  function answerTo(code: string | undefined, socket: { writable?: boolean; bytesWritten?: number } = {}) {
    const logged: Record<string, unknown>[] = [];
    let [answer, isDestroyed] = ['', false];
    const log = pino({}, { write: (line: string) => logged.push(JSON.parse(line)) });
    const handle = brokenRequestHandler(readConfig(tests), log);
    handle(Object.assign(new Error('broken'), code === undefined ? {} : { code }), {
      ...{ writable: true, bytesWritten: 0, remoteAddress: '192.0.2.7', ...socket },
      destroy: () => {
        isDestroyed = true;
      },
      end: (bytes: Buffer) => {
        answer = bytes.toString('latin1');
      },
    } as never);
    return { answer, isDestroyed, logged };
  }

  test.each([
    ['HPE_INVALID_METHOD', '400 Bad Request'],
    [undefined, '400 Bad Request'],
    ['ERR_HTTP_REQUEST_TIMEOUT', '408 Request Timeout'],
    ['HPE_HEADER_OVERFLOW', '431 Request Header Fields Too Large'],
  ])('by %s are answered %s', (code, status) => {
    const { answer, isDestroyed, logged } = answerTo(code);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head.split('\r\n')[0]).toBe(`HTTP/1.1 ${status}`);
    expect(JSON.parse(body)).toMatchObject([{ message_id: 'invalid_request' }]);
    expect(head).toContain(`\r\ncontent-length: ${body.length}\r\n`);
    expect(head).toContain('\r\nconnection: close\r\n');
    expect(head).toContain('\r\nx-content-type-options: nosniff\r\n');
    expect(isDestroyed).toBe(false);
    const [, reqId] = /\r\nx-request-id: (\S+)/.exec(head) ?? [];
    const line = { reqId, errorId: 'invalid_request', code: code ?? '', address: '192.0.2.7', msg: 'request refused' };
    expect(logged).toMatchObject([line]);
  });

  test.each<[string, string, { writable?: boolean; bytesWritten?: number }]>([
    ['that was reset', 'ECONNRESET', {}],
    ['that takes no more', 'HPE_INVALID_METHOD', { writable: false }],
    ['on which an answer has begun', 'HPE_INVALID_METHOD', { bytesWritten: 1 }],
  ])('on a connection %s are not answered', (_, code, socket) => {
    expect(answerTo(code, socket)).toEqual({ answer: '', isDestroyed: true, logged: [] });
  });
});
