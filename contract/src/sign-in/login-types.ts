/** How a user signed in or tried to, for sessions and the sign-in log (spec section 3). The list is closed. */
export const loginTypes = [
  'loginMailAddress',
  'loginMailAddressAutoSelect',
  'userId',
  'office365',
  'cybozu',
  'saml',
  'oidc',
  'ticket',
  'selectAccounts',
  'resetPassword',
  'reauthentication',
  'application',
  'card',
  'userCode',
  'cardAndUserCode',
  'cardAndPassword',
  'userCodeAndPassword',
] as const;
export type LoginType = (typeof loginTypes)[number];

/** Sign-ins that another identity provider vouches for. */
export const federatedLoginTypes = ['office365', 'cybozu', 'saml', 'oidc'] as const satisfies readonly LoginType[];
export type FederatedLoginType = (typeof federatedLoginTypes)[number];

export const isFederated = (type: LoginType): type is FederatedLoginType =>
  (federatedLoginTypes as readonly LoginType[]).includes(type);
