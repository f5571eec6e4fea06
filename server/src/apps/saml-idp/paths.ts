/** Addresses that browsers and service providers call (decisions.md: `/saml/idp/…` per tenant). */
const base = '/saml/idp';

export const samlPaths = {
  metadata: `${base}/:tenantId/metadata`,
  sso: `${base}/:tenantId/sso`,
  continue: `${base}/:tenantId/continue`,
  start: `${base}/:tenantId/start/:samlSpId`,
  slo: `${base}/:tenantId/slo`,
} as const;

/** Addresses of a tenant. Its entity ID is that of its metadata and never changes. */
export function samlAddresses(publicUrl: string, tenantId: string) {
  const at = (name: string) => `${publicUrl}${base}/${tenantId}/${name}`;
  return { entityId: at('metadata'), metadataUrl: at('metadata'), ssoUrl: at('sso'), sloUrl: at('slo') };
}

export const continuePath = (tenantId: string, id: string) =>
  `${base}/${tenantId}/continue?${new URLSearchParams({ id })}`;
export const startPath = (tenantId: string, samlSpId: string) => `${base}/${tenantId}/start/${samlSpId}`;
