import { randomBytes } from 'node:crypto';
import { Agent, type IncomingMessage, request, type RequestOptions } from 'node:http';
import type pg from 'pg';
import type { DestinationStream } from 'pino';
import { type Config, readConfig } from '#server/platform/config.ts';
import { createApp } from '#server/app.ts';
import { startBackground } from '#server/background.ts';
import { startLeaving } from '#server/leaving.ts';
import { appConnection } from '#server/platform/db/app-role.ts';
import { createPasswordHasher, PASSWORD_WORK } from '#server/platform/crypto/password-hash.ts';
import { patiently } from './busyness.ts';
import { makeTestPartitions } from './cluster.ts';
import { type MailContent, openMail } from '#server/platform/mail/outbox.ts';
import { createLogger, createTools } from '#server/tools-factory.ts';
import type { Tools } from '#server/platform/tools.ts';
import { createTestDatabase, openTestPool } from './postgres.ts';
import { freePort } from './free-port.ts';

export interface TestApp {
  url: string;
  tools: Tools;
  /**
   * The database's owner, exempt from row-level security: for inspecting rows, and for states that only time would
   * produce.
   */
  owner: pg.Pool;
  /** Calls the API with JSON. `token` is sent as bearer, `cookie` unchanged. */
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  /** The emails queued for an address, oldest first, decrypted. */
  mails(to: string): Promise<(MailContent & { kind: string })[]>;
  /** Advances the server's clock, which also ages its caches. */
  advance(millis: number): void;
  /**
   * A second process behind the same address: the same database, keys (or a new master key with the current one as
   * previous) and clock.
   */
  another(newMasterKey?: Buffer): Promise<Pick<TestApp, 'url' | 'tools' | 'call' | 'close'>>;
  /** Runs jobs from now on, as a worker process does; before, they stay queued. Emails are not sent in either case. */
  startWorker(): Promise<void>;
  close(): Promise<void>;
}

export interface CallOptions {
  token?: string;
  cookie?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  body: any;
  headers: Headers;
  /** The session cookie that was set, ready to be sent back. */
  cookie: string | null;
  /** Likewise the cookie by which accounts know the browser. */
  known: string | null;
}

/** Argon2id at minimal cost: nearly every test signs in, and few are about the cost of a guess. */
const quickWork = { memoryCost: 64, timeCost: 1, parallelism: 1 };

/**
 * A whole server on a port of its own over a fresh database. Only the clock and the wait for a connection are replaced, and
 * the cost of a password hash unless `realPasswordWork` is set. Logs at LOG_LEVEL go to `logTo`, if given.
 */
export async function startTestApp(
  environment: Record<string, string> = {},
  logTo?: DestinationStream,
  { realPasswordWork = false } = {},
): Promise<TestApp> {
  const database = await createTestDatabase();
  const port = await freePort();
  const config: Config = readConfig({
    NODE_ENV: 'test',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATABASE_POOL_SIZE: '5',
    LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
    ...environment,
  });
  let shift = 0;
  const parts = {
    app: await appConnection(database.connection),
    masterKeys: [randomBytes(32)],
    log: createLogger(config, logTo),
    clock: () => new Date(Date.now() + shift),
    elapsed: () => performance.now() + shift,
    hasher: createPasswordHasher({
      concurrency: config.PASSWORD_HASH_CONCURRENCY,
      work: realPasswordWork ? PASSWORD_WORK : quickWork,
    }),
  };
  const tools = await createTools(config, parts);
  waitLong(tools);
  await makeTestPartitions(tools.db.pool);
  const app = await createApp(tools);
  await app.listen({ port, host: '127.0.0.1' });
  const owner = openTestPool(database.connection);
  const url = `http://127.0.0.1:${port}`;
  const stops: (() => Promise<unknown>)[] = [];
  return {
    url,
    tools,
    owner,
    call: (method, path, options) => callApi(url, method, path, options),
    mails: async (to) => {
      const { rows } = await owner.query(
        'select * from mail_outbox where lower(recipient) = lower($1) order by created_at, mail_id',
        [to],
      );
      return rows.map((row) => ({
        kind: row.kind,
        ...openMail(tools.sealer, row.tenant_id, row.mail_id, row.sealed_content),
      }));
    },
    advance: (millis) => {
      shift += millis;
    },
    another: async (newMasterKey) => {
      const masterKeys = newMasterKey ? [newMasterKey, ...parts.masterKeys] : parts.masterKeys;
      const own = await createTools(config, { ...parts, masterKeys });
      waitLong(own);
      const second = await createApp(own);
      const address = await second.listen({ port: 0, host: '127.0.0.1' });
      return {
        url: address,
        tools: own,
        call: (method, path, options) => callApi(address, method, path, options),
        close: async () => {
          await second.close();
          await own.db.close();
        },
      };
    },
    startWorker: async () => {
      await startBackground(tools, { worker: true }, stops);
      startLeaving(tools, stops, null);
    },
    close: async () => {
      for (const stop of stops) await stop();
      await app.close();
      await tools.db.close();
      await owner.end();
      await database.drop();
    },
  };
}

/**
 * Of many calls at once the last wait longest for a connection, on a slow machine longer than the 4 s after which Portico
 * answers 503: here they wait, so that the others may be counted (503 itself: server/test/durability.test.ts).
 */
function waitLong({ db }: Tools): void {
  db.pool.options.connectionTimeoutMillis = patiently.timeout;
}

/** What the apps that files share can do. */
const kinds = {
  'without jobs': {},
  'with jobs': {},
  // Partners on this machine may be called.
  'with partners': { OUTGOING_ALLOW: '127.0.0.1' },
  // The clock goes ahead of that of partners and files before.
  'with a clock': { TRUSTED_PROXIES: '127.0.0.1' },
} as const;
export type Kind = keyof typeof kinds;

const shared = new Map<Kind, Promise<TestApp>>();

/**
 * The app that the files of a worker share, each with its own tenants: its connections and code are warm, which is most
 * of the time of a first call. For files that do not change the settings or anything that belongs to no tenant, and look
 * only at what belongs to their tenants. Files with jobs share another one, where emails are sent and jobs run from the
 * first `startWorker` on; files whose clock moves, by hours at most, share a third, those that call partners a fourth. Its `close` does nothing: it ends with
 * the worker. Rate limits by address, which all files share, are reset for each file.
 */
export async function sharedTestApp(kind: Kind = 'without jobs'): Promise<TestApp> {
  const starting = shared.get(kind) ?? startSharedApp(kind);
  shared.set(kind, starting);
  const app = await starting;
  await app.owner.query('delete from throttles');
  return app;
}

async function startSharedApp(kind: Kind): Promise<TestApp> {
  const refuse = (what: string) => () => {
    throw new Error(`${what} would reach other files: this file needs an app of its own (startTestApp)`);
  };
  // Enough connections for tests of concurrency; they are opened on demand.
  const app = await startTestApp({ DATABASE_POOL_SIZE: '12', ...kinds[kind] });
  let working: Promise<void> | undefined;
  return {
    ...app,
    advance: kind === 'with a clock' ? app.advance : refuse('A clock that is moved'),
    another: refuse('A second process'),
    startWorker: kind === 'with jobs' ? () => (working ??= app.startWorker()) : refuse('A worker'),
    close: async () => {},
  };
}

const agent = new Agent({ keepAlive: true });

/** Sends it anew where the server closed a connection that had been waiting for its next call. */
function send(url: URL, options: RequestOptions, body: string | Uint8Array | undefined): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { ...options, agent }, resolve);
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (sent.reusedSocket && error.code === 'ECONNRESET') resolve(send(url, options, body));
      else reject(error);
    });
    sent.end(body);
  });
}

/** A call by Node's plain client: `fetch` takes three times the CPU, which in fifty thousand calls is felt. */
async function exchange(url: URL, options: RequestOptions, body: string | Uint8Array | undefined) {
  const answer = await send(url, options, body);
  const pieces: Buffer[] = [];
  for await (const piece of answer) pieces.push(piece);
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(answer.headersDistinct))
    for (const value of values) headers.append(name, value);
  return { status: answer.statusCode ?? 0, headers, text: new TextDecoder().decode(Buffer.concat(pieces)) };
}

async function callApi(url: string, method: string, path: string, options: CallOptions = {}): Promise<Answer> {
  const headers: Record<string, string> = { accept: '*/*', 'user-agent': 'node', ...options.headers };
  if (options.token) headers.authorization = `Bearer ${options.token}`;
  if (options.cookie) headers.cookie = options.cookie;
  if (options.body !== undefined) headers['content-type'] ??= 'application/json';
  const { body } = options;
  const ready = body === undefined || typeof body === 'string' || body instanceof Uint8Array;
  const sent = ready ? (body as string | Uint8Array | undefined) : JSON.stringify(body);
  if (sent !== undefined) headers['content-length'] = String(Buffer.byteLength(sent));
  const answer = await exchange(new URL(url + path), { method, headers }, sent);
  const { text } = answer;
  const json = answer.headers.get('content-type')?.includes('json') === true;
  const setCookie = (name: string) =>
    answer.headers
      .getSetCookie()
      .find((line) => line.startsWith(`${name}=`))
      ?.split(';')[0] ?? null;
  return {
    status: answer.status,
    body: json && text ? JSON.parse(text) : text,
    headers: answer.headers,
    cookie: setCookie('__Host-portico-session'),
    known: setCookie('__Host-portico-known'),
  };
}
