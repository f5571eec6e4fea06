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
import type { LookupPurpose } from './secrets/lookup-keys.ts';
import type { Logger } from 'pino';

/** What one process works with: made once in `app.ts`, handed to handlers and jobs. No business word. */
export interface Tools {
  config: Config;
  db: Database;
  caches: Caches;
  /** The application by a session of its own, past any pooler: for what listens. */
  session: ConnectionOptions;
  log: Logger;
  hasher: PasswordHasher;
  sealer: Sealer;
  /** For keys derived by purpose (HKDF), as those of signed tokens: the present master key, and the earlier ones. */
  masterKeys: readonly Buffer[];
  /** The present one of them. */
  masterKey: Buffer;
  /** Keyed hash of a value that must be found but not read back (PIN, card): purpose, tenant, value → 32 bytes. */
  keyedHash(purpose: LookupPurpose, tenantId: string, value: string): Buffer;
  /** The same under every look-up key there is, the present one first: what an earlier one hashed is found too. */
  keyedHashes(purpose: LookupPurpose, tenantId: string, value: string): Buffer[];
  principals: KnownAccounts;
  /** Who can call, kind by kind: the first that knows a token says whose it is. */
  authenticators: readonly Authenticator[];
  verifyAccessToken: AccessTokenVerifier;
  /** Reads the token of a person at a device; null for anything else and where it has expired. */
  readPersonToken(token: string): AccessTokenClaims | null;
  /** Whether a feature is on for a tenant, or for guests (null). */
  isToggleActive(name: FeatureToggle, tenantId: string | null): Promise<boolean>;
  /** The features that are on for a tenant, or for guests (null). */
  activeToggles(tenantId: string | null): Promise<FeatureToggle[]>;
  /** The script of the page configuration, where there is one. */
  customScript(): Promise<CustomScript | null>;
  clock(): Date;
  /** Calls to addresses that others chose. */
  outgoing: Outgoing;
  /** Called after a commit that may have queued something that leaves. */
  wakeDeliveries(): void;
  /** Has a job run soon. Before the process has reached its queue nobody is woken: the job's rows wait to be found. */
  jobs: Pick<Jobs, 'wake'>;
  /** The process will stop: it still answers, and sends its callers elsewhere. */
  draining: boolean;
}
