import { port } from '../platform/port.ts';

/** Facts about an account that decide whether a lock keeps it out. */
export interface LockFacts {
  now: Date;
  locked: boolean;
  lockedUntil: Date | null;
  /** Failures since the last success. */
  failedStreak: number;
}

/** Filled by sign-in: whether an otherwise valid account may not sign in now. */
export const isKeptOut = port<[facts: LockFacts], boolean>('isKeptOut');
