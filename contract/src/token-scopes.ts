/** What a management token may do: provide users by SCIM, as its source; or read the events of the tenant. */
export const tokenScopes = ['scim', 'logs'] as const;
export type TokenScope = (typeof tokenScopes)[number];
