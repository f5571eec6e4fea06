import type { ListedUser } from '#contract/people/users-fields.ts';
import type { LoginPolicy } from '#contract/login-policy.ts';
import { type Role, roles } from '#contract/roles.ts';

type Way = LoginPolicy['siteLoginType'];
type Person = Pick<ListedUser, 'uuid' | 'passwordAssigned' | 'loginMailAddress' | 'source'>;

/** What the server asks: a password, or an address to have one set by mail; and the address where it is signed in with. */
function canSignIn({ passwordAssigned, loginMailAddress, source }: Person, way: Way): boolean {
  if (loginMailAddress === null) return passwordAssigned && way !== 'loginMailAddress';
  return passwordAssigned || source === 'local';
}

/** Whether none of the active administrators will do in place of one of them: who can sign in, if that one can. */
export const isLastAdministrator = (one: Person, administrators: readonly Person[], way: Way): boolean =>
  !administrators.some((other) => other.uuid !== one.uuid && (canSignIn(other, way) || !canSignIn(one, way)));

/** The roles after one was given or taken. Nobody is without a role: the plain one takes the place of the last. */
export function toggledRoles(held: readonly string[], role: Role, on: boolean): Role[] {
  const left = roles.filter((one) => (one === role ? on : held.includes(one)));
  return left.length > 0 ? left : [roles[0]];
}
