import type { Me } from '#contract/sign-in/me.ts';
import { scopePermissions } from '#contract/roles.ts';

/** Whether somebody was given rights since their tokens were made: these keep the scopes of their sign-in. */
export function hasNewRights({ permissions }: Pick<Me, 'permissions'>, scopes: readonly string[] = []): boolean {
  const held = new Set<string>(scopes.flatMap((scope) => scopePermissions[scope] ?? []));
  return held.size > 0 && permissions.some((permission) => !held.has(permission));
}
