/** Where the provider's endpoints are (decisions.md). The issuer is `config.publicUrl` itself. */
const base = '/api/auth/oauth/provider';

export const paths = {
  authorization: `${base}/authorize`,
  token: `${base}/token`,
  revocation: `${base}/revoke`,
  introspection: `${base}/introspect`,
  userinfo: `${base}/userinfo`,
  jwks: `${base}/jwks`,
  deviceAuthorization: `${base}/device/authorization`,
  endSession: `${base}/session/end`,
  openidDiscovery: '/.well-known/openid-configuration',
  oauthDiscovery: '/.well-known/oauth-authorization-server',
  /** The page on which a person enters a user code. */
  deviceVerification: '/portal/authorization',
  /** The page that sets up a second factor. */
  authenticatorSetting: '/mfa-authenticator-setting.html',
  login: '/login.html',
  /** The page on which a person lets an application have what it asks for. */
  consent: '/consent.html',
  logout: '/logout.html',
  error: '/error.html',
} as const;

/** The audience of tokens for Portico's own API. */
export const apiAudience = (publicUrl: string) => `${publicUrl}/api`;

/** How long things live, in seconds. */
export const life = {
  accessToken: 10 * 60,
  authorizationCode: 60,
  deviceCode: 10 * 60,
  devicePollInterval: 5,
  idToken: 60 * 60,
  /** A refresh token that is not used for this long is worthless … */
  refreshToken: 14 * 86_400,
  /** … and a family of them ends after this long, however often it is used. */
  grant: 90 * 86_400,
} as const;

/** The scopes of OpenID; those of Portico's own API are in the contract (roles.ts). */
/** Opens `permittedServices`: the services a person may use, to a client of a service only that one. */
export const SERVICES_SCOPE = 'services';

export const openidScopes = ['openid', 'profile', 'email', 'offline_access', SERVICES_SCOPE] as const;
