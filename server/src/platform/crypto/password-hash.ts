import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash as argon2Hash, verify as argon2Verify } from '@node-rs/argon2';
import { fail } from '#contract/errors.ts';
import { createGate } from './gate.ts';

/** Cost of one hash: memory in KiB, passes, parallelism. */
export interface PasswordWork {
  memoryCost: number;
  timeCost: number;
  parallelism: number;
}

/** OWASP's minimum for argon2id: 19 MiB, two passes, parallelism 1. argon2id is the library's default algorithm. */
export const PASSWORD_WORK: PasswordWork = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export type PasswordHasher = {
  /** A new salted argon2id hash in PHC form. */
  hash(password: string): Promise<string>;
  /**
   * Verifies a password; throws when the hash is not an argon2 hash. Calls with different `from` (network of an
   * unauthenticated caller) have separate queues.
   */
  verify(hash: string, password: string, from?: string): Promise<boolean>;
  /**
   * A well-formed hash that no password matches: verified for unknown users, so that they take as long as known ones.
   */
  dummyHash: string;
  /** True if the hash was made with other parameters than today's, so that the next sign-in should replace it. */
  needsRehash(hash: string): boolean;
};

/**
 * Hashes passwords off the event loop, `concurrency` at a time (more than one per core only costs memory). Up to
 * `maxQueue` calls are queued, then calls fail with `service_busy`. Passwords are compared in full, as NFC. `work` is
 * the cost of a new hash.
 */
export function createPasswordHasher(
  options: { concurrency?: number; maxQueue?: number; work?: PasswordWork } = {},
): PasswordHasher {
  const { concurrency = availableParallelism(), maxQueue = 256, work = PASSWORD_WORK } = options;
  const prefix = `$argon2id$v=19$m=${work.memoryCost},t=${work.timeCost},p=${work.parallelism}$`;
  const inTurn = createGate({ concurrency, maxQueue, whenFull: () => fail('service_busy') });
  return {
    hash: (password) => inTurn(() => argon2Hash(password.normalize('NFC'), work)),
    verify: (hash, password, from) => inTurn(() => argon2Verify(hash, password.normalize('NFC')), from),
    dummyHash: newDummyHash(prefix),
    needsRehash: (hash) => !hash.startsWith(prefix),
  };
}

/** Random salt and digest: verifying it costs as much as a real hash, and no password matches. */
function newDummyHash(prefix: string): string {
  const base64 = (bytes: number) => randomBytes(bytes).toString('base64').replace(/=+$/, '');
  return `${prefix}${base64(16)}$${base64(32)}`;
}
