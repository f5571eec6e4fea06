import { port } from '../platform/port.ts';

/** What is known of an account where it is asked whether a lock keeps it out. */
export interface LockFacts {
  now: Date;
  locked: boolean;
  lockedUntil: Date | null;
  /** Failures since the last success. */
  failedStreak: number;
}

/** Sign-in answers: whether an account that is otherwise fine is kept out now. */
export const isKeptOut = port<[facts: LockFacts], boolean>('isKeptOut');
