import { once } from 'node:events';
import { createServer } from 'node:http';
import { makeCertificate, type TestCertificate } from '#test/saml/certificate.ts';
import { makePeer, type Named } from '#test/saml/peer.ts';

/** An identity provider that signs users in by SAML, with a library of others. Its page posts across sites. */
export interface SamlIdentityProvider {
  origin: string;
  metadata: string;
  /** Who has signed in there. */
  present: Named;
  /** Takes the metadata of the service provider. */
  register(spMetadata: string): void;
  /** Makes the next certificate. */
  nextCertificate(): TestCertificate;
  /** Signs with this certificate from now on. */
  sign(certificate: TestCertificate): void;
  close(): Promise<void>;
}

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');

export async function startSamlIdentityProvider(): Promise<SamlIdentityProvider> {
  let spMetadata = '';
  const server = createServer((request, reply) => {
    const { searchParams } = new URL(request.url ?? '', 'http://127.0.0.1');
    const work = async () => {
      const { response } = await peer.answer(spMetadata, searchParams.get('SAMLRequest') ?? '', idp.present);
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
  const origin = `http://127.0.0.1:${address.port}`;
  const peerWith = (certificate: TestCertificate) =>
    makePeer({ entityId: `${origin}/metadata`, ssoUrl: `${origin}/sso`, certificate });
  let peer = peerWith(makeCertificate({ name: 'first.example' }));
  const idp: SamlIdentityProvider = {
    origin,
    metadata: peer.metadata,
    present: { nameId: 'nobody@company.example' },
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
