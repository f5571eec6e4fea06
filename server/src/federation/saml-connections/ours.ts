/** What an identity provider knows of the portal: one service provider for each connection. */
export interface Ours {
  entityId: string;
  acsUrl: string;
  metadataUrl: string;
}

/** The metadata address is the entity ID, as is usual: whoever knows one finds the other. `samlId` is as typed. */
export function oursOf(publicUrl: string, tenantId: string, samlId: string): Ours {
  const base = `${publicUrl}/saml/sp/${tenantId}/${samlId}`;
  return { entityId: `${base}/metadata`, acsUrl: `${base}/acs`, metadataUrl: `${base}/metadata` };
}

/** Our metadata. All in it are addresses of ours, whose characters need no escaping. */
export const metadataOf = ({ entityId, acsUrl }: Ours): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}">
  <md:SPSSODescriptor AuthnRequestsSigned="false" WantAssertionsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <md:NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</md:NameIDFormat>
    <md:NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</md:NameIDFormat>
    <md:NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified</md:NameIDFormat>
    <md:AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${acsUrl}" index="0" isDefault="true"/>
  </md:SPSSODescriptor>
</md:EntityDescriptor>
`;
