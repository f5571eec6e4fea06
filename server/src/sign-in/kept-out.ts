import type { LockFacts } from '../licences/ports.ts';
import { may } from './may.ts';

/** Whether an otherwise valid account may not sign in now: it is locked, or blocked by its failures. */
export function isKeptOut({ now, locked, lockedUntil, failedStreak }: LockFacts): boolean {
  const proven = { proofMatches: true, wayOffered: true, mayBeChosen: true, oneTimeUntil: null };
  const fine = { ...proven, now, tenantActive: true, agent: false, closedUntil: null };
  return !may({ ...fine, status: locked ? 'locked' : 'active', lockedUntil, failedStreak }, 'signIn');
}
