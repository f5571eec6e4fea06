import { execFile } from 'node:child_process';
import { Agent, request } from 'node:http';
import { promisify } from 'node:util';
import pg from 'pg';
import { type Bench, CONNECTIONS } from '../measure.ts';
import { signIn } from './people.ts';

const USERS = 1_000_000;
const GROUPS = 10_000;

/**
 * Fills the bench's tenant with a million users in ten thousand groups, unless it is; answers the users made a second.
 * The command refuses in production mode; it joins the database of the server that runs. Its whole time counts: with
 * starting, building the indexes and gathering statistics.
 */
export async function seedMillion({ portico, seed }: Bench): Promise<number> {
  const size = ['--users', String(USERS), '--groups', String(GROUPS)];
  const words = ['demo', 'seed', '--tenant', seed.tenantId, ...size, '--json'];
  const env = { PATH: process.env.PATH, NODE_ENV: 'development', DATA_DIR: portico.dataDir };
  const options = { env, maxBuffer: 1e9 };
  const start = performance.now();
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['server/src/operator/cli/main.ts', ...words],
    options,
  );
  const { made } = JSON.parse(stdout) as { made: number };
  return made / ((performance.now() - start) / 1000);
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

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

/** Calls the API of the bench's tenant, over connections that stay open. Throws what is not 200. */
export function post<Answer>({ portico, seed }: Bench, token: string, call: string, body: unknown): Promise<Answer> {
  const path = `/api/auth/tenants/${seed.tenantId}${call}`;
  const text = JSON.stringify(body);
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  };
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port: portico.port, path, method: 'POST', headers, agent },
      async (answer) => {
        const parts: Buffer[] = [];
        for await (const part of answer) parts.push(part as Buffer);
        const said = Buffer.concat(parts).toString();
        if (answer.statusCode === 200) resolve(JSON.parse(said) as Answer);
        else reject(new Error(`${path} answers ${answer.statusCode}: ${said}`));
      },
    );
    sent.on('error', reject).end(text);
  });
}
