import { z } from 'zod';
import { ownCertification } from '../own-certification.ts';
import { route } from '../route.ts';

const samlIdp = z.strictObject({
  entityId: z.string(),
  metadataUrl: z.string(),
  ssoUrl: z.string(),
  sloUrl: z.string(),
  certifications: z.array(ownCertification),
});
export type SamlIdp = z.output<typeof samlIdp>;

const tenantParams = z.strictObject({ tenantId: z.string().max(40) });
const base = '/api/auth/tenants/{tenantId}/samlIdP';

export const getSamlIdp = route({
  method: 'GET',
  path: base,
  access: 'clients:write',
  only: 'portal',
  operation: 'read',
  summary: 'Get what service providers need to know of the tenant as SAML identity provider. Makes its keys at first',
  params: tenantParams,
  response: samlIdp,
  errors: ['not_found'],
  transaction: 'own',
});

export const switchIdpCertification = route({
  method: 'POST',
  path: `${base}/operations/switchCertification`,
  access: 'clients:write',
  proof: 'recent',
  operation: 'update',
  event: 'samlIdp.certificationSwitched',
  summary: 'Sign with the next certificate from now on. The one before is retired, and a new next one is published',
  params: tenantParams,
  /** `current`: the one that signs, as the caller knows it, so that two who switch at once switch once. */
  body: z.strictObject({ current: z.string().max(100).optional() }),
  response: samlIdp,
  errors: ['not_found', 'conflict'],
  transaction: 'own',
});

export const deleteIdpCertification = route({
  method: 'DELETE',
  path: `${base}/certifications/{kid}`,
  access: 'clients:write',
  proof: 'recent',
  operation: 'delete',
  event: 'samlIdp.certificationRemoved',
  summary: 'Withdraw a certificate that does not sign. In place of the next one a new one is published',
  params: z.strictObject({ tenantId: z.string().max(40), kid: z.string().max(100) }),
  response: null,
  errors: ['not_found', 'cannot_delete_active_certification'],
  transaction: 'own',
});
