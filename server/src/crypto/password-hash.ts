import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash as argon2Hash, verify as argon2Verify } from '@node-rs/argon2';
import { fail } from '#contract/errors.ts';
import { createGate } from './gate.ts';

/** OWASP's smallest argon2id setting: 19 MiB, two passes, one lane. The library's default algorithm is argon2id. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const PREFIX = '$argon2id$v=19$m=19456,t=2,p=1$';

export type PasswordHasher = {
  /** A new salted argon2id hash in PHC form. */
  hash(password: string): Promise<string>;
  /**
   * Whether the password is the one of the hash; throws when the hash is no argon2 hash. Calls with another `from`
   * (where a stranger's call comes from) do not wait for each other's queue.
   */
  verify(hash: string, password: string, from?: string): Promise<boolean>;
  /** A well-formed hash that no password fits: verified for unknown users, so that they cost as much as known ones. */
  dummyHash: string;
  /** Whether the hash was made with other parameters than today's and should be made anew at the next sign-in. */
  needsRehash(hash: string): boolean;
};

/**
 * Password hashing off the event loop, `concurrency` at a time (more than one a core only costs memory); up to
 * `maxQueue` further calls wait, and the next one fails with `service_busy`. Passwords are compared whole, as NFC.
 */
export function createPasswordHasher(options: { concurrency?: number; maxQueue?: number } = {}): PasswordHasher {
  const { concurrency = availableParallelism(), maxQueue = 256 } = options;
  const inTurn = createGate({ concurrency, maxQueue, whenFull: () => fail('service_busy') });
  return {
    hash: (password) => inTurn(() => argon2Hash(password.normalize('NFC'), PARAMETERS)),
    verify: (hash, password, from) => inTurn(() => argon2Verify(hash, password.normalize('NFC')), from),
    dummyHash: newDummyHash(),
    needsRehash: (hash) => !hash.startsWith(PREFIX),
  };
}

/** Random salt, random result: checking it takes the whole work, and nobody knows a password for it. */
function newDummyHash(): string {
  const base64 = (bytes: number) => randomBytes(bytes).toString('base64').replace(/=+$/, '');
  return `${PREFIX}${base64(16)}$${base64(32)}`;
}
