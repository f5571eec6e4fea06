/** Addresses of the provider's endpoints (decisions.md). The issuer is `config.publicUrl` itself. */
const base = '/api/auth/oauth/provider';

export const paths = {
  authorization: `${base}/authorize`,
  token: `${base}/token`,
  revocation: `${base}/revoke`,
  introspection: `${base}/introspect`,
  userinfo: `${base}/userinfo`,
  jwks: `${base}/jwks`,
  deviceAuthorization: `${base}/device/authorization`,
  pushedAuthorization: `${base}/par`,
  endSession: `${base}/session/end`,
  openidDiscovery: '/.well-known/openid-configuration',
  oauthDiscovery: '/.well-known/oauth-authorization-server',
  /** Page on which a user enters a user code. */
  deviceVerification: '/portal/authorization',
  /** Page that sets up MFA. */
  authenticatorSetting: '/mfa-authenticator-setting.html',
  login: '/login.html',
  /** Page on which a user consents to an app. */
  consent: '/consent.html',
  logout: '/logout.html',
  error: '/error.html',
} as const;

/** Audience of tokens for Portico's own API. */
export const apiAudience = (publicUrl: string) => `${publicUrl}/api`;

/** Lifetimes in seconds. */
export const life = {
  accessToken: 10 * 60,
  authorizationCode: 60,
  deviceCode: 10 * 60,
  devicePollInterval: 5,
  /** Of a pushed request, once the user has been sent with it. */
  pushedRequest: 60 * 60,
  idToken: 60 * 60,
  /** An unused refresh token expires after this long … */
  refreshToken: 14 * 86_400,
  /** … and its family after this long, however often it is used. */
  grant: 90 * 86_400,
} as const;

/** Whether a scope is one of Portico's own API (roles.ts): those of tenants' APIs do not begin so. */
export const isOfPortal = (scope: string): boolean => scope.startsWith('portal:');

/** The OpenID scopes; those of Portico's own API are in the contract (roles.ts). */
/** Allows `permittedServices`: all services a user may use; a service's client gets only its own. */
export const SERVICES_SCOPE = 'services';

export const openidScopes = ['openid', 'profile', 'email', 'offline_access', SERVICES_SCOPE] as const;
