import { isAdministrator } from './roles.ts';
import type { SecurityPolicy } from './security-policy.ts';

type SessionPolicy = SecurityPolicy['sessionPolicy'];

/** Life of a user's sessions. */
export type SessionLife = Pick<SessionPolicy, 'idleMinutes' | 'absoluteMinutes'>;

/** Depends on the roles: administrators get the shorter of the general limits and theirs (docs/decisions/0069). */
export function sessionLife(policy: SessionPolicy, roles: readonly string[]): SessionLife {
  const { idleMinutes, absoluteMinutes, administratorIdleMinutes, administratorAbsoluteMinutes } = policy;
  if (!isAdministrator(roles)) return { idleMinutes, absoluteMinutes };
  return {
    idleMinutes: Math.min(idleMinutes, administratorIdleMinutes),
    absoluteMinutes: Math.min(absoluteMinutes, administratorAbsoluteMinutes),
  };
}
