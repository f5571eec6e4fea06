import { expect, test } from 'vitest';
import { addressOnly, causeOf, MFA_OFF } from './kept-refusals.ts';

test.each([
  ['invalid_redirect_uri', 'redirect_uri did not match any of the client’s registered redirect_uris', 'redirectUri'],
  ['invalid_client', 'the client is disabled', 'disabled'],
  ['invalid_client', 'the client is unknown', null],
  ['invalid_client', 'the tenant is suspended', null],
  ['invalid_client', 'invalid secret provided', 'secret'],
  ['invalid_client', undefined, 'secret'],
  [
    'invalid_client',
    'the provided authentication mechanism does not match the registered client authentication method',
    'method',
  ],
  ['invalid_grant', 'authorization code already consumed', 'codeUsed'],
  ['invalid_grant', 'AuthorizationCode used again', 'codeUsed'],
  ['invalid_grant', 'authorization code is expired', 'codeExpired'],
  ['invalid_grant', 'authorization code not found', 'codeExpired'],
  ['invalid_grant', 'authorization code redirect_uri mismatch', 'codeRedirect'],
  ['invalid_grant', 'refresh token already used', 'refreshUsed'],
  ['invalid_grant', 'RefreshToken used again', 'refreshUsed'],
  ['invalid_grant', 'refresh token not found', 'refreshExpired'],
  ['invalid_grant', 'grant request is invalid', 'grant'],
  ['invalid_request', 'Authorization Server policy requires PKCE to be used for this request', 'pkce'],
  ['invalid_request', 'missing required parameter', 'request'],
  ['unmet_authentication_requirements', 'the user did not prove what is asked for', 'mfa'],
  ['unmet_authentication_requirements', MFA_OFF, 'mfaOff'],
  ['invalid_dpop_proof', 'DPoP proof htm mismatch', 'proof'],
  ['invalid_grant', 'DPoP proof JWT not provided', 'proof'],
  ['invalid_grant', 'DPoP proof JWT Replay detected', 'proof'],
  ['invalid_grant', 'failed jkt verification', 'proof'],
  ['invalid_token', 'failed jkt verification', 'proof'],
  // The app asks again by itself.
  ['use_dpop_nonce', 'nonce is required', null],
  ['invalid_scope', undefined, 'scope'],
  ['unauthorized_client', undefined, 'grantType'],
  ['unsupported_grant_type', undefined, 'grantType'],
  ['unsupported_response_type', undefined, 'responseType'],
  ['too_many_requests', undefined, null],
  ['invalid_token', undefined, null],
  ['server_error', undefined, null],
])('%s (%s): %s', (errorId, reason, cause) => {
  expect(causeOf({ errorId, reason })).toBe(cause);
});

test.each([
  ['https://a.example/cb?code=secret#x', 'https://a.example/cb'],
  ['https://user:pass@a.example:8443/cb', 'https://a.example:8443/cb'],
  ['com.example.app:/cb?x=1', 'com.example.app:/cb'],
  [`https://a.example/${'x'.repeat(500)}`, `https://a.example/${'x'.repeat(282)}`],
  ['not an address', null],
  [['https://a.example/'], null],
  [undefined, null],
])('of %s is kept: %s', (text, kept) => {
  expect(addressOnly(text)).toBe(kept);
});
