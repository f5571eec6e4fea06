// Without zod, so that pages check while one types what the server checks.
import { EXTENSION_ATTRIBUTES } from '../limits.ts';
import { redirectUriMistake, type UriMistake } from './client-addresses.ts';

/** What of an answer is signed. */
export const signingOptions = ['response', 'assertion', 'both'] as const;
export type SigningOption = (typeof signingOptions)[number];

/** What a certificate of a service provider is for: its signed requests are checked with it, or answers encrypted for it. */
export const spCertificateUses = ['signing', 'encryption', 'both'] as const;
export type SpCertificateUse = (typeof spCertificateUses)[number];

/** How a service provider is told who signed in (SAML core 8.3). */
export const nameIdFormats = ['persistent', 'emailAddress', 'unspecified', 'transient'] as const;
export type NameIdFormat = (typeof nameIdFormats)[number];

/** How the name of an attribute is to be read (SAML core 8.2). */
export const attributeNameFormats = ['unspecified', 'basic', 'uri'] as const;
export type AttributeNameFormat = (typeof attributeNameFormats)[number];

/** What of a user an attribute can tell. Custom fields follow. */
export const userAttributeSources = [
  'userId',
  'loginMailAddress',
  'displayName',
  'familyName',
  'givenName',
  'department',
  'location',
  'locale',
  'timezone',
  'groupIds',
  'groupNames',
] as const;
export type UserAttributeSource = (typeof userAttributeSources)[number];
export const attributeSources = [...userAttributeSources, ...EXTENSION_ATTRIBUTES] as [string, ...string[]];

export const MAX_SP_DISPLAY_NAME_LENGTH = 100;
/** SAML core 8.3.6. */
export const MAX_ENTITY_ID_LENGTH = 1024;
/** Longer than the 80 bytes of SAML bindings 3.4.3, because well-known products need it. */
export const MAX_RELAY_STATE_BYTES = 1024;
export const MAX_ATTRIBUTE_STATEMENTS = 50;
export const MAX_ATTRIBUTE_NAME_LENGTH = 256;
export const MAX_METADATA_BYTES = 256 * 1024;
export const MAX_CERTIFICATE_LENGTH = 16 * 1024;
export const MAX_DAYS_BEFORE_EXPIRATION = 365;
export const MAX_NOTIFIED_USERS = 20;
/** Tiles come with their icons. */
export const MAX_SP_ICON_BYTES = 16 * 1024;
export const MAX_SAML_TILES = 100;

/** What is wrong with an address that gets assertions or sign-outs: it is https, or http on loopback. */
export const samlAddressMistake = (address: string): UriMistake | null => redirectUriMistake(address, 'web');

/** Visible characters without spaces: entity IDs are compared as they are. */
export const isEntityId = (value: string): boolean =>
  value.length > 0 && value.length <= MAX_ENTITY_ID_LENGTH && /^[\x21-\x7e]+$/.test(value);

const bytesOf = (value: string) => new TextEncoder().encode(value).length;

export const isRelayState = (value: string): boolean =>
  bytesOf(value) <= MAX_RELAY_STATE_BYTES && !/\p{Cc}/u.test(value) && value.isWellFormed();

/** Why a service provider could not be signed in to; pages have a sentence for each. */
export const spProblemCauses = [
  'disabled',
  'acsUrl',
  'signatureMissing',
  'signatureWrong',
  'certificateMissing',
  'certificateExpired',
  'destination',
  'tooOld',
  'replayed',
  'authnContext',
  'nameIdFormat',
  'noMailAddress',
  'request',
] as const;
export type SpProblemCause = (typeof spProblemCauses)[number];
