/** Where an account comes from (decisions.md). */
export const userSources = ['local', 'scim', 'directory', 'jit'] as const;
export type UserSource = (typeof userSources)[number];

const identity = ['familyName', 'givenName', 'loginMailAddress', 'mailAddresses'] as const;
const profile = [...identity, 'department', 'location'] as const;

/**
 * The fields that each source keeps: here they are read-only, for the next synchronisation would undo the change. What
 * concerns safety (status, roles, second factor) an administrator can always change.
 */
export const fieldsOfSource: Readonly<Record<UserSource, readonly string[]>> = {
  local: [],
  jit: identity,
  scim: profile,
  directory: profile,
};
