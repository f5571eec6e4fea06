import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import pino, { type DestinationStream, type Logger } from 'pino';
import { createAccessTokenVerifier } from './authentication/oauth-provider/access-token.ts';
import { createPersonTokenReader } from './device-management/credentials/tokens.ts';
import type { Config } from './config.ts';
import { dataPaths } from './config.ts';
import { createKeyedHash, type KeyedHash } from './crypto/keyed-hash.ts';
import { createPasswordHasher } from './crypto/password-hash.ts';
import { createSealer } from './crypto/sealed-box.ts';
import { type ConnectionOptions, openPool } from './db/pool.ts';
import { openDatabase } from './db/transaction.ts';
import { createPrincipals } from './http/principals.ts';
import { isToggleActive } from './site/toggles/toggles.ts';
import type { Tools } from './tools.ts';

/** An error as it is logged. What PostgreSQL tells in detail holds the values of rows. */
function loggedError(error: Error): object {
  const { detail: _detail, where: _where, internalQuery: _query, ...rest } = pino.stdSerializers.err(error);
  return rest;
}

/**
 * The process's log: one JSON line an event, to standard output unless told. Never a secret: credentials in headers are
 * cut out.
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

/** The master key of the environment, else the one kept in the data directory (made at the first start, 0600). */
export async function readMasterKeys(config: Config): Promise<Buffer[]> {
  const previous = config.PREVIOUS_MASTER_KEY ? [config.PREVIOUS_MASTER_KEY] : [];
  if (config.MASTER_KEY) return [config.MASTER_KEY, ...previous];
  const path = dataPaths(config.dataDir).masterKey;
  await mkdir(config.dataDir, { recursive: true });
  await writeFile(path, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' }).catch((error) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const key = Buffer.from((await readFile(path, 'utf8')).trim(), 'hex');
  if (key.length !== 32) throw new Error(`${path} does not hold a key of 32 bytes`);
  return [key, ...previous];
}

/** Puts together what a process works with, over a database that is migrated. */
export function createTools(
  config: Config,
  parts: { app: ConnectionOptions; masterKeys: Buffer[]; log: Logger; clock?: () => Date },
): Tools {
  const [masterKey] = parts.masterKeys;
  if (!masterKey) throw new Error('a master key is needed');
  const db = openDatabase(openPool(parts.app, config.DATABASE_POOL_SIZE));
  const sealer = createSealer(parts.masterKeys);
  const clock = parts.clock ?? (() => new Date());
  const hashes = new Map<string, KeyedHash[]>();
  const keyedHashes = (purpose: string, tenantId: string, value: string) => {
    const known = hashes.get(purpose) ?? parts.masterKeys.map((key) => createKeyedHash(key, purpose));
    hashes.set(purpose, known);
    return known.map((hash) => hash(tenantId, value));
  };
  return {
    config,
    db,
    log: parts.log,
    hasher: createPasswordHasher({ concurrency: config.PASSWORD_HASH_CONCURRENCY }),
    sealer,
    masterKey,
    keyedHash: (purpose, tenantId, value) => keyedHashes(purpose, tenantId, value)[0] as Buffer,
    keyedHashes,
    principals: createPrincipals(db),
    verifyAccessToken: createAccessTokenVerifier(config, db, clock),
    readPersonToken: createPersonTokenReader(masterKey, clock),
    isToggleActive: (name, tenantId) => isToggleActive(db, name, tenantId),
    clock,
    wakeMail: () => {},
    jobs: { wake: async () => {} },
    draining: false,
  };
}
