// Without zod, so that pages check while one types what the server checks.

/** OAuth's name for signing in on a device without a browser (RFC 8628). */
export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

export const clientGrantTypes = ['authorization_code', 'refresh_token', DEVICE_GRANT, 'client_credentials'] as const;
export type ClientGrantType = (typeof clientGrantTypes)[number];

/** How a client proves itself; `none`: it cannot, since it runs in browsers or on devices. */
export const clientAuthMethods = ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'] as const;

export const clientScopes = [
  'openid',
  'profile',
  'email',
  'offline_access',
  'services',
  'portal:user:admin',
  'portal:powerUser:admin',
] as const;
export type ClientScope = (typeof clientScopes)[number];

export const MAX_CLIENT_NAME_LENGTH = 100;
export const MAX_CLIENT_URIS = 50;
/** Of the purpose for which a user asks for an app, and of the reason why it is declined. */
export const MAX_PURPOSE_LENGTH = 500;
export const MAX_URI_LENGTH = 2000;

/** Who may use a client. */
export const clientAccess = ['everyone', 'assigned'] as const;
/** Assigned to a client one by one; more people are assigned by a group. */
export const MOST_ASSIGNED_USERS = 10_000;
export const MOST_ASSIGNED_GROUPS = 1000;

/** Why a client is refused; pages have a sentence for each, and what helps. */
export const clientProblemCauses = [
  'redirectUri',
  'secret',
  'key',
  'method',
  'disabled',
  'pkce',
  'notAssigned',
  'mfa',
  'mfaOff',
  'proof',
  'scope',
  'responseType',
  'grantType',
  'api',
  'codeUsed',
  'codeExpired',
  'codeRedirect',
  'refreshUsed',
  'refreshExpired',
  'grant',
  'request',
] as const;
export type ClientProblemCause = (typeof clientProblemCauses)[number];

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Why an address is refused; pages have a sentence for each. */
export type UriMistake = 'plain' | 'https' | 'loopback' | 'scheme';

/** Parses an address in plain form: visible ASCII, no fragment, user name or wildcard. */
function parsePlain(uri: string): URL | null {
  if (uri.length > MAX_URI_LENGTH || !/^[\x21-\x7e]+$/.test(uri) || /[#\\*]/.test(uri) || !URL.canParse(uri))
    return null;
  const url = new URL(uri);
  return url.username || url.password ? null : url;
}

/**
 * What is wrong with an address to which browsers are to be redirected (RFC 9700 section 2.1, RFC 8252 section 7): it is
 * https, or http on loopback; for native apps also a private-use scheme, which contains a dot.
 */
export function redirectUriMistake(uri: string, applicationType: 'web' | 'native'): UriMistake | null {
  const url = parsePlain(uri);
  if (!url) return 'plain';
  if (url.protocol === 'http:') return LOOPBACK.has(url.hostname) ? null : 'https';
  if (url.protocol === 'https:') return applicationType === 'web' || !LOOPBACK.has(url.hostname) ? null : 'loopback';
  if (applicationType === 'web') return 'https';
  return /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/.test(url.protocol) ? null : 'scheme';
}

export const isRedirectUri = (uri: string, applicationType: 'web' | 'native'): boolean =>
  redirectUriMistake(uri, applicationType) === null;

/** What is wrong with an address that may be framed or shown. */
export function httpsUriMistake(uri: string): UriMistake | null {
  const url = parsePlain(uri);
  if (!url) return 'plain';
  return url.protocol === 'https:' ? null : 'https';
}

/**
 * What is wrong with an address that the server is to call. Plain http works only for hosts the operator allows, which is
 * checked elsewhere.
 */
export function backchannelUriMistake(uri: string): UriMistake | null {
  const url = parsePlain(uri);
  if (!url) return 'plain';
  return /^https?:$/.test(url.protocol) ? null : 'https';
}
