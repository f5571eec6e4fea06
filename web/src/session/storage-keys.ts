/**
 * Everything the pages keep in a browser (spec section 3, "Browser-stored items"), in one table. Session storage is a
 * tab's own and holds what is secret; local storage is shared by the tabs of a browser and holds nothing secret.
 */
export const sessionKeys = {
  /** Access token, refresh token and when the first ends. */
  tokens: 'portico-tokens',
  /** A sign-in under way: state, code verifier and the page to go to afterwards. */
  signIn: 'portico-sign-in',
  /** When this tab last went to sign in by itself, to notice a circle. */
  signInTimes: 'portico-sign-in-times',
  me: 'portico-me',
  tenant: 'portico-tenant',
  /** Sent as `X-Unique-Id`; one per tab. */
  uniqueId: 'portico-unique-id',
  /** The address of the sign-in page while the browser is at another identity provider (the spec's relay state). */
  relayState: 'portico-relay-state',
  /** Who was told of a sign-out, while the browser is at the identity provider to sign out there. */
  signedOut: 'portico-signed-out',
  /** What the code of a mailed link was traded for; until the link's work is done. */
  link: 'portico-link',
} as const;

export const localKeys = {
  /** Accounts that signed in on this device: ids and names, no secrets. */
  accounts: 'portico-accounts',
  /** By what the person signs in: mail address or user ID. */
  loginType: 'portico-login-type',
  tenantId: 'portico-tenant-id',
  /** The identity provider chosen last (the spec's OIDC domain and SAML ID), with its tenant. */
  provider: 'portico-provider',
  /** To whom (uuid) the setting guide was shown since the last sign-in. */
  shownNavigation: 'portico-shown-navigation',
  /** Addresses and names that an account opened last with the command palette; until it signs out. */
  palette: 'portico-palette',
} as const;

export type SessionKey = (typeof sessionKeys)[keyof typeof sessionKeys];
export type LocalKey = (typeof localKeys)[keyof typeof localKeys];
