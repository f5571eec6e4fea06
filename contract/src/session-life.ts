import type { SecurityPolicy } from './security-policy.ts';

type SessionPolicy = SecurityPolicy['sessionPolicy'];

/** Life of a user's sessions. */
export type SessionLife = Pick<SessionPolicy, 'idleMinutes' | 'absoluteMinutes'>;

/** By their roles: for administrators the shorter one of what holds for all and for them (docs/decisions/0069). */
export function sessionLife(policy: SessionPolicy, roles: readonly string[]): SessionLife {
  const { idleMinutes, absoluteMinutes, administratorIdleMinutes, administratorAbsoluteMinutes } = policy;
  if (!roles.includes('PowerUser')) return { idleMinutes, absoluteMinutes };
  return {
    idleMinutes: Math.min(idleMinutes, administratorIdleMinutes),
    absoluteMinutes: Math.min(absoluteMinutes, administratorAbsoluteMinutes),
  };
}
