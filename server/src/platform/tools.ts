import type { FeatureToggle } from '#contract/toggles.ts';
import type { CustomScript } from '#contract/site/custom-script.ts';
import type { Config } from './config.ts';
import type { Sealer } from './crypto/sealed-box.ts';
import type { PasswordHasher } from './crypto/password-hash.ts';
import type { Caches } from './db/fresh-cache.ts';
import type { ConnectionOptions } from './db/connection.ts';
import type { Database } from './db/transaction.ts';
import type { AccessTokenClaims, AccessTokenVerifier, KnownAccounts } from './http/known-accounts.ts';
import type { Authenticator } from './http/principal.ts';
import type { Jobs } from './work/queue.ts';
import type { Outgoing } from './net/outgoing.ts';
import type { Keyring } from './secrets/keyring.ts';
import type { LookupPurpose } from './secrets/lookup-keys.ts';
import type { Logger } from 'pino';

/** An ID that a client may use once, until a time when it is worth nothing anyway. */
export interface Once {
  tenantId: string;
  clientId: string;
  id: string;
  until: Date;
}

/** Dependencies of handlers and jobs, created once per process. No business terms. */
export interface Tools {
  config: Config;
  db: Database;
  caches: Caches;
  /** The application over a session of its own, bypassing any pooler: for LISTEN. */
  session: ConnectionOptions;
  log: Logger;
  hasher: PasswordHasher;
  sealer: Sealer;
  /** The keys that are signed with, of the provider and of tenants. */
  keyring: Keyring;
  /** Current and earlier master keys, for keys derived by purpose (HKDF) such as those of signed tokens. */
  masterKeys: readonly Buffer[];
  /** The current one of them. */
  masterKey: Buffer;
  /** Keyed hash of a value that must be found but not read back (PIN, card): purpose, tenant, value → 32 bytes. */
  keyedHash(purpose: LookupPurpose, tenantId: string, value: string): Buffer;
  /** The same under every look-up key, current one first, to find what was hashed under an earlier one. */
  keyedHashes(purpose: LookupPurpose, tenantId: string, value: string): Buffer[];
  principals: KnownAccounts;
  /** Authenticators for each kind of caller; the first that recognizes a token identifies its caller. */
  authenticators: readonly Authenticator[];
  verifyAccessToken: AccessTokenVerifier;
  /** Whether an ID is used for the first time, on any process. */
  spendOnce(given: Once): Promise<boolean>;
  /** Parses a user's token at a device; null for any other or expired token. */
  readPersonToken(token: string): AccessTokenClaims | null;
  /** Whether a feature is on for a tenant, or for guests (null). */
  isToggleActive(name: FeatureToggle, tenantId: string | null): Promise<boolean>;
  /** The features that are on for a tenant, or for guests (null). */
  activeToggles(tenantId: string | null): Promise<FeatureToggle[]>;
  /** The custom script of the page configuration, if any. */
  customScript(): Promise<CustomScript | null>;
  clock(): Date;
  /** Calls to addresses chosen by others. */
  outgoing: Outgoing;
  /** Called after a commit that may have queued a delivery. */
  wakeDeliveries(): void;
  /**
   * Runs a job soon. Before the process is connected to its queue, nothing is woken: the job's rows are found later.
   */
  jobs: Pick<Jobs, 'wake'>;
  /** The process is stopping: it still answers, but sends its callers elsewhere. */
  draining: boolean;
}
