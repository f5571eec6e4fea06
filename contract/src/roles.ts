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

/** The permissions of each role. Every user has those of `User` without a grant. */
const given: ReadonlyMap<string, readonly Permission[]> = new Map<Role, readonly Permission[]>([
  ['User', ['me']],
  ['PowerUser', permissions],
]);
const givenTo = (held: readonly string[]): Permission[] => held.flatMap((role) => given.get(role) ?? []);

/**
 * The role with every right in a tenant. Used for creating and finding administrators, and for the defaults of
 * policies.
 */
export const administratorRole: Role = 'PowerUser';

const administrators: ReadonlySet<string> = new Set(roles.filter((role) => givenTo([role]).includes('users:write')));

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

/**
 * A row of `role_grants`: a role that a user has beyond the one that every user has. Scope `all`: in the whole tenant;
 * `group`: over the users of the group with this uuid.
 */
export interface RoleGrant {
  role: string;
  scope: string;
  group: string | null;
}

/** A user's rights. */
export interface Rights {
  /** Permissions in the whole tenant, and over their own account. */
  permissions: ReadonlySet<Permission>;
  /** Further permissions, only over the users of these groups (uuids). */
  inGroups: ReadonlyMap<Permission, readonly string[]>;
}

/** The rights that grants give, with those that every user has. Unknown roles and scopes give nothing. */
export function rightsOf(grants: readonly RoleGrant[]): Rights {
  const everywhere = grants.filter(({ scope }) => scope === 'all').map(({ role }) => role);
  const permissions = new Set(givenTo(['User', ...everywhere]));
  const inGroups = new Map<Permission, string[]>();
  for (const { role, scope, group } of grants) {
    if (scope !== 'group' || group === null) continue;
    for (const permission of givenTo([role]))
      if (!permissions.has(permission)) inGroups.set(permission, [...(inGroups.get(permission) ?? []), group]);
  }
  return { permissions, inGroups };
}

/** The rights of a caller: those of the grants, limited by the token's scopes and the access-control pattern. */
export function effectiveRights(
  grants: readonly RoleGrant[],
  scopes: readonly string[],
  pattern?: AccessPattern,
): Rights {
  const allowed = new Set(scopes.flatMap((scope) => scopePermissions[scope] ?? []));
  const { permissions, inGroups } = rightsOf(pattern === 'user' ? [] : grants);
  return {
    permissions: new Set([...permissions].filter((permission) => allowed.has(permission))),
    inGroups: new Map([...inGroups].filter(([permission]) => allowed.has(permission))),
  };
}

/** The permissions that these roles give in the whole tenant. */
export function rolePermissions(held: readonly string[]): ReadonlySet<Permission> {
  return new Set(givenTo(held));
}

/**
 * True if a user of this status may change users. A lock after wrong passwords does not remove the right, since anyone
 * can cause it.
 */
export function mayWriteUsers({ status, roles }: { status: string; roles: readonly string[] }): boolean {
  return (status === 'active' || status === 'locked') && isAdministrator(roles);
}
