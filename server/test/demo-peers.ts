import { startOpenidProvider } from './openid-provider.ts';
import { startSamlIdentityProvider } from './saml/identity-provider.ts';
import { startSamlService } from './saml/service.ts';

/**
 * The providers and the app of the demo tenants, which the portal starts in development mode when somebody first connects
 * to one of them (server/src/operator/demo/demo-peers.ts). They are the stand-ins of the tests.
 */

interface Given {
  openidProvider: string;
  samlIdentityProvider: string;
  samlService: string;
  certificate: { pem: string; privateKey: string };
  /** Where the metadata of the portal is: as service provider, and as identity provider. */
  ours: { serviceProvider: string; identityProvider: string };
  people: { linked: { name: string; id: string }; newcomer: Record<'name' | 'id' | 'family' | 'given', string> };
}

async function read(address: string): Promise<string> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} answers ${answer.status}`);
  return answer.text();
}

async function findIdp(address: string) {
  const metadata = await read(address);
  const [, entityId = ''] = /\bentityID="([^"]*)"/.exec(metadata) ?? [];
  const [, ssoUrl = ''] = /SingleSignOnService\b[^>]*HTTP-Redirect"[^>]*\bLocation="([^"]*)"/.exec(metadata) ?? [];
  const certificate = [...metadata.matchAll(/<(?:\w+:)?X509Certificate>([^<]+)</g)].map(([, text = '']) => text.trim());
  return { entityId, ssoUrl, certificate };
}

async function start({ people: { linked, newcomer }, ...given }: Given) {
  const email = (at: string) => `${newcomer.id}@${at}.example`;
  const openid = await startOpenidProvider({
    origin: given.openidProvider,
    directory: {
      [linked.name]: { sub: linked.id },
      [newcomer.name]: {
        ...{ sub: newcomer.id, family_name: newcomer.family, given_name: newcomer.given },
        ...{ email: email('openid'), email_verified: true },
      },
    },
  });
  const saml = await startSamlIdentityProvider({
    ...{ origin: given.samlIdentityProvider, certificate: given.certificate },
    directory: {
      [linked.name]: { nameId: linked.id },
      [newcomer.name]: {
        nameId: newcomer.id,
        attributes: { sn: newcomer.family, givenName: newcomer.given, mail: email('saml') },
      },
    },
    findMetadata: () => read(given.ours.serviceProvider),
  });
  const service = await startSamlService({
    origin: given.samlService,
    findIdp: () => findIdp(given.ours.identityProvider),
  });
  process.send?.({ ports: [openid.port, saml.port, service.port] });
}

// They end with the portal.
process.once('disconnect', () => process.exit());
process.once('message', (given) => start(given as Given));
