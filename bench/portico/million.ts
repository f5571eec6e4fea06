import { execFile } from 'node:child_process';
import { Agent, request } from 'node:http';
import { promisify } from 'node:util';
import pg from 'pg';
import type { Bench } from '../measure.ts';
import { signIn } from './people.ts';

/** Fewer show how time grows: `BENCH_USERS=100000 npm run bench users`. */
const USERS = Number(process.env.BENCH_USERS ?? 1_000_000);
const GROUPS = 10_000;

/**
 * Fills the bench's tenant with a million users in ten thousand groups, unless it has them; returns the users created
 * per second. The command does not run in production mode, so it runs beside the server on the same database. Its whole
 * time counts, including its start, the indexes and the statistics.
 */
export async function seedMillion({ portico, seed }: Bench): Promise<number> {
  // The command would rebuild the indexes before it finds nothing to do.
  if (await hasAll(portico.owner, seed.tenantId)) return 0;
  const size = ['--users', String(USERS), '--groups', String(GROUPS)];
  const words = ['demo', 'seed', '--tenant', seed.tenantId, ...size, '--json'];
  const env = { PATH: process.env.PATH, NODE_ENV: 'development', DATA_DIR: portico.dataDir };
  const options = { env, maxBuffer: 1e9 };
  const start = performance.now();
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['server/src/operator/cli/main.mjs', ...words],
    options,
  );
  const { made } = JSON.parse(stdout) as { made: number };
  return made / ((performance.now() - start) / 1000);
}

async function hasAll(owner: Bench['portico']['owner'], tenantId: string): Promise<boolean> {
  const database = new pg.Client(owner);
  await database.connect();
  const { rows } = await database.query<{ users: number }>(
    'select sum(users)::float8 as users from user_counts where tenant_id = $1',
    [tenantId],
  );
  await database.end();
  return (rows[0]?.users ?? 0) >= USERS;
}

/** An access token of the bench's first user, who becomes an administrator. */
export async function signInAdministrator({ portico, seed }: Bench): Promise<string> {
  const database = new pg.Client(portico.owner);
  await database.connect();
  await database.query(`update users set roles = '{PowerUser}' where tenant_id = $1 and user_id = $2`, [
    seed.tenantId,
    `${seed.prefix}0`,
  ]);
  await database.end();
  return (await signIn(portico, seed, 0)).accessToken;
}

const agent = new Agent({ keepAlive: true });

/** Calls the authentication service of the bench's tenant. Throws unless the status is 200. */
export const post = <Answer>(bench: Bench, token: string, call: string, body: unknown): Promise<Answer> =>
  ask(bench, token, `/api/auth/tenants/${bench.seed.tenantId}${call}`, body);

/** Calls the API over keep-alive connections: POST with a body, otherwise GET. Throws unless the status is 200. */
export function ask<Answer>({ portico }: Bench, token: string, path: string, body?: unknown): Promise<Answer> {
  const text = body === undefined ? '' : JSON.stringify(body);
  const sentAs = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
  const headers = { authorization: `Bearer ${token}`, ...(body === undefined ? {} : sentAs) };
  const method = body === undefined ? 'GET' : 'POST';
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: portico.port, path, method, headers, agent }, async (answer) => {
      const parts: Buffer[] = [];
      for await (const part of answer) parts.push(part as Buffer);
      const said = Buffer.concat(parts).toString();
      if (answer.statusCode === 200) resolve(JSON.parse(said) as Answer);
      else reject(new Error(`${path} answers ${answer.statusCode}: ${said}`));
    });
    sent.on('error', reject).end(text);
  });
}
