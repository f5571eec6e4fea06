import { z } from 'zod';
import { tenantParams } from '../fields.ts';
import { ownCertification } from '../own-certification.ts';
import { route } from '../route.ts';

/** The tenant's SAML keys: for answers to apps, for requests to identity providers, for what those encrypt. */
export const ownKeyUses = ['answers', 'requests', 'encryption'] as const;
export type OwnKeyUse = (typeof ownKeyUses)[number];

/** Who has to know the certificates of a key, and what is known of whether they do. */
const partner = z.strictObject({
  kind: z.enum(['samlApp', 'samlConnection']),
  /** `samlSpId` or `samlId`. */
  id: z.string(),
  displayName: z.string(),
  /** When the metadata that is made for it alone was last loaded; null: never, or it has none of its own. */
  metadataReadAt: z.string().nullable(),
  /** The certificate for which it last encrypted; null: it never did. */
  encryptedFor: z.string().nullable(),
  encryptedAt: z.string().nullable(),
});
export type KeyPartner = z.output<typeof partner>;

const ownKey = z.strictObject({
  use: z.enum(ownKeyUses),
  certifications: z.array(ownCertification),
  /** When metadata with the next certificate was last loaded, by whomever; null: never, or each partner has its own. */
  nextReadAt: z.string().nullable(),
  partners: z.array(partner),
});
export type OwnKey = z.output<typeof ownKey>;

/** Keys that were made; of uses that the caller may change. Loads by browsers that are signed in here are not counted. */
export const listOwnKeys = route({
  method: 'GET',
  path: '/api/portal/tenants/{tenantId}/samlKeys',
  access: 'tenant:write',
  only: 'portal',
  operation: 'read',
  summary: 'List the tenant’s SAML keys, their certificates, and partners that need them',
  params: tenantParams,
  response: z.strictObject({ results: z.array(ownKey) }),
  errors: ['not_found'],
  transaction: 'own',
});
