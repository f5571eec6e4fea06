import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { chown, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Account, giveTo, type Home, makeSocketDirectory, unlessMissing } from './embedded-home.ts';

/** A cluster: its home, its binaries, its socket and its settings. */
export interface Cluster {
  home: Home;
  dir: string;
  binDir: string;
  host: string;
  port: number;
  settings: Record<string, string>;
}

/** Contents of the pid file of a running postmaster. */
export interface Postmaster {
  pid: number;
  port: number;
  socketDir: string;
}

const run = promisify(execFile);
const windows = process.platform === 'win32';
const logLimit = 10 * 1024 * 1024;

const exe = (cluster: Cluster, name: string) => join(cluster.binDir, windows ? `${name}.exe` : name);

/** The server's environment holds secrets; PostgreSQL gets only what it needs. */
function bareEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot } = process.env;
  return windows ? { PATH, SystemRoot } : { PATH };
}

const spawnOptions = (cluster: Cluster, account: Account = cluster.home.account) => ({
  ...account,
  cwd: cluster.home.dir,
  env: bareEnvironment(),
});

/** The superuser's password, on Windows only: elsewhere the permissions of the socket's directory protect it. */
export const passwordFile = (home: Home) => join(home.dir, 'password');

async function authentication(home: Home): Promise<string[]> {
  if (!windows) return ['--auth-local=trust', '--auth-host=reject'];
  await writeFile(passwordFile(home), randomBytes(24).toString('base64url'), { mode: 0o600 });
  return ['--auth=scram-sha-256', `--pwfile=${passwordFile(home)}`];
}

async function localeChoices(cluster: Cluster): Promise<string[][]> {
  const { stdout } = await run(exe(cluster, 'postgres'), ['--version'], spawnOptions(cluster));
  const major = Number(/(\d+)/.exec(stdout)?.[1]);
  if (major < 17) return [['--locale=C.UTF-8'], ['--locale=C']];
  const builtin = '--locale-provider=builtin';
  // The second locale is for systems whose C library has no C.UTF-8.
  return [
    [builtin, '--locale=C.UTF-8'],
    [builtin, '--locale=C', '--builtin-locale=C.UTF-8'],
  ];
}

/**
 * Creates the cluster if it does not exist. It is built under another name and renamed when complete, so that a killed
 * or concurrent start never leaves an incomplete one.
 */
export async function ensureCluster(cluster: Cluster): Promise<void> {
  if (await unlessMissing(stat(join(cluster.dir, 'PG_VERSION')))) return;
  const { maker } = cluster.home;
  const draft = `${cluster.dir}.${process.pid}`;
  const fixed = ['-D', draft, '-U', 'postgres', '--encoding=UTF8', '--data-checksums'];
  fixed.push(...(await authentication(cluster.home)));
  if (cluster.settings.fsync === 'off') fixed.push('--no-sync');
  let failure: unknown;
  for (const locale of await localeChoices(cluster)) {
    await rm(draft, { recursive: true, force: true });
    await mkdir(draft, { mode: 0o700 });
    if (maker) await chown(draft, maker.uid, maker.gid);
    failure = await run(exe(cluster, 'initdb'), [...fixed, ...locale], spawnOptions(cluster, maker)).then(
      () => undefined,
      (error) => error,
    );
    if (!failure) break;
  }
  if (failure) throw new Error(`initdb failed: ${(failure as Error).message}`, { cause: failure });
  await rename(draft, cluster.dir).catch(async (error) => {
    await rm(draft, { recursive: true });
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  });
}

function commandOf(pid: number): string | undefined {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    if (!windows) return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    process.kill(pid, 0);
    return '-D';
  } catch {
    return undefined; // no such process
  }
}

/**
 * The postmaster running on this cluster, or `undefined`. Removes a pid file whose number now belongs to another
 * program (after a reboot), which PostgreSQL itself would take for its postmaster.
 */
export async function findPostmaster(cluster: Cluster): Promise<Postmaster | undefined> {
  const file = join(cluster.dir, 'postmaster.pid');
  const lines = (await unlessMissing(readFile(file, 'utf8')))?.split('\n');
  const pid = Number(lines?.[0]);
  if (!lines || !pid) return undefined;
  const command = commandOf(pid);
  if (!command) return undefined; // gone, or a zombie that was not reaped
  if (windows || command.includes(`-D ${cluster.dir} `)) {
    return { pid, port: Number(lines[3]), socketDir: lines[4] ?? '' };
  }
  await rm(file, { force: true });
  return undefined;
}

/** Starts `postgres` in its own process group, so that Ctrl-C in the terminal does not reach it before the server. */
export async function spawnPostgres(cluster: Cluster): Promise<ChildProcess> {
  const { home } = cluster;
  // It may still belong to the maker, or date from before the home had an account of its own.
  if (home.account) giveTo(cluster.dir, home.account);
  if (!windows) await makeSocketDirectory(cluster.host, home.account);
  const socket = { unix_socket_directories: cluster.host, unix_socket_permissions: '0700' };
  const listen = windows ? { listen_addresses: cluster.host } : socket;
  const settings = { listen_addresses: '', port: String(cluster.port), ...listen, ...cluster.settings };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const logFile = join(home.dir, 'postgres.log');
  const size = (await unlessMissing(stat(logFile)))?.size ?? 0;
  if (size > logLimit) await rename(logFile, `${logFile}.1`);
  const log = await open(logFile, 'a', 0o600);
  try {
    if (home.account) await chown(logFile, home.account.uid, home.account.gid);
    const child = spawn(exe(cluster, 'postgres'), ['-D', cluster.dir, ...flags], {
      ...spawnOptions(cluster),
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    });
    await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject));
    child.unref();
    return child;
  } finally {
    await log.close();
  }
}

/** The last lines of PostgreSQL's log, for an error message. */
export async function logTail(cluster: Cluster): Promise<string> {
  const text = (await unlessMissing(readFile(join(cluster.home.dir, 'postgres.log'), 'utf8'))) ?? '';
  return text.trimEnd().split('\n').slice(-8).join('\n');
}

/** Sends a postmaster `SIGINT` for a fast shutdown or `SIGQUIT` for an immediate one. */
export async function signalPostmaster(cluster: Cluster, pid: number, signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
  if (windows) {
    const mode = signal === 'SIGINT' ? 'fast' : 'immediate';
    await run(exe(cluster, 'pg_ctl'), ['stop', '-D', cluster.dir, '-m', mode], spawnOptions(cluster));
    return;
  }
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
