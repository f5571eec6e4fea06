/** The portal page itself as an OAuth client (spec section 6 and 7): public, first-party. */
export const CLIENT_ID = 'portal';
/** Both scopes are asked for; the server grants what the roles allow. */
export const SCOPE = 'openid offline_access portal:user:admin portal:powerUser:admin';

const provider = '/api/auth/oauth/provider';
export const endpoints = {
  authorization: `${provider}/authorize`,
  token: `${provider}/token`,
  revocation: `${provider}/revoke`,
} as const;

export const redirectUri = (): string => `${location.origin}/oauth-callback.html`;

/** The error code of a refused token call (RFC 6749 section 5.2), or `server` where there was no proper answer. */
export type TokenError = Error & { code: string };

function tokenError(code: string): TokenError {
  return Object.assign(new Error(`token call: ${code}`), { code });
}

export type TokenAnswer = {
  access_token: string;
  refresh_token?: string;
  id_token?: string;
  expires_in?: number;
  scope?: string;
};

function post(address: string, fields: Record<string, string>, keepalive = false): Promise<Response> {
  return fetch(address, { method: 'POST', body: new URLSearchParams({ ...fields, client_id: CLIENT_ID }), keepalive });
}

/** A call of the token endpoint. Throws a `TokenError`; its code is `server` when trying again later makes sense. */
export async function callToken(fields: Record<string, string>): Promise<TokenAnswer> {
  const answer = await post(endpoints.token, fields).catch(() => undefined);
  if (!answer || answer.status >= 500 || answer.status === 429) throw tokenError('server');
  const body = (await answer.json().catch(() => ({}))) as TokenAnswer & { error?: string };
  if (!answer.ok || !body.access_token) throw tokenError(body.error ?? 'server');
  return body;
}

/** Withdraws a token (RFC 7009). Failing to is no reason not to sign out. */
export async function revokeToken(token: string): Promise<void> {
  await post(endpoints.revocation, { token }, true).catch(() => undefined);
}
