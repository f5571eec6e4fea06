import { userTextNames, userTexts } from './user-texts.ts';

/** Origin of an account (decisions.md). */
export const userSources = ['local', 'scim', 'directory', 'jit'] as const;
export type UserSource = (typeof userSources)[number];

const identity = ['familyName', 'givenName', 'loginMailAddress', 'mailAddresses'] as const;
const profile = [...identity, ...userTextNames.filter((text) => userTexts[text].ofDirectory)] as const;

/**
 * Fields managed by each source: read-only here, because the next synchronization would revert a change. Administrators
 * can always change what concerns security (status, roles, MFA).
 */
export const fieldsOfSource: Readonly<Record<UserSource, readonly string[]>> = {
  local: [],
  jit: identity,
  scim: profile,
  directory: profile,
};
