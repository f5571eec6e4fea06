/** Values of set-up links. Without zod, for screens. */

export const setupLinkTypes = ['saml', 'openid'] as const;
export type SetupLinkType = (typeof setupLinkTypes)[number];

/** Business constant: how long a link works. */
export const SETUP_LINK_DAYS = 3;

/** `open`: nobody opened it yet; `opened`: one browser is setting up; `completed`: it handed the connection over. */
export const setupLinkStates = ['open', 'opened', 'completed', 'expired', 'revoked'] as const;
export type SetupLinkState = (typeof setupLinkStates)[number];

/** In place of values that others will enter. No provider has them: a SAML connection is only enabled with a certificate. */
export const pendingEntityId = (samlId: string): string => `urn:portico:pending:${samlId}`;
export const PENDING_SSO_URL = 'https://pending.invalid/';
export const isPending = (entityId: string): boolean => entityId.startsWith('urn:portico:pending:');
