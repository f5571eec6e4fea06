import { join, resolve } from 'node:path';
import { z } from 'zod';
import { environments, type Region, regionOfEnvironment, regions } from '#contract/region.ts';
import type { ConnectionOptions } from './db/connection.ts';
import { type DemoPeers, demoPeersOf } from './demo-peers.ts';
import { parseAllowList } from './net/allow-list.ts';
import { resolverOf } from './net/outgoing.ts';
import { unsafeSettings } from './safety.ts';

const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
const count = (least: number, most: number) => z.coerce.number().int().min(least).max(most);
const url = z.string().refine((value) => URL.canParse(value), 'must be an address with a scheme');
const KEY_FORM = 'must be 32 bytes in base64 or hex';
const key = z.string().transform((value, context) => {
  const bytes = readKey(value);
  if (!bytes) context.addIssue({ code: 'custom', message: KEY_FORM });
  return bytes ?? Buffer.alloc(0);
});
const keys = z.string().transform((value, context) => {
  const read = list(value).map(readKey);
  if (read.includes(null)) context.addIssue({ code: 'custom', message: `each ${KEY_FORM}, separated by commas` });
  return read.filter((bytes) => bytes !== null);
});

/** All settings with their defaults. `.env.example` lists the same names: a test compares the two. */
export const settings = {
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  PORT: count(0, 65535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: url.optional(),
  DATA_DIR: z.string().default('data'),
  DATABASE_URL: url.optional(),
  DATABASE_APP_URL: url.optional(),
  DATABASE_DIRECT_URL: url.optional(),
  DATABASE_PREPARED_STATEMENTS: z.enum(['on', 'off']).default('on'),
  DATABASE_POOL_SIZE: count(2, 200).default(12),
  MASTER_KEY: key.optional(),
  PREVIOUS_MASTER_KEY: key.optional(),
  PREVIOUS_MASTER_KEYS: keys.optional(),
  MASTER_KEYS_FILE: z.string().optional(),
  SMTP_URL: url.optional(),
  MAIL_FROM: z.string().default('Portico <no-reply@localhost>'),
  PRODUCT_NAME: z.string().min(1).max(40).default('Portico'),
  REGION: z.enum(regions).optional(),
  ENVIRONMENT: z.enum(environments).default('dev'),
  LINKS_FILE: z.string().optional(),
  TRUSTED_PROXIES: z.string().default(''),
  ALLOWED_RETURN_ORIGINS: z.string().default(''),
  OUTGOING_ALLOW: z.string().default(''),
  DNS_SERVERS: z.string().default(''),
  CYBOZU_URL: z
    .string()
    .refine((value) => URL.canParse(value.replace('{subdomain}', 'a')), 'must be an address')
    .default('https://{subdomain}.cybozu.com'),
  OFFICE365_ISSUER: url.default('https://login.microsoftonline.com/organizations/v2.0'),
  DEMO_PASSWORD: z.string().min(8).max(1024).optional(),
  DEMO_PEERS: z.enum(['on', 'off']).default('on'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  LOG_RETENTION_MONTHS: count(1, 120).default(13),
  PROCESS: z.enum(['web', 'worker', 'both']).default('both'),
  PASSWORD_HASH_CONCURRENCY: count(1, 64).optional(),
  HSTS: flag.optional(),
  METRICS_TOKEN: z.string().min(16).optional(),
  SECURITY_CONTACT: z
    .string()
    .regex(/^(?:mailto:|https:\/\/|tel:)[\x21-\x7e]+$/, 'must begin with mailto:, https:// or tel:')
    .optional(),
  ALLOW_DEVELOPMENT_OUTSIDE: flag.optional(),
  ALLOW_HTTP_ON_LOOPBACK: flag.optional(),
  ALLOW_PLAIN_SMTP_ON_LOOPBACK: flag.optional(),
} as const;

const schema = z.object(settings);
type Parsed = z.output<typeof schema>;

export interface Config extends Omit<Parsed, 'REGION' | 'DATABASE_URL' | 'DATABASE_APP_URL' | 'DATABASE_DIRECT_URL'> {
  REGION: Region;
  production: boolean;
  /** The public address of the portal, without a trailing slash. */
  publicUrl: string;
  dataDir: string;
  /** Absent: the embedded PostgreSQL is started. */
  database?: ExternalDatabase;
  /** Earlier (or future) master keys, which can still open values. */
  previousMasterKeys: Buffer[];
  trustedProxies: string[];
  /** Issuer of Microsoft Entra ID for accounts of many directories. */
  office365Issuer: string;
  allowedReturnOrigins: string[];
  /** Non-public hosts and networks that outgoing calls may reach. */
  outgoingAllow: string[];
  /** Name servers that outgoing calls ask instead of the machine's. */
  dnsServers: string[];
  /** Absent in production mode. */
  demoPeers: DemoPeers | undefined;
}

function list(value: string): string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

/**
 * Reads all settings once, from the environment (`process.env`). Throws `WrongConfiguration`, whose message names each
 * variable that is invalid or unsafe (safety.ts).
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  // An empty variable counts as unset: compose files and shells write it that way.
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    throw wrong(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
  }
  const { DATABASE_URL, DATABASE_APP_URL, DATABASE_DIRECT_URL, ...rest } = parsed.data;
  if (DATABASE_URL && !rest.MASTER_KEY && !rest.MASTER_KEYS_FILE)
    throw wrong(['MASTER_KEY: is needed with DATABASE_URL, or MASTER_KEYS_FILE']);
  if (rest.MASTER_KEY && rest.MASTER_KEYS_FILE)
    throw wrong(['MASTER_KEYS_FILE: holds the present key, and MASTER_KEY is set too: set one of them']);
  if (DATABASE_DIRECT_URL && !(DATABASE_URL && DATABASE_APP_URL))
    throw wrong(['DATABASE_APP_URL: is needed with DATABASE_DIRECT_URL, and DATABASE_URL: a pooler keeps no role']);
  const ofEnvironment = regionOfEnvironment(rest.ENVIRONMENT);
  if (rest.REGION && ofEnvironment && rest.REGION !== ofEnvironment)
    throw wrong([`REGION: the environment ${rest.ENVIRONMENT} is in ${ofEnvironment}: leave REGION out`]);
  const config: Config = {
    ...rest,
    REGION: rest.REGION ?? ofEnvironment ?? 'na',
    production: rest.NODE_ENV === 'production',
    publicUrl: (rest.PUBLIC_URL ?? `http://localhost:${rest.PORT}`).replace(/\/+$/, ''),
    dataDir: resolve(rest.DATA_DIR),
    database: DATABASE_URL ? externalDatabase(DATABASE_URL, DATABASE_APP_URL, DATABASE_DIRECT_URL) : undefined,
    previousMasterKeys: [
      ...(rest.PREVIOUS_MASTER_KEY ? [rest.PREVIOUS_MASTER_KEY] : []),
      ...(rest.PREVIOUS_MASTER_KEYS ?? []),
    ],
    trustedProxies: list(rest.TRUSTED_PROXIES),
    allowedReturnOrigins: list(rest.ALLOWED_RETURN_ORIGINS),
    outgoingAllow: readAllowList(rest.OUTGOING_ALLOW),
    dnsServers: readDnsServers(rest.DNS_SERVERS),
    office365Issuer: rest.OFFICE365_ISSUER.replace(/\/+$/, ''),
    demoPeers: demoPeersOf({ ...rest, DATABASE_URL }),
  };
  const unsafe = unsafeSettings(config);
  if (unsafe.length > 0) throw wrong(unsafe);
  return config;
}

/** Shown to the person who starts the process, without a stack trace. */
export class WrongConfiguration extends Error {}

const wrong = (lines: string[]) =>
  new WrongConfiguration(
    `The configuration is wrong (see .env.example):\n${lines.map((line) => `  ${line}`).join('\n')}`,
  );

/** The list as written, after validation. */
function readAllowList(value: string): string[] {
  try {
    parseAllowList(list(value));
    return list(value);
  } catch (error) {
    throw wrong([`OUTGOING_ALLOW: ${(error as Error).message}`]);
  }
}

/** Addresses, each with a port if it is not 53. */
function readDnsServers(value: string): string[] {
  try {
    const servers = list(value);
    resolverOf(servers);
    return servers;
  } catch (error) {
    throw wrong([`DNS_SERVERS: ${(error as Error).message}`]);
  }
}

/** Connections to an external database. */
export interface ExternalDatabase {
  owner: ConnectionOptions;
  app: ConnectionOptions;
  /** The application over a session of its own: LISTEN needs one, and a pooler provides none. */
  session: ConnectionOptions;
  /** Whether there is a pooler in transaction mode between the application and the database. */
  pooled: boolean;
}

/** Without an address of its own, the application connects as the owner and immediately drops to its role. */
function externalDatabase(url: string, app: string | undefined, direct: string | undefined): ExternalDatabase {
  const owner = { connectionString: direct ?? url };
  const steppedDown = { ...owner, options: '-c role=portico_app' };
  const own = app ? { connectionString: app } : steppedDown;
  return { owner, app: own, session: direct ? steppedDown : own, pooled: direct !== undefined };
}

/** 32 bytes of base64 or hex; null for anything else. */
export function readKey(text: string): Buffer | null {
  const bytes = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64');
  return bytes.length === 32 ? bytes : null;
}

/** Locations of the embedded mode's files. */
export const dataPaths = (dataDir: string) => ({
  database: join(dataDir, 'postgres'),
  masterKey: join(dataDir, 'master.key'),
  outbox: join(dataDir, 'outbox'),
  demoPassword: join(dataDir, 'demo-password'),
  demoPeers: join(dataDir, 'demo-peers.json'),
});
