import { z } from 'zod';
import { ownCertification } from '../own-certification.ts';
import { route } from '../route.ts';

/** What the tenant's keys as SAML service provider are for: signing requests, and opening encrypted answers. */
export const spKeyUses = ['signing', 'encryption'] as const;
export type SpKeyUse = (typeof spKeyUses)[number];

const params = z.strictObject({ tenantId: z.string().max(40), use: z.enum(spKeyUses) });
const base = '/api/auth/tenants/{tenantId}/samlSp/keys/{use}';
const certifications = z.strictObject({ certifications: z.array(ownCertification) });

export const switchSpCertification = route({
  method: 'POST',
  path: `${base}/operations/switch`,
  access: 'tenant:write',
  proof: 'recent',
  operation: 'update',
  event: 'samlKeys.certificationSwitched',
  summary: 'Use the next certificate as SAML service provider from now on. The one before is kept for a while',
  params,
  /** `current`: the one in use, as the caller knows it, so that two who switch at once switch once. */
  body: z.strictObject({ current: z.string().max(100) }),
  response: certifications,
  errors: ['not_found', 'conflict'],
  transaction: 'own',
});

export const deleteSpOwnCertification = route({
  method: 'DELETE',
  path: `${base}/certifications/{kid}`,
  access: 'tenant:write',
  proof: 'recent',
  operation: 'delete',
  event: 'samlKeys.certificationRemoved',
  summary: 'Withdraw a certificate of the SAML service provider that is not in use',
  params: z.strictObject({ ...params.shape, kid: z.string().max(100) }),
  response: null,
  errors: ['not_found', 'cannot_delete_active_certification'],
  transaction: 'own',
});
