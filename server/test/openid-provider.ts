import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHash } from 'node:crypto';
import { exportJWK, type JWTPayload, SignJWT } from 'jose';
import { chooserPage } from './chooser.ts';
import { keyPair } from './key-pairs.ts';

/** What the provider answers with, where a test wants it to misbehave. */
export interface Misbehaviour {
  metadata?: (good: Record<string, unknown>) => unknown;
  jwks?: (good: { keys: unknown[] }) => unknown;
  /** Claims of the ID token in place of the good ones. */
  claims?: (good: JWTPayload) => JWTPayload;
  /** The answer of the token endpoint. */
  tokens?: (good: Record<string, unknown>) => unknown;
  /** Raw answers by path: status, and a body or a stream of that many bytes. */
  raw?: Record<string, { status?: number; body?: string; bytes?: number; hangs?: boolean; location?: string }>;
  algorithm?: string;
  /** Signs with a key that is not published. */
  foreignKey?: boolean;
  userinfo?: Record<string, unknown>;
}

/** Users who may choose themselves on its page: names with their claims. */
export type Directory = Readonly<Record<string, JWTPayload>>;

export interface OpenidProvider {
  issuer: string;
  port: number;
  misbehave: Misbehaviour;
  /** Who sits in front of the browser, signed in there: whoever is sent to it goes back at once. */
  present: JWTPayload | undefined;
  /** What the token endpoint was sent. */
  sent: { form: URLSearchParams; authorization: string | undefined }[];
  /** Lets a person in as the provider's sign-in page would; answers the address that the browser goes back to. */
  approve(departure: string, person: JWTPayload): URL;
  close(): Promise<void>;
}

const CLIENT_SECRET = 'a secret of the client';
export const clientOf = { clientId: 'portico', clientSecret: CLIENT_SECRET };

/** Waits until more can be sent, or the reader has gone; leaves no listener behind. */
function room(response: ServerResponse): Promise<void> {
  return new Promise((done) => {
    const go = () => {
      response.off('drain', go).off('close', go);
      done();
    };
    response.on('drain', go).on('close', go);
  });
}

/** A small OpenID provider on loopback, well-behaved unless told otherwise. `origin`: where browsers find it, if elsewhere. */
export async function startOpenidProvider(
  given: { origin?: string; directory?: Directory } = {},
): Promise<OpenidProvider> {
  const [good, foreign] = [keyPair(0), keyPair(1)];
  const jwk = { ...(await exportJWK(good.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  const codes = new Map<string, { query: URLSearchParams; person: JWTPayload }>();
  const server: Server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', provider.issuer);
    let body = '';
    request.on('data', (part: Buffer) => {
      body += part.toString('utf8');
    });
    request.on('end', async () => {
      const person = provider.present ?? given.directory?.[url.searchParams.get('as') ?? ''];
      if (url.pathname === '/authorize' && person)
        return void response.writeHead(302, { location: provider.approve(url.href, person).href }).end();
      if (url.pathname === '/authorize' && given.directory) {
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
        return void response.end(chooserPage('OpenID provider', Object.keys(given.directory), url));
      }
      const raw = provider.misbehave.raw?.[url.pathname];
      if (raw?.hangs) return;
      if (raw) {
        response.writeHead(raw.status ?? 200, {
          'content-type': 'application/json',
          ...(raw.location && { location: raw.location }),
        });
        if (raw.bytes === undefined) return void response.end(raw.body ?? '');
        const part = Buffer.alloc(64 * 1024, 0x20);
        for (let sent = 0; sent < raw.bytes && !response.destroyed; sent += part.length)
          if (!response.write(part)) await room(response);
        return void response.end();
      }
      const answer = await answerTo(url, body, request.headers.authorization);
      response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer ?? {}));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const issuer = given.origin ?? `http://127.0.0.1:${port}`;

  async function answerTo(url: URL, body: string, authorization: string | undefined): Promise<unknown> {
    const { misbehave } = provider;
    if (url.pathname.endsWith('/.well-known/openid-configuration')) {
      const metadata = {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        userinfo_endpoint: `${issuer}/userinfo`,
        authorization_response_iss_parameter_supported: true,
      };
      return misbehave.metadata ? misbehave.metadata(metadata) : metadata;
    }
    if (url.pathname === '/jwks') return misbehave.jwks ? misbehave.jwks({ keys: [jwk] }) : { keys: [jwk] };
    if (url.pathname === '/userinfo') return misbehave.userinfo;
    if (url.pathname !== '/token') return undefined;
    const form = new URLSearchParams(body);
    provider.sent.push({ form, authorization });
    const begun = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    if (!begun) return misbehave.tokens ? misbehave.tokens({}) : { error: 'invalid_grant' };
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (challenge !== begun.query.get('code_challenge')) return { error: 'invalid_grant' };
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      ...{ iss: issuer, aud: begun.query.get('client_id') ?? '', iat: now, exp: now + 300, auth_time: now },
      ...{ nonce: begun.query.get('nonce') ?? '', ...begun.person },
    };
    const said = misbehave.claims ? misbehave.claims(claims) : claims;
    const idToken = await new SignJWT(said)
      .setProtectedHeader({ alg: misbehave.algorithm ?? 'RS256', kid: 'one' })
      .sign(
        misbehave.algorithm?.startsWith('HS')
          ? Buffer.from(CLIENT_SECRET.padEnd(64, ' '))
          : misbehave.foreignKey
            ? foreign.privateKey
            : good.privateKey,
      );
    const tokens = { access_token: 'an access token', token_type: 'Bearer', id_token: idToken };
    return misbehave.tokens ? misbehave.tokens(tokens) : tokens;
  }

  const provider: OpenidProvider = {
    ...{ issuer, port },
    misbehave: {},
    present: undefined,
    sent: [],
    approve(departure, person) {
      const { searchParams: query } = new URL(departure);
      const code = `code-${codes.size}-${Math.random().toString(36).slice(2)}`;
      codes.set(code, { query, person });
      const back = new URL(query.get('redirect_uri') ?? '');
      for (const [name, value] of Object.entries({ code, state: query.get('state') ?? '', iss: issuer }))
        back.searchParams.set(name, value);
      return back;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  return provider;
}
