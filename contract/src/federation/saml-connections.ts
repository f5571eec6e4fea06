import { z } from 'zod';
import { expectedOf } from '../expected.ts';
import * as field from '../fields.ts';
import { pageOf } from '../page.ts';
import { route } from '../route.ts';
import { isVisibleName } from '../visible-name.ts';
import { samlFailureCauses } from './saml-failures.ts';
import {
  isEntityId,
  isSamlId,
  isSsoUrl,
  isTrustedOrigin,
  MAX_ATTRIBUTE_NAME_LENGTH,
  MAX_CERTIFICATE_LENGTH,
  MAX_METADATA_LENGTH,
  MAX_SAML_CERTIFICATIONS,
} from './saml-values.ts';

const samlId = z.string().max(200).refine(isSamlId);
/** Name of an attribute; empty: the usual ones. */
const attributeName = field.exactText(MAX_ATTRIBUTE_NAME_LENGTH).default('');

const shape = {
  displayName: field.text(128).refine((value) => value.trim() !== '' && isVisibleName(value)),
  /** Entity ID of the identity provider. */
  entityId: z.string().trim().max(2048).refine(isEntityId),
  /** Where it takes requests (HTTP-Redirect). */
  ssoUrl: z.string().trim().max(4096).refine(isSsoUrl),
  /** Where it takes requests to sign out and our answers to its own (HTTP-Redirect); null: nowhere. */
  sloUrl: z.string().trim().max(4096).refine(isSsoUrl).nullable().default(null),
  /** Where its metadata can be read again. */
  metadataUrl: z.string().trim().max(4096).refine(isSsoUrl).nullable().default(null),
  /** Whether our requests to sign in are signed. */
  signRequests: z.boolean().default(false),
  /** Whether assertions encrypted by AES-CBC are taken, of an answer that is signed itself. */
  acceptsCbc: z.boolean().default(false),
  /** Whether the provider may begin a sign-in; the user confirms it. */
  idpInitiated: z.boolean().default(false),
  /** Where an answer that was not asked for may send the user on to. */
  trustedOrigin: z.string().max(4096).refine(isTrustedOrigin).nullable().default(null),
  mailAddressAttribute: attributeName,
  familyNameAttribute: attributeName,
  givenNameAttribute: attributeName,
  /** Whether it signs users in. */
  enabled: z.boolean().default(false),
  /** Whether who is not linked yet is added as a user. */
  jitProvisioning: z.boolean().default(false),
};

/** A certificate, as PEM or base64. */
export const certification = z.string().min(1).max(MAX_CERTIFICATE_LENGTH);

const readCertification = z.strictObject({
  subject: z.string(),
  fingerprint: z.string(),
  startsAt: z.string(),
  expiresAt: z.string(),
});

/** What the metadata of an identity provider says. */
export const importedSaml = z.strictObject({
  entityId: z.string(),
  ssoUrl: z.string(),
  sloUrl: z.string().nullable(),
  /** Whether it demands signed requests. */
  signRequests: z.boolean(),
  certifications: z.array(z.strictObject({ ...readCertification.shape, certification: z.string() })),
  /** Certificates that are expired, too weak or unreadable. */
  leftOut: z.number().int(),
});

const samlConnection = z.strictObject({
  ...shape,
  samlId: z.string(),
  uuid: z.string(),
  certifications: z.array(z.strictObject({ ...readCertification.shape, certificationId: z.string() })),
  /** Users who sign in with it. */
  linkedUsers: z.number().int(),
  /** When an administrator last tried a sign-in successfully; null: not since it was set up. */
  testedAt: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type SamlConnection = z.output<typeof samlConnection>;

const tenantParams = z.strictObject({ tenantId: z.string().max(40) });
const params = z.strictObject({ tenantId: z.string().max(40), samlId: z.string().max(200) });
const base = '/api/auth/tenants/{tenantId}/samls';

export const listSamlConnections = route({
  method: 'GET',
  path: base,
  access: 'tenant:write',
  only: 'portal',
  operation: 'read',
  summary: 'List the SAML connections of the tenant',
  params: tenantParams,
  response: pageOf(samlConnection),
  errors: ['not_found'],
});

/** `conflict` for one connection too many. */
export const createSamlConnection = route({
  method: 'POST',
  path: base,
  access: 'tenant:write',
  proof: 'recent',
  operation: 'create',
  event: 'samlConnection.created',
  summary: 'Add a SAML connection',
  params: tenantParams,
  body: z.strictObject({
    ...shape,
    samlId,
    certifications: z.array(certification).max(MAX_SAML_CERTIFICATIONS).default([]),
  }),
  response: samlConnection,
  errors: [
    'not_found',
    'conflict',
    'duplicated',
    'duplicated_params_entityId',
    'certification_expired',
    'certification_unregistered',
    'exceeded_certifications',
  ],
});

export const getSamlConnection = route({
  method: 'GET',
  path: `${base}/{samlId}`,
  access: 'tenant:write',
  only: 'portal',
  operation: 'read',
  summary: 'Get a SAML connection',
  params,
  response: samlConnection,
  errors: ['not_found', 'saml_not_exist'],
});

/** The entity ID cannot be changed while users are linked (`conflict`): another provider would name them. */
export const updateSamlConnection = route({
  method: 'PUT',
  path: `${base}/{samlId}`,
  access: 'tenant:write',
  proof: 'recent',
  operation: 'update',
  event: 'samlConnection.changed',
  summary: 'Change a SAML connection. A new address or entity ID makes it untested',
  params,
  body: z.strictObject({ ...shape, expected: expectedOf(shape) }),
  response: samlConnection,
  errors: [
    'not_found',
    'saml_not_exist',
    'conflict',
    'duplicated_params_entityId',
    'certification_unregistered',
    'certifications_unavailable',
    'last_administrator',
  ],
});

export const deleteSamlConnection = route({
  method: 'DELETE',
  path: `${base}/{samlId}`,
  access: 'tenant:write',
  proof: 'recent',
  operation: 'delete',
  event: 'samlConnection.deleted',
  summary: 'Delete a SAML connection and unlink its users',
  params,
  response: null,
  errors: ['not_found', 'saml_not_exist', 'last_administrator'],
});

export const addSamlCertification = route({
  method: 'POST',
  path: `${base}/{samlId}/certifications`,
  access: 'tenant:write',
  proof: 'recent',
  operation: 'create',
  event: 'samlConnection.certificateAdded',
  summary: 'Add a certificate of the identity provider',
  params,
  body: z.strictObject({ certification }),
  response: samlConnection,
  errors: ['not_found', 'saml_not_exist', 'duplicated', 'certification_expired', 'exceeded_certifications'],
});

/** The last valid one of an enabled connection stays: `cannot_delete_active_certification`. */
export const deleteSamlCertification = route({
  method: 'DELETE',
  path: `${base}/{samlId}/certifications/{certificationId}`,
  access: 'tenant:write',
  proof: 'recent',
  operation: 'delete',
  event: 'samlConnection.certificateDeleted',
  summary: 'Delete a certificate of the identity provider',
  params: z.strictObject({ ...params.shape, certificationId: field.uuid }),
  response: samlConnection,
  errors: ['not_found', 'saml_not_exist', 'cannot_delete_active_certification'],
});

/** Reads metadata of an identity provider, and changes nothing. */
export const importSaml = route({
  method: 'POST',
  path: '/api/auth/tenants/{tenantId}/operations/saml/import',
  access: 'tenant:write',
  only: 'portal',
  operation: 'none',
  summary: 'Read the metadata of an identity provider',
  params: tenantParams,
  body: z.strictObject({ metadata: z.string().min(1).max(MAX_METADATA_LENGTH) }),
  response: importedSaml,
  errors: ['not_found', 'certification_expired', 'certification_unregistered'],
  bodyLimit: MAX_METADATA_LENGTH + 200_000,
});

/** As above, of the document at an address. What is wrong with it is told as `metadata`, that it cannot be read as `address`. */
export const importSamlFrom = route({
  method: 'POST',
  path: '/api/auth/tenants/{tenantId}/operations/saml/importFrom',
  access: 'tenant:write',
  only: 'portal',
  operation: 'none',
  summary: 'Read the metadata of an identity provider at its address',
  params: tenantParams,
  /** `entityId`: whose metadata it must be, where it is read again. */
  body: z.strictObject({
    address: z.string().trim().max(4096).refine(isSsoUrl),
    entityId: z.string().max(1024).optional(),
  }),
  response: importedSaml,
  errors: ['not_found', 'certification_expired', 'certification_unregistered', 'too_many_requests'],
  transaction: 'own',
});

/** What the identity provider needs of us, for a connection of this ID, which need not exist yet. */
export const getSamlMetadata = route({
  method: 'GET',
  path: '/api/auth/tenants/{tenantId}/samlMetadata.json',
  access: 'tenant:write',
  only: 'portal',
  operation: 'read',
  summary: 'Get what an identity provider needs to know of the portal. Makes its keys at first',
  params: tenantParams,
  query: z.strictObject({ samlId }),
  response: z.strictObject({
    entityId: z.string(),
    acsUrl: z.string(),
    metadataUrl: z.string(),
    sloUrl: z.string(),
    /** The certificate of the key that signs our requests, as PEM. */
    certificate: z.string(),
    /** The certificate that assertions can be encrypted for, as PEM. */
    encryptionCertificate: z.string(),
    /** The metadata document itself. */
    metadata: z.string(),
  }),
  errors: ['not_found'],
  transaction: 'own',
});

/** The latest fifty. */
export const listSamlTraces = route({
  method: 'GET',
  path: `${base}/{samlId}/traces`,
  access: 'tenant:write',
  only: 'portal',
  operation: 'read',
  summary: 'List what became of the answers of a SAML identity provider',
  params,
  response: pageOf(
    z.strictObject({
      id: z.string(),
      at: z.string(),
      purpose: z.enum(['signIn', 'connect', 'test', 'register', 'unasked', 'signOut']),
      cause: z.enum(samlFailureCauses).nullable(),
      detail: z.record(z.string(), z.string()),
      requestId: z.string(),
    }),
  ),
  errors: ['not_found', 'saml_not_exist'],
});
