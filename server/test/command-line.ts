import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { runCommandLine } from '#server/operator/cli/run.ts';
import { databaseUrl } from './cluster.ts';
import { createTestDatabase } from './postgres.ts';

const program = fileURLToPath(new URL('../src/operator/cli/main.mjs', import.meta.url));

export interface Ended {
  code: number | null;
  out: string;
  err: string;
}

/** Runs a command line in a shell. */
export function runCommand(environment: Record<string, string>, ...argv: string[]): Promise<Ended> {
  const env = { PATH: process.env.PATH, LANG: 'en_US.UTF-8', ...environment };
  const child = spawn(process.execPath, [program, ...argv], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended: Ended = { code: null, out: '', err: '' };
  child.stdout.on('data', (chunk) => (ended.out += chunk));
  child.stderr.on('data', (chunk) => (ended.err += chunk));
  return new Promise((done) => child.once('close', (code) => done({ ...ended, code })));
}

/** Runs a command line in this process, without a shell and without starting Node. */
export async function runHere(environment: Record<string, string>, ...argv: string[]): Promise<Ended> {
  const ended: Ended = { code: null, out: '', err: '' };
  ended.code = await runCommandLine({
    argv,
    environment: { LANG: 'en_US.UTF-8', ...environment },
    out: (text) => (ended.out += `${text}\n`),
    err: (text) => (ended.err += `${text}\n`),
    progress: (line) => (ended.err += `${line}\n`),
  });
  return ended;
}

/** A database of its own, and the command line on it: in this process, or in a shell. */
export async function startCommandLine() {
  const database = await createTestDatabase();
  const environment = { DATABASE_URL: databaseUrl(database.connection), MASTER_KEY: randomBytes(32).toString('hex') };
  const portico = (...argv: string[]) => runHere(environment, ...argv);
  const shell = (...argv: string[]) => runCommand(environment, ...argv);
  return { database, portico, shell };
}
