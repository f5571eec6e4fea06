import { join, resolve } from 'node:path';
import { z } from 'zod';
import type { ConnectionOptions } from './db/pool.ts';

const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
const count = (least: number, most: number) => z.coerce.number().int().min(least).max(most);
const url = z.string().refine((value) => URL.canParse(value), 'must be an address with a scheme');
/** 32 bytes, base64 or hex. */
const key = z.string().transform((value, context) => {
  const bytes = /^[0-9a-f]{64}$/i.test(value) ? Buffer.from(value, 'hex') : Buffer.from(value, 'base64');
  if (bytes.length !== 32) context.addIssue({ code: 'custom', message: 'must be 32 bytes in base64 or hex' });
  return bytes;
});

/** Every setting there is, with its default. `.env.example` lists the same names: a test compares the two. */
export const settings = {
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  PORT: count(0, 65535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: url.optional(),
  DATA_DIR: z.string().default('data'),
  DATABASE_URL: url.optional(),
  DATABASE_APP_URL: url.optional(),
  DATABASE_POOL_SIZE: count(2, 200).default(12),
  MASTER_KEY: key.optional(),
  PREVIOUS_MASTER_KEY: key.optional(),
  SMTP_URL: url.optional(),
  MAIL_FROM: z.string().default('Portico <no-reply@localhost>'),
  PRODUCT_NAME: z.string().min(1).max(40).default('Portico'),
  REGION: z.enum(['na', 'eu', 'jp', 'kr', 'la', 'as']).default('na'),
  ENVIRONMENT: z.enum(['dev', 'ft', 'edge.dev', 'na', 'devu', 'eu', 'deve', 'jp', 'devj']).default('dev'),
  LINKS_FILE: z.string().optional(),
  TRUSTED_PROXIES: z.string().default(''),
  ALLOWED_RETURN_ORIGINS: z.string().default(''),
  DEMO_PASSWORD: z.string().min(8).max(1024).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  LOG_RETENTION_MONTHS: count(1, 120).default(13),
  PROCESS: z.enum(['web', 'worker', 'both']).default('both'),
  PASSWORD_HASH_CONCURRENCY: count(1, 64).optional(),
  HSTS: flag.optional(),
  METRICS_TOKEN: z.string().min(16).optional(),
} as const;

const schema = z.object(settings);
type Parsed = z.output<typeof schema>;

export interface Config extends Omit<Parsed, 'DATABASE_URL' | 'DATABASE_APP_URL'> {
  production: boolean;
  /** The address people reach the portal at, without a trailing slash. */
  publicUrl: string;
  dataDir: string;
  /** Absent: the embedded PostgreSQL is started. */
  database?: { owner: ConnectionOptions; app: ConnectionOptions };
  trustedProxies: string[];
  allowedReturnOrigins: string[];
}

const list = (value: string) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

/**
 * Reads all settings once. Takes the environment (`process.env`), gives the parsed configuration.
 * Throws an Error whose message names each wrong variable.
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  // A variable set to nothing counts as not set: compose files and shells write it so.
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`The configuration is wrong (see .env.example):\n${lines.join('\n')}`);
  }
  const { DATABASE_URL, DATABASE_APP_URL, ...rest } = parsed.data;
  const production = rest.NODE_ENV === 'production';
  if (DATABASE_URL && !rest.MASTER_KEY) {
    throw new Error('The configuration is wrong (see .env.example):\n  MASTER_KEY: is needed with DATABASE_URL');
  }
  if (production && !rest.PUBLIC_URL) {
    throw new Error('The configuration is wrong (see .env.example):\n  PUBLIC_URL: is needed in production mode');
  }
  return {
    ...rest,
    production,
    publicUrl: (rest.PUBLIC_URL ?? `http://localhost:${rest.PORT}`).replace(/\/+$/, ''),
    dataDir: resolve(rest.DATA_DIR),
    database: DATABASE_URL ? externalDatabase(DATABASE_URL, DATABASE_APP_URL) : undefined,
    trustedProxies: list(rest.TRUSTED_PROXIES),
    allowedReturnOrigins: list(rest.ALLOWED_RETURN_ORIGINS),
  };
}

/** Without an address of its own, the application signs in as the owner and steps down to its role at once. */
function externalDatabase(owner: string, app: string | undefined) {
  return {
    owner: { connectionString: owner },
    app: app ? { connectionString: app } : { connectionString: owner, options: '-c role=portico_app' },
  };
}

/** Where the embedded mode keeps things. */
export const dataPaths = (dataDir: string) => ({
  database: join(dataDir, 'postgres'),
  masterKey: join(dataDir, 'master.key'),
  outbox: join(dataDir, 'outbox'),
  demoPassword: join(dataDir, 'demo-password'),
});
