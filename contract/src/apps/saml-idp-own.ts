import { z } from 'zod';
import { route } from '../route.ts';

/** A certificate of the tenant's own, with which answers are signed. */
const idpCertification = z.strictObject({
  certificationId: z.string(),
  /** `next` is published and not used yet, `current` signs, `retired` has signed. */
  state: z.enum(['next', 'current', 'retired']),
  active: z.boolean(),
  fingerprint: z.string(),
  startsAt: z.string(),
  expiresAt: z.string(),
  pem: z.string(),
});
export type IdpCertification = z.output<typeof idpCertification>;

const samlIdp = z.strictObject({
  entityId: z.string(),
  metadataUrl: z.string(),
  ssoUrl: z.string(),
  sloUrl: z.string(),
  certifications: z.array(idpCertification),
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
  body: z.strictObject({}),
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
