import { createServer, type Server } from 'node:http';
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import { freePort } from './free-port.ts';

/** A logout as received, verified as in OpenID Connect Back-Channel Logout 1.0 section 2.6. */
export interface HeardLogout {
  aud: string;
  sub: string;
  sid: string;
  jti: string;
  iat: number;
  path: string;
}

export interface RelyingParty {
  /** Its back-channel address. */
  address: string;
  heard: HeardLogout[];
  /** Number of connections to it. */
  connections: number;
  /** Its answer: a status, none, or a very large one. */
  answers: number | 'never' | 'much';
  close(): Promise<void>;
}

/** A relying party on loopback that trusts only an issuer's published keys. */
export async function startRelyingParty(issuer: string, port?: number): Promise<RelyingParty> {
  const own = port ?? (await freePort());
  const server: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => {
      body += part;
    });
    request.on('end', () => {
      void (async () => {
        if (party.answers === 'never') return;
        if (party.answers === 'much') {
          response.on('error', () => {});
          const part = Buffer.alloc(1024 * 1024);
          for (let n = 0; n < 100 && !response.destroyed; n++) {
            if (!response.write(part)) await new Promise((done) => response.once('drain', done).once('close', done));
          }
          response.end();
          return;
        }
        const verified = await verify(issuer, request.headers['content-type'], body).catch(() => null);
        if (verified) party.heard.push({ ...verified, path: request.url ?? '' });
        response.statusCode = verified ? party.answers : 400;
        response.setHeader('cache-control', 'no-store');
        response.end();
      })();
    });
  });
  server.on('connection', () => {
    party.connections += 1;
  });
  const party: RelyingParty = {
    address: `http://127.0.0.1:${own}/backchannel`,
    heard: [],
    connections: 0,
    answers: 200,
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  await new Promise<void>((done) => server.listen(own, '127.0.0.1', done));
  return party;
}

async function verify(issuer: string, type: string | undefined, body: string): Promise<Omit<HeardLogout, 'path'>> {
  if (type !== 'application/x-www-form-urlencoded') throw new Error('not a form');
  const form = new URLSearchParams(body);
  const keys = (await (await fetch(`${issuer}/api/auth/oauth/provider/jwks`)).json()) as JSONWebKeySet;
  const { payload } = await jwtVerify(form.get('logout_token') ?? '', createLocalJWKSet(keys), {
    issuer,
    typ: 'logout+jwt',
    requiredClaims: ['iat', 'exp', 'jti', 'aud', 'sub', 'sid', 'events'],
  });
  const events = payload.events as Record<string, unknown>;
  if (JSON.stringify(events) !== '{"http://schemas.openid.net/event/backchannel-logout":{}}') throw new Error('events');
  if ('nonce' in payload || [...form.keys()].length !== 1) throw new Error('more than a logout token');
  return payload as unknown as HeardLogout;
}
