import { once } from 'node:events';
import { createServer } from 'node:http';
import { type Profile, SAML } from '@node-saml/node-saml';
import { escaped } from '../chooser.ts';

/** An app that signs users in by SAML, with a standard library. */
export interface SamlService {
  origin: string;
  port: number;
  entityId: string;
  acsUrl: string;
  /** Whom it has signed in, latest last. */
  users: Profile[];
  /** What it needs to know of the identity provider. */
  connect(idp: Known): void;
  stop(): Promise<void>;
}

interface Known {
  entityId: string;
  ssoUrl: string;
  certificate: string | string[];
}

async function bodyOf(request: AsyncIterable<Buffer>): Promise<URLSearchParams> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece);
  return new URLSearchParams(Buffer.concat(pieces).toString());
}

/**
 * Starts it: `/` asks for a sign-in, `/acs` takes the answer and names the user. `origin`: where browsers find it, if
 * elsewhere; `findIdp`: what it needs to know, read anew for each request.
 */
export async function startSamlService(
  given: { origin?: string; findIdp?: () => Promise<Known> } = {},
): Promise<SamlService> {
  let saml: SAML | undefined;
  const users: Profile[] = [];
  const server = createServer((request, reply) => {
    const work = async () => {
      if (given.findIdp) service.connect(await given.findIdp());
      if (!saml) throw new Error('not connected');
      if (request.url === '/') {
        reply.writeHead(302, { location: await saml.getAuthorizeUrlAsync('the page', undefined, {}) }).end();
        return;
      }
      const form = await bodyOf(request);
      const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: form.get('SAMLResponse') ?? '' });
      if (profile) users.push(profile);
      const says = escaped(`Signed in as ${profile?.nameID}, to ${form.get('RelayState')}`);
      reply.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      reply.end(
        `<!doctype html><html lang="en"><title>A service</title><link rel="icon" href="data:,"><h1>${says}</h1>`,
      );
    };
    work().catch((error) => reply.writeHead(500).end(String(error)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('no port');
  const { port } = address;
  const origin = given.origin ?? `http://localhost:${port}`;
  const [entityId, acsUrl] = [`${origin}/metadata`, `${origin}/acs`];
  const service: SamlService = {
    ...{ origin, port, entityId, acsUrl, users },
    connect: (idp) => {
      saml = new SAML({
        ...{ callbackUrl: acsUrl, entryPoint: idp.ssoUrl, issuer: entityId, audience: entityId },
        ...{ idpCert: idp.certificate, idpIssuer: idp.entityId, identifierFormat: null },
        ...{ wantAssertionsSigned: true, wantAuthnResponseSigned: true, disableRequestedAuthnContext: true },
      });
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return service;
}
