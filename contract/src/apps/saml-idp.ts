import { z } from 'zod';
import { expectedOf } from '../expected.ts';
import * as field from '../fields.ts';
import { MAX_SAML_SP_CERTIFICATIONS, MAX_USER_ID_LENGTH } from '../limits.ts';
import { pageOf } from '../page.ts';
import { route } from '../route.ts';
import { isVisibleName } from '../visible-name.ts';
import { MAX_URI_LENGTH } from './client-addresses.ts';
import {
  attributeNameFormats,
  attributeSources,
  isEntityId,
  isRelayState,
  MAX_ATTRIBUTE_NAME_LENGTH,
  MAX_ATTRIBUTE_STATEMENTS,
  MAX_CERTIFICATE_LENGTH,
  MAX_DAYS_BEFORE_EXPIRATION,
  MAX_ENTITY_ID_LENGTH,
  MAX_METADATA_BYTES,
  MAX_NOTIFIED_USERS,
  MAX_RELAY_STATE_BYTES,
  MAX_SP_DISPLAY_NAME_LENGTH,
  MAX_SP_ICON_BYTES,
  nameIdFormats,
  samlAddressMistake,
  signingOptions,
  spCertificateUses,
  spProblemCauses,
} from './saml-idp-values.ts';

const address = z
  .string()
  .max(MAX_URI_LENGTH)
  .refine((value) => samlAddressMistake(value) === null);
const attributeName = field.text(MAX_ATTRIBUTE_NAME_LENGTH).refine((value) => value.trim() !== '');

const attributeStatement = z.strictObject({
  name: attributeName,
  nameFormat: z.enum(attributeNameFormats).default('unspecified'),
  source: z.enum(attributeSources),
});
export type AttributeStatement = z.output<typeof attributeStatement>;

const hasEachNameOnce = (all: { name: string }[]) => new Set(all.map(({ name }) => name)).size === all.length;

const shape = {
  displayName: field.text(MAX_SP_DISPLAY_NAME_LENGTH).refine((value) => value.trim() !== '' && isVisibleName(value)),
  entityId: z.string().max(MAX_ENTITY_ID_LENGTH).refine(isEntityId),
  /** Answers go to this address only. */
  acsUrl: address,
  /** Sent along when users start at the portal. */
  relayState: z.string().max(MAX_RELAY_STATE_BYTES).refine(isRelayState).nullable().default(null),
  /** Null: it is not told of sign-outs. */
  logoutUrl: address.nullable().default(null),
  /** Where its metadata can be read again. */
  metadataUrl: address.nullable().default(null),
  signingOption: z.enum(signingOptions).default('both'),
  nameIdFormat: z.enum(nameIdFormats).default('persistent'),
  /** Requests without a signature by one of its active certificates are refused. */
  authnRequestsSigned: z.boolean().default(false),
  enabled: z.boolean().default(true),
  attributeStatements: z.array(attributeStatement).max(MAX_ATTRIBUTE_STATEMENTS).refine(hasEachNameOnce).default([]),
};

const pem = z.string().max(MAX_CERTIFICATE_LENGTH);
const certifications = z.array(pem).max(MAX_SAML_SP_CERTIFICATIONS);

const samlSpInput = z.strictObject(shape);
export type SamlSpInput = z.output<typeof samlSpInput>;
const samlSpChanges = z.strictObject({ ...shape, expected: expectedOf(shape) });
export type SamlSpChanges = z.output<typeof samlSpChanges>;

/** A certificate of a service provider, with which its requests are checked or answers are encrypted. */
const spCertification = z.strictObject({
  certificationId: z.string(),
  use: z.enum(spCertificateUses),
  subject: z.string(),
  /** SHA-256, in hexadecimal digits. */
  fingerprint: z.string(),
  startsAt: z.string(),
  expiresAt: z.string(),
  active: z.boolean(),
});
export type SpCertification = z.output<typeof spCertification>;

const samlSp = z.strictObject({
  ...shape,
  samlSpId: z.string(),
  /** Shown as a tile of the top page if enabled. `data`: a data URL; null in lists, which would be large. */
  icon: z.strictObject({ enabled: z.boolean(), data: z.string().nullable() }),
  certifications: z.array(spCertification),
  /** Where a sign-in starts at the portal. */
  startUrl: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type SamlSp = z.output<typeof samlSp>;

const tenantParams = z.strictObject({ tenantId: z.string().max(40) });
const spParams = z.strictObject({ tenantId: z.string().max(40), samlSpId: z.uuid() });
const base = '/api/auth/tenants/{tenantId}/samlIdP';

export const listSamlSps = route({
  method: 'GET',
  path: `${base}/samlSps`,
  access: 'clients:write',
  only: 'portal',
  operation: 'read',
  summary: 'List the SAML service providers of the tenant',
  params: tenantParams,
  response: pageOf(samlSp),
  errors: ['not_found'],
});

export const createSamlSp = route({
  method: 'POST',
  path: `${base}/samlSps`,
  access: 'clients:write',
  proof: 'recent',
  operation: 'create',
  event: 'samlSp.created',
  summary:
    'Register a SAML service provider. Certificates are PEM, as its metadata names them. Answers are encrypted for one of `encryptionCertifications`',
  params: tenantParams,
  body: z.strictObject({
    ...shape,
    certifications: certifications.default([]),
    encryptionCertifications: certifications.default([]),
  }),
  response: samlSp,
  errors: [
    'not_found',
    'duplicated_params_entityId',
    'exceeded_sps',
    'sp_setting_incorrect',
    'certification_expired',
    'exceeded_certifications',
  ],
});

export const getSamlSp = route({
  method: 'GET',
  path: `${base}/samlSps/{samlSpId}`,
  access: 'clients:write',
  only: 'portal',
  operation: 'read',
  summary: 'Get a SAML service provider',
  params: spParams,
  response: samlSp,
  errors: ['not_found'],
});

export const updateSamlSp = route({
  method: 'PUT',
  path: `${base}/samlSps/{samlSpId}`,
  access: 'clients:write',
  proof: 'recent',
  operation: 'update',
  event: 'samlSp.changed',
  summary: 'Change a SAML service provider',
  params: spParams,
  body: samlSpChanges,
  response: samlSp,
  errors: ['not_found', 'conflict', 'duplicated_params_entityId'],
});

export const deleteSamlSp = route({
  method: 'DELETE',
  path: `${base}/samlSps/{samlSpId}`,
  access: 'clients:write',
  proof: 'recent',
  operation: 'delete',
  event: 'samlSp.deleted',
  summary: 'Delete a SAML service provider, with the persistent names of users there',
  params: spParams,
  response: null,
  errors: ['not_found'],
});

export const samlSpLogoutUris = route({
  method: 'GET',
  path: `${base}/samlSpLogoutUris`,
  access: 'public',
  operation: 'read',
  summary: 'List the URLs to call at sign-out for the SAML apps of this browser’s session, each with a signed request',
  params: tenantParams,
  response: z.strictObject({ samlSpLogoutUris: z.array(z.string()) }),
  errors: [],
});

/** What was read in the metadata of a service provider: the settings it would get. */
const readMetadata = z.strictObject({
  ...samlSpInput.pick({
    displayName: true,
    entityId: true,
    acsUrl: true,
    logoutUrl: true,
    nameIdFormat: true,
    authnRequestsSigned: true,
    attributeStatements: true,
  }).shape,
  certifications: z.array(
    z.strictObject({ ...spCertification.omit({ certificationId: true, active: true }).shape, pem: z.string() }),
  ),
});
export type ReadMetadata = z.output<typeof readMetadata>;

export const readSpMetadata = route({
  method: 'POST',
  path: `${base}/operations/readMetadata`,
  access: 'clients:write',
  only: 'portal',
  operation: 'none',
  summary: 'Read the metadata of a service provider. Nothing is stored',
  params: tenantParams,
  body: z.strictObject({ metadata: z.string().max(MAX_METADATA_BYTES) }),
  response: readMetadata,
  errors: ['not_found', 'sp_setting_incorrect'],
  bodyLimit: 2 * MAX_METADATA_BYTES,
});

/** As above, of the document at an address. That it cannot be read is told as `invalid_params` for `address`. */
export const readSpMetadataFrom = route({
  method: 'POST',
  path: `${base}/operations/readMetadataFrom`,
  access: 'clients:write',
  only: 'portal',
  operation: 'none',
  summary: 'Read the metadata of a service provider at its address. Nothing is stored',
  params: tenantParams,
  /** `entityId`: whose metadata it must be, where it is read again. */
  body: z.strictObject({ address, entityId: z.string().max(1024).optional() }),
  response: readMetadata,
  errors: ['not_found', 'sp_setting_incorrect', 'too_many_requests'],
  transaction: 'own',
});

export const listSpCertifications = route({
  method: 'GET',
  path: `${base}/samlSps/{samlSpId}/certifications`,
  access: 'clients:write',
  only: 'portal',
  operation: 'read',
  summary: 'List the certificates of a service provider',
  params: spParams,
  response: pageOf(spCertification),
  errors: ['not_found'],
});

export const addSpCertification = route({
  method: 'POST',
  path: `${base}/samlSps/{samlSpId}/certifications`,
  access: 'clients:write',
  proof: 'recent',
  operation: 'create',
  event: 'samlSp.certificationAdded',
  summary:
    'Add a certificate (PEM) of a service provider, active at once. Its requests are checked with it, answers encrypted for it, or both',
  params: spParams,
  body: z.strictObject({ certification: pem, use: z.enum(spCertificateUses).default('signing') }),
  response: spCertification,
  errors: ['not_found', 'sp_setting_incorrect', 'certification_expired', 'exceeded_certifications', 'duplicated'],
});

const certificationParams = z.strictObject({ ...spParams.shape, certificationId: z.uuid() });

export const changeSpCertification = route({
  method: 'PUT',
  path: `${base}/samlSps/{samlSpId}/certifications/{certificationId}`,
  access: 'clients:write',
  proof: 'recent',
  operation: 'update',
  event: 'samlSp.certificationChanged',
  summary: 'Activate or deactivate a certificate of a service provider. Only active ones check requests',
  params: certificationParams,
  body: z.strictObject({ active: z.boolean() }),
  response: spCertification,
  errors: ['not_found', 'certification_expired'],
});

export const deleteSpCertification = route({
  method: 'DELETE',
  path: `${base}/samlSps/{samlSpId}/certifications/{certificationId}`,
  access: 'clients:write',
  proof: 'recent',
  operation: 'delete',
  event: 'samlSp.certificationRemoved',
  summary: 'Delete a certificate of a service provider, once it is deactivated',
  params: certificationParams,
  response: null,
  errors: ['not_found', 'cannot_delete_active_certification'],
});

export const changeSpIcon = route({
  method: 'PUT',
  path: `${base}/samlSps/{samlSpId}/icon`,
  access: 'clients:write',
  proof: 'recent',
  operation: 'update',
  event: 'samlSp.changed',
  summary:
    'Set the icon of a service provider. `data` is an image in Base64, null for none. Without it the image stays',
  params: spParams,
  body: z.strictObject({
    enabled: z.boolean(),
    data: z
      .base64()
      .max(Math.ceil(MAX_SP_ICON_BYTES / 3) * 4)
      .nullable()
      .optional(),
  }),
  response: samlSp,
  errors: ['not_found', 'image_wrong_type', 'image_broken', 'image_too_many_pixels', 'image_shows_nothing'],
});

export const listSpProblems = route({
  method: 'GET',
  path: `${base}/samlSps/{samlSpId}/problems`,
  access: 'clients:write',
  only: 'portal',
  operation: 'read',
  summary: 'List why the service provider was refused in the last 7 days, each cause once, latest first',
  params: spParams,
  response: pageOf(
    z.strictObject({ cause: z.enum(spProblemCauses), detail: z.string().nullable(), lastAt: z.string() }),
  ),
  errors: ['not_found'],
});

/** An app as a tile of the top page. */
const samlAppTile = z.strictObject({
  samlSpId: z.string(),
  displayName: z.string(),
  startUrl: z.string(),
  /** A data URL; null: it has none. */
  icon: z.string().nullable(),
});

export const listMySamlApps = route({
  method: 'GET',
  path: '/api/auth/me/samlApps',
  access: 'me',
  only: 'portal',
  operation: 'read',
  summary: 'List the SAML apps that administrators show on the top page, up to 100',
  response: pageOf(samlAppTile),
  errors: [],
  transaction: 'reading',
});

const expirationNotification = {
  /** Days before a certificate of the app expires; null: nobody is told. */
  beforeExpiration: z.number().int().min(1).max(MAX_DAYS_BEFORE_EXPIRATION).nullable(),
  /** Administrators are told in place of those who have left, and if nobody is named. */
  userIds: z.array(z.string().max(MAX_USER_ID_LENGTH)).max(MAX_NOTIFIED_USERS),
};

export const getExpirationNotification = route({
  method: 'GET',
  path: `${base}/samlSps/{samlSpId}/expirationNotification`,
  access: 'clients:write',
  only: 'portal',
  operation: 'read',
  summary: 'Get who is emailed before certificates of a SAML service provider expire',
  params: spParams,
  response: z.strictObject(expirationNotification),
  errors: ['not_found'],
});

export const setExpirationNotification = route({
  method: 'PUT',
  path: `${base}/samlSps/{samlSpId}/expirationNotification`,
  access: 'clients:write',
  proof: 'recent',
  operation: 'update',
  event: 'samlSp.changed',
  summary: 'Set who is emailed before certificates of a SAML service provider expire',
  params: spParams,
  body: z.strictObject({ ...expirationNotification, expected: expectedOf(expirationNotification) }),
  response: z.strictObject(expirationNotification),
  errors: ['not_found', 'conflict', 'invalid_params_userIds'],
});
