/** What an identity provider knows of the portal: one service provider for each connection. */
export interface Ours {
  entityId: string;
  acsUrl: string;
  metadataUrl: string;
  sloUrl: string;
}

/** The metadata address is the entity ID, as is usual: whoever knows one finds the other. `samlId` is as typed. */
export function oursOf(publicUrl: string, tenantId: string, samlId: string): Ours {
  const base = `${publicUrl}/saml/sp/${tenantId}/${samlId}`;
  return {
    entityId: `${base}/metadata`,
    acsUrl: `${base}/acs`,
    metadataUrl: `${base}/metadata`,
    sloUrl: `${base}/slo`,
  };
}

const BINDINGS = ['HTTP-Redirect', 'HTTP-POST'] as const;
/** What we open, the best first: providers take one of these. */
const OPENED = [
  'http://www.w3.org/2009/xmlenc11#aes256-gcm',
  'http://www.w3.org/2009/xmlenc11#aes128-gcm',
  'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
];
const lines = (all: readonly string[]) => all.map((line) => `    ${line}\n`).join('');

/**
 * Our metadata, with the certificates of the keys that sign, in base64. Without keys, which an administrator makes, nobody
 * can be signed out. All in it are addresses of ours and base64, whose characters need no escaping.
 */
export function metadataOf(
  { entityId, acsUrl, sloUrl }: Ours,
  {
    certificates,
    encryption = [],
    signRequests,
  }: { certificates: readonly string[]; encryption?: readonly string[]; signRequests: boolean },
): string {
  const key = (use: 'signing' | 'encryption', one: string, methods: readonly string[]) =>
    `<md:KeyDescriptor use="${use}"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${one}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>${methods.map((method) => `<md:EncryptionMethod Algorithm="${method}"/>`).join('')}</md:KeyDescriptor>`;
  const keys = certificates.map((one) => key('signing', one, []));
  const opening = encryption.map((one) => key('encryption', one, OPENED));
  const signOut = BINDINGS.map(
    (binding) =>
      `<md:SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:${binding}" Location="${sloUrl}"/>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}">
  <md:SPSSODescriptor AuthnRequestsSigned="${signRequests && keys.length > 0}" WantAssertionsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
${lines(keys)}${lines(opening)}${lines(keys.length > 0 ? signOut : [])}    <md:NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</md:NameIDFormat>
    <md:NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</md:NameIDFormat>
    <md:NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified</md:NameIDFormat>
    <md:AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${acsUrl}" index="0" isDefault="true"/>
  </md:SPSSODescriptor>
</md:EntityDescriptor>
`;
}
