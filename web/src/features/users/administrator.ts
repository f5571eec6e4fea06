import { type Role, rolePermissions, roles } from '#contract/roles.ts';

/** Who may change users is an administrator: by the right, not by the name of the role. */
export function isAdministrator(held: readonly string[]): boolean {
  return rolePermissions(held).has('users:write');
}

/** The role that makes an administrator. */
export const administratorRole: Role = roles.find((role) => isAdministrator([role])) ?? roles[0];

/** The roles after one was given or taken. Nobody is without a role: the plain one takes the place of the last. */
export function toggledRoles(held: readonly string[], role: Role, on: boolean): Role[] {
  const left = roles.filter((one) => (one === role ? on : held.includes(one)));
  return left.length > 0 ? left : [roles[0]];
}
