import { once } from 'node:events';
import { createServer } from 'node:http';
import { chooserPage, escaped } from '../chooser.ts';
import { makeCertificate, type TestCertificate } from './certificate.ts';
import { makePeer, type Named } from './peer.ts';

/** An identity provider that signs users in by SAML, with a library of others. Its page posts across sites. */
export interface SamlIdentityProvider {
  origin: string;
  port: number;
  metadata: string;
  /** Who has signed in there. */
  present: Named;
  /** Who was signed out there, by a request that it has checked. */
  signedOut: string[];
  /** Takes the metadata of the service provider. */
  register(spMetadata: string): void;
  /** Makes the next certificate. */
  nextCertificate(): TestCertificate;
  /** Signs with this certificate from now on. */
  sign(certificate: TestCertificate): void;
  close(): Promise<void>;
}

/** What it may be given: where browsers find it, if elsewhere; whom one may choose to be; where the metadata comes from. */
interface Given {
  origin?: string;
  certificate?: Pick<TestCertificate, 'pem' | 'privateKey'>;
  directory?: Readonly<Record<string, Named>>;
  findMetadata?: () => Promise<string>;
}

export async function startSamlIdentityProvider(given: Given = {}): Promise<SamlIdentityProvider> {
  let spMetadata = '';
  const server = createServer((request, reply) => {
    const url = new URL(request.url ?? '', origin);
    const { searchParams } = url;
    const work = async () => {
      if (url.pathname === '/slo') {
        if (given.findMetadata) spMetadata = await given.findMetadata();
        const { nameId, back } = await peer.signOut(spMetadata, url.search.slice(1));
        idp.signedOut.push(nameId);
        reply.writeHead(303, { location: back }).end();
        return;
      }
      const chosen = given.directory?.[searchParams.get('as') ?? ''];
      if (given.directory && !chosen) {
        reply.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
        reply.end(chooserPage('SAML identity provider', Object.keys(given.directory), url));
        return;
      }
      if (given.findMetadata) spMetadata = await given.findMetadata();
      const who = chosen ?? idp.present;
      const { response } = await peer.answer(spMetadata, searchParams.get('SAMLRequest') ?? '', who);
      const acsUrl = /AssertionConsumerService\b[^>]*\bLocation="([^"]*)"/.exec(spMetadata)?.[1] ?? '';
      const fields = Object.entries({ SAMLResponse: response, RelayState: searchParams.get('RelayState') ?? '' });
      const boxes = fields.map(([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`);
      reply.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      reply.end(
        `<!doctype html><html lang="en"><title>Provider</title><link rel="icon" href="data:,"><form method="post" action="${escaped(acsUrl)}">${boxes.join('')}</form><script>document.forms[0].submit()</script></html>`,
      );
    };
    work().catch((error) => reply.writeHead(500).end(String(error)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('no port');
  const { port } = address;
  const origin = given.origin ?? `http://127.0.0.1:${port}`;
  const peerWith = (certificate: Pick<TestCertificate, 'pem' | 'privateKey'>) =>
    makePeer({ entityId: `${origin}/metadata`, ssoUrl: `${origin}/sso`, sloUrl: `${origin}/slo`, certificate });
  let peer = peerWith(given.certificate ?? makeCertificate({ name: 'first.example' }));
  const idp: SamlIdentityProvider = {
    ...{ origin, port },
    metadata: peer.metadata,
    present: { nameId: 'nobody@company.example' },
    signedOut: [],
    register: (given) => {
      spMetadata = given;
    },
    nextCertificate: () => makeCertificate({ name: 'second.example' }),
    sign: (certificate) => {
      peer = peerWith(certificate);
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return idp;
}
