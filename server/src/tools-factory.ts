import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import pino, { type DestinationStream, type Logger } from 'pino';
import { createAccessTokenVerifier } from './apps/oauth/access-token.ts';
import { spendOnce } from './apps/oauth/once.ts';
import { deviceAuthenticator } from './devices/credentials/authenticator.ts';
import { createPersonTokenReader } from './devices/credentials/tokens.ts';
import type { Config } from './platform/config.ts';
import { dataPaths, readKey, WrongConfiguration } from './platform/config.ts';
import { managementTokenAuthenticator } from './provisioning/tokens/authenticator.ts';
import { createPasswordHasher, type PasswordHasher } from './platform/crypto/password-hash.ts';
import { createSealer } from './platform/crypto/sealed-box.ts';
import { isWeakKey } from './platform/crypto/weak-key.ts';
import { createCaches } from './platform/db/fresh-cache.ts';
import type { ConnectionOptions } from './platform/db/connection.ts';
import { openPool } from './platform/db/pool.ts';
import { openDatabase } from './platform/db/transaction.ts';
import { createKnownAccounts } from './platform/http/known-accounts.ts';
import { personAuthenticator } from './platform/http/session.ts';
import { operatorAuthenticator } from './operator/operator-tokens/authenticator.ts';
import { parseAllowList } from './platform/net/allow-list.ts';
import { createOutgoing, resolveFor } from './platform/net/outgoing.ts';
import { createKeyring } from './platform/secrets/keyring.ts';
import { openLookupKeys } from './platform/secrets/lookup-keys.ts';
import { maySessionGoOn } from './sign-in/sessions/go-on.ts';
import { checkMasterKeys } from './platform/secrets/master-keys.ts';
import { createCustomScript } from './site/custom-script/custom-script.ts';
import { createToggles } from './site/toggles/toggles.ts';
import type { Tools } from './platform/tools.ts';
import './wiring.ts';

/** An error as it is logged, without PostgreSQL's details, which hold row values. */
function loggedError(error: Error): object {
  const { detail: _detail, where: _where, internalQuery: _query, ...rest } = pino.stdSerializers.err(error);
  return rest;
}

/**
 * The process's log: one JSON line per event, to standard output by default. Never secrets: credentials in headers are
 * removed.
 */
export function createLogger(config: Pick<Config, 'LOG_LEVEL'>, destination?: DestinationStream): Logger {
  const options = {
    level: config.LOG_LEVEL,
    redact: ['req.headers.authorization', 'req.headers.cookie', 'headers.authorization', 'headers.cookie'],
    serializers: {
      req: (request: { method: string; url: string; id: string }) => ({
        method: request.method,
        path: String(request.url).split('?')[0],
        id: request.id,
      }),
      err: loggedError,
    },
  };
  return destination ? pino(options, destination) : pino(options);
}

/**
 * The master keys, current one first: from the settings, or one per line from a file: MASTER_KEYS_FILE, or the one in
 * the data directory, which is created at the first start (0600). Throws `WrongConfiguration` for a file with other
 * contents, and in production mode for a weak current key.
 */
export async function readMasterKeys(config: Config): Promise<Buffer[]> {
  const earlier = [...config.previousMasterKeys];
  if (config.MASTER_KEY) return unique([config.MASTER_KEY, ...earlier]);
  const own = dataPaths(config.dataDir).masterKey;
  const path = config.MASTER_KEYS_FILE ?? own;
  if (path === own) {
    await mkdir(config.dataDir, { recursive: true });
    await writeFile(path, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' }).catch((error) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new WrongConfiguration(`The master keys in ${path} cannot be read (${error.code}).`);
  });
  const keys = text.split(/\s+/).filter(Boolean).map(readKey);
  const [present] = keys;
  if (!present || keys.includes(null)) {
    throw new WrongConfiguration(`${path} must hold master keys, a line each: 32 bytes in base64 or hex.`);
  }
  if (config.production && isWeakKey(present)) {
    throw new WrongConfiguration(
      `The first master key in ${path} is no random key: make one with "openssl rand -hex 32".`,
    );
  }
  return unique([...keys.filter((key) => key !== null), ...earlier]);
}

const unique = (keys: Buffer[]) => keys.filter((key, at) => keys.findIndex((other) => other.equals(key)) === at);

/**
 * Builds the tools of a process over a migrated database. Tests bring a clock and a fast hasher. Throws
 * `MissingMasterKeys` if values are sealed under a master key that is not among `masterKeys`.
 */
export async function createTools(
  config: Config,
  parts: {
    app: ConnectionOptions;
    masterKeys: Buffer[];
    log: Logger;
    clock?: () => Date;
    /** Clock by which caches measure their age. */
    elapsed?: () => number;
    hasher?: PasswordHasher;
  },
): Promise<Tools> {
  const { masterKeys } = parts;
  const [masterKey] = masterKeys;
  if (!masterKey) throw new Error('a master key is needed');
  const pooler = {
    past: config.database?.pooled ? config.database.session : undefined,
    namesStatements: config.DATABASE_PREPARED_STATEMENTS === 'on',
  };
  const db = openDatabase(openPool(parts.app, config.DATABASE_POOL_SIZE, pooler));
  const sealer = createSealer(masterKeys);
  const clock = parts.clock ?? (() => new Date());
  const caches = createCaches(parts.elapsed);
  const hashes = await openSecrets().catch(async (error) => {
    await db.close();
    throw error;
  });
  async function openSecrets() {
    await checkMasterKeys(db, sealer);
    return openLookupKeys(db, sealer, masterKeys).catch(async (error) => {
      // Another process may just have created them, under a key that this one does not have.
      await checkMasterKeys(db, sealer);
      throw error;
    });
  }
  const keyedHashes: Tools['keyedHashes'] = (purpose, tenantId, value) =>
    hashes[purpose].map((hash) => hash(tenantId, value));
  const keyring = createKeyring({ db, sealer, caches, clock });
  const allowed = parseAllowList(config.outgoingAllow);
  const tools: Tools = {
    config,
    db,
    caches,
    session: config.database?.session ?? parts.app,
    log: parts.log,
    hasher: parts.hasher ?? createPasswordHasher({ concurrency: config.PASSWORD_HASH_CONCURRENCY }),
    sealer,
    keyring,
    masterKeys,
    masterKey,
    keyedHash: (purpose, tenantId, value) => keyedHashes(purpose, tenantId, value)[0] as Buffer,
    keyedHashes,
    principals: createKnownAccounts(db, caches, maySessionGoOn),
    authenticators: [],
    verifyAccessToken: createAccessTokenVerifier(config, keyring, clock),
    spendOnce: (given) => spendOnce(db, given),
    readPersonToken: createPersonTokenReader(masterKeys, clock),
    ...createToggles(db, caches),
    customScript: createCustomScript(db, caches),
    clock,
    outgoing: createOutgoing(
      allowed,
      resolveFor(allowed, config.dnsServers),
      config.dnsServers,
      config.demoPeers ? [config.demoPeers.openidProvider] : [],
    ),
    wakeDeliveries: () => {},
    jobs: { wake: async () => {} },
    draining: false,
  };
  tools.authenticators = [
    personAuthenticator(tools),
    deviceAuthenticator(tools),
    operatorAuthenticator(tools),
    managementTokenAuthenticator(tools),
  ];
  return tools;
}
