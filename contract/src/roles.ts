/** User roles (spec section 6). More may come: check permissions, never role names. */
export const roles = ['User', 'PowerUser'] as const;
export type Role = (typeof roles)[number];

/** Roles without administrator rights, as at devices: administrators are users, too. */
export const ordinaryRoles: readonly Role[] = ['User'];

/** Named permissions. A route states the one it needs; a role is a set of them. */
export const permissions = [
  'me',
  'tenant:read',
  'tenant:write',
  'users:read',
  'users:write',
  'clients:write',
  'logs:read',
  'licenses:read',
  'licenses:write',
  'devices:read',
  'devices:write',
] as const;
export type Permission = (typeof permissions)[number];

const granted: Record<Role, readonly Permission[]> = {
  User: ['me'],
  PowerUser: permissions,
};

/**
 * The role with every right in a tenant. Used for creating and finding administrators, and for the defaults of
 * policies.
 */
export const administratorRole: Role = 'PowerUser';

const administrators: ReadonlySet<string> = new Set(roles.filter((role) => granted[role].includes('users:write')));

/**
 * Whether roles make a user an administrator, who may change users. In SQL `is_administrator` is the same rule
 * (migration 0101); no other code compares names of roles.
 */
export const isAdministrator = (held: readonly string[]): boolean => held.some((role) => administrators.has(role));

/** The role under which policies address a user: they have rules for administrators and for all other users. */
export const policyRole = (held: readonly string[]): Role => (isAdministrator(held) ? administratorRole : 'User');

/** OAuth scopes of the portal (spec section 6) with the most that each allows. */
export const scopePermissions: Record<string, readonly Permission[]> = {
  'portal:user:admin': ['me'],
  'portal:powerUser:admin': permissions,
};

/** Value of `X-Access-Control-Pattern`: the rights a screen uses. It only narrows the caller's. */
export type AccessPattern = 'user' | 'powerUser';

/** Permissions of a caller: those of the roles, limited by the token's scopes and the access-control pattern. */
export function effectivePermissions(
  callerRoles: readonly string[],
  scopes: readonly string[],
  pattern?: AccessPattern,
): ReadonlySet<Permission> {
  const byScope = new Set(scopes.flatMap((scope) => scopePermissions[scope] ?? []));
  const byRole = new Set(callerRoles.flatMap((role) => granted[role as Role] ?? []));
  const asked = pattern === 'user' ? new Set(granted.User) : byRole;
  return new Set([...byRole].filter((permission) => byScope.has(permission) && asked.has(permission)));
}

/** Permissions of roles, for screens that show or hide parts. */
export function rolePermissions(callerRoles: readonly string[]): ReadonlySet<Permission> {
  return new Set(callerRoles.flatMap((role) => granted[role as Role] ?? []));
}

/**
 * True if a user of this status may change users. A lock after wrong passwords does not remove the right, since anyone
 * can cause it.
 */
export function mayWriteUsers({ status, roles }: { status: string; roles: readonly string[] }): boolean {
  return (status === 'active' || status === 'locked') && isAdministrator(roles);
}
