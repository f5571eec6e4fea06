import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { makeScratchDirectory } from '#test/scratch-directory.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { startPostgres, type Connection } from '#server/platform/embedded/embedded.ts';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { stopChild } from '../processes.ts';
import { freePort } from '#test/free-port.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Portico as shipped: in its own process in production mode, with a durable embedded PostgreSQL. */
export interface Portico {
  url: string;
  port: number;
  pid: number;
  /** The parent of PostgreSQL's other processes. */
  postgresPid: number;
  /** The database as the owner, for seeding. */
  owner: Connection;
  dataDir: string;
  stop(): Promise<void>;
}

/** The options that `npm start` passes to Node. */
const startArguments = (): string[] => packageJson.scripts.start.split(' ').slice(1);

/**
 * `profile`: a directory for the CPU profile of the process (`.cpuprofile`, for browser tools), written at its end.
 * `keep`: a data directory that is kept for the next run, with all seeded data.
 */
export async function startPortico({ profile, keep }: { profile?: string; keep?: string }): Promise<Portico> {
  const scratch = keep ? { path: resolve(keep), remove: async () => {} } : await makeScratchDirectory('portico-bench-');
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    PORT: String(port),
    PUBLIC_URL: url,
    ALLOW_HTTP_ON_LOOPBACK: 'true',
    // Nothing listens there, so emails of a bench stay pending.
    SMTP_URL: 'smtp://localhost:9',
    DATA_DIR: scratch.path,
    // Identity providers of the bench.
    OUTGOING_ALLOW: '127.0.0.1',
  };
  const flags = profile ? ['--cpu-prof', '--cpu-prof-dir', profile] : [];
  const server = spawn(process.execPath, [...flags, ...startArguments()], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (chunk) => (output = (output + chunk).slice(-4000)));
  try {
    await untilReady(url, server, () => output);
    // Already running: this only returns how to reach it, and keeps it running until the end.
    const postgres = await startPostgres({ dataDir: join(scratch.path, 'postgres') });
    return {
      url,
      port,
      pid: server.pid ?? 0,
      postgresPid: await postmasterPid(scratch.path),
      owner: postgres.connection,
      dataDir: scratch.path,
      stop: async () => {
        await stopChild(server);
        await postgres.stop();
        await scratch.remove();
      },
    };
  } catch (error) {
    await stopChild(server);
    await scratch.remove();
    throw error;
  }
}

const postmasterPid = async (dataDir: string) =>
  Number((await readFile(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8')).split('\n')[0]);

async function untilReady(url: string, server: ChildProcess, output: () => string): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (server.exitCode !== null) throw new Error(`Portico did not start:\n${output()}`);
    if (
      await fetch(`${url}/readyz`).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      return;
    await sleep(100);
  }
  throw new Error(`Portico was not ready in time:\n${output()}`);
}
