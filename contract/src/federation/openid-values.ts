/** Values of connections to OpenID providers. Without zod, for screens. */

export { isOpId } from '../login-policy-values.ts';

/**
 * Any provider that speaks OpenID Connect; Microsoft Entra ID for several directories, which differs in its issuer; or
 * cybozu.com, which has OAuth 2.0 alone.
 */
export const openidKinds = ['oidc', 'office365', 'cybozu'] as const;
export type OpenidKind = (typeof openidKinds)[number];

/** Business constant: OpenID providers of a tenant. */
export const MAX_OPENID_CONNECTIONS = 50;
/** Directories of Entra ID that a connection takes users from. */
export const MAX_DIRECTORIES = 100;
/** Domains of email addresses in each list of a connection. */
export const MAX_CONNECTION_DOMAINS = 100;
/** What a provider calls an account (OpenID Connect Core, section 2). */
export const MAX_SUBJECT_LENGTH = 255;
export const MAX_OP_ID_LENGTH = 32;
export const MAX_CLIENT_ID_LENGTH = 255;
export const MAX_CLIENT_SECRET_LENGTH = 1024;

/** What a sign-in with cybozu.com needs: to add a record, read who added it, and delete it. */
export const CYBOZU_SCOPES = ['k:app_record:read', 'k:app_record:write'];
export const MAX_SCOPES = 20;
/** The largest number of a kintone app that is taken. */
export const MAX_RECORD_APP = 2 ** 31 - 1;
/** A scope (RFC 6749 section 3.3). */
export const isScope = (value: string): boolean => /^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/.test(value);

/** An https address without a user name; http on this machine. */
export function isSecureAddress(value: string): boolean {
  if (!URL.canParse(value) || value.length > 512 || /\s/.test(value)) return false;
  const { protocol, hostname, username, password } = new URL(value);
  const isLoopback = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
  return (protocol === 'https:' || (protocol === 'http:' && isLoopback)) && !username && !password;
}

/** An issuer (OpenID Connect Discovery section 3): without query and fragment. */
export const isIssuer = (value: string): boolean => isSecureAddress(value) && !/[?#]/.test(value);

/**
 * Where a provider sends the browser back to: an address for each connection, so that one provider cannot have the code of
 * another sent here as its own (mix-up, RFC 9700 section 4.4).
 */
export const callbackPath = (tenantId: string, opId: string): string =>
  `/api/auth/oidc/rp/callback/${tenantId}/${opId}`;

/**
 * Why an answer of a provider signed nobody in, in the order of the checks. The administrator of the connection sees it;
 * the person at the sign-in page learns what they can do.
 */
export const openidCauses = [
  'disabled',
  'provider_refused',
  'answer_issuer',
  'code_missing',
  'metadata_unreachable',
  'metadata_invalid',
  'metadata_issuer',
  'token_unreachable',
  'token_refused',
  'token_invalid',
  'keys_unreachable',
  'keys_invalid',
  'id_token_malformed',
  'id_token_algorithm',
  'id_token_signature',
  'id_token_issuer',
  'id_token_audience',
  'id_token_azp',
  'id_token_expired',
  'id_token_not_yet',
  'id_token_nonce',
  'id_token_at_hash',
  'id_token_subject',
  'identity_unreachable',
  'identity_refused',
  'identity_invalid',
  'directory_not_listed',
  'userinfo_unusable',
  'address_missing',
  'address_invalid',
  'domain_not_allowed',
  'address_unverified',
  'session_gone',
  'linked_to_another',
  'not_linked',
  'way_closed',
  'address_taken',
  'no_room',
  'registration_gone',
] as const;
export type OpenidCause = (typeof openidCauses)[number];
