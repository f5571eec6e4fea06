import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What it answers with, where a test wants it to misbehave: by method and path. */
export type CybozuAnswers = Record<string, { status?: number; body?: unknown; raw?: string; hangs?: boolean }>;

export interface Cybozu {
  /** The setting `CYBOZU_URL` that leads to it. */
  address: string;
  misbehave: CybozuAnswers;
  /** What it was asked, in order. */
  asked: string[];
  /** Records of its app. */
  records: Map<string, string>;
  /** Lets somebody in, by login name, as its sign-in page would; answers the address that the browser goes back to. */
  approve(departure: string, code: string): URL;
  close(): Promise<void>;
}

export const cybozuClient = { clientId: 'l.1.portico', clientSecret: 'a secret of cybozu' };
export const RECORD_APP = 12;

/**
 * A cybozu.com on loopback with the calls that its documentation names, and no others: OAuth 2.0 for confidential clients,
 * and records of a kintone app. It ignores what it does not know, PKCE too.
 */
export async function startCybozu(): Promise<Cybozu> {
  const codes = new Map<string, { redirectUri: string; user: string; scope: string }>();
  const tokens = new Map<string, { user: string; scopes: string[] }>();
  const basic = `Basic ${Buffer.from(`${cybozuClient.clientId}:${encodeURIComponent(cybozuClient.clientSecret).replaceAll('%20', '+')}`).toString('base64')}`;
  const next = (name: string) => `${name}-${randomUUID()}`;
  const server = createServer((request, reply) => {
    const url = new URL(request.url ?? '/', 'http://cybozu');
    const path = url.pathname.replace(/^\/[^/]+/, '');
    const call = `${request.method} ${path}`;
    let body = '';
    request.on('data', (part: Buffer) => {
      body += part;
    });
    request.on('end', () => {
      cybozu.asked.push(call);
      const wrong = cybozu.misbehave[call];
      if (wrong?.hangs) return;
      const [status, answer] = answerTo(call, url.searchParams, body, request.headers.authorization);
      reply.writeHead(wrong?.status ?? status, { 'content-type': 'application/json' });
      reply.end(wrong?.raw ?? JSON.stringify(wrong && 'body' in wrong ? wrong.body : answer));
    });
  });

  function answerTo(call: string, query: URLSearchParams, body: string, authorization = ''): [number, unknown] {
    if (call === 'POST /oauth2/token') {
      const form = new URLSearchParams(body);
      const begun = codes.get(form.get('code') ?? '');
      codes.delete(form.get('code') ?? '');
      if (authorization !== basic) return [401, { error: 'invalid_client' }];
      if (!begun || begun.redirectUri !== form.get('redirect_uri')) return [400, { error: 'invalid_grant' }];
      const access_token = next('token');
      tokens.set(access_token, { user: begun.user, scopes: begun.scope.split(' ') });
      return [
        200,
        { access_token, refresh_token: next('refresh'), token_type: 'bearer', expires_in: 3600, scope: begun.scope },
      ];
    }
    const owner = tokens.get(authorization.replace(/^Bearer /, ''));
    const needs = call.startsWith('GET') ? 'k:app_record:read' : 'k:app_record:write';
    if (!owner?.scopes.includes(needs)) return [403, { code: 'CB_OA01', id: 'x', message: 'no such token or scope' }];
    const { app = query.get('app') } = (body === '' ? {} : JSON.parse(body)) as { app?: unknown };
    if (String(app) !== String(RECORD_APP)) return [404, { code: 'GAIA_AP01', id: 'x', message: 'no such app' }];
    if (call === 'POST /k/v1/record.json') {
      const id = String(cybozu.asked.length + 100);
      cybozu.records.set(id, owner.user);
      return [200, { id, revision: '1' }];
    }
    if (call === 'GET /k/v1/record.json') {
      const id = query.get('id') ?? '';
      const user = cybozu.records.get(id);
      if (user === undefined) return [404, { code: 'GAIA_RE01', id: 'x', message: 'no such record' }];
      const person = { code: user, name: `${user} さん` };
      const record = {
        $id: { type: '__ID__', value: id },
        作成者: { type: 'CREATOR', value: person },
        更新者: { type: 'MODIFIER', value: person },
      };
      return [200, { record }];
    }
    if (call === 'DELETE /k/v1/records.json') {
      for (const [name, id] of query) if (/^ids\[\d+\]$/.test(name)) cybozu.records.delete(id);
      return [200, {}];
    }
    return [404, { code: 'CB_NO02', id: 'x', message: 'no such call' }];
  }

  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const cybozu: Cybozu = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/{subdomain}`,
    misbehave: {},
    asked: [],
    records: new Map(),
    approve(departure, user) {
      const { pathname, searchParams: query } = new URL(departure);
      if (!pathname.endsWith('/oauth2/authorization') || query.get('response_type') !== 'code')
        throw new Error('no such call');
      const redirectUri = query.get('redirect_uri') ?? '';
      const code = next('code');
      codes.set(code, { redirectUri, user, scope: query.get('scope') ?? '' });
      const back = new URL(redirectUri);
      back.searchParams.set('code', code);
      back.searchParams.set('state', query.get('state') ?? '');
      return back;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  return cybozu;
}
