import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cp, lchown, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeScratchDirectory } from '#test/scratch-directory.ts';
import { type Connection, startPostgres } from './embedded.ts';
import { giveTo } from './embedded-home.ts';

const binDir = process.env.TEST_POSTGRES_BIN_DIR;
const module = new URL('./embedded.ts', import.meta.url).href;
let scratch: Awaited<ReturnType<typeof makeScratchDirectory>>;
let dataDir: string;

/** A cluster created, started and stopped once: the starting point of most tests. */
let made: typeof scratch;

beforeAll(async () => {
  made = await makeScratchDirectory('portico-embedded-');
  const first = await startPostgres({ dataDir: join(made.path, 'postgres'), binDir });
  await first.stop();
});
afterAll(() => made.remove());

beforeEach(async () => {
  scratch = await makeScratchDirectory('portico-embedded-');
  dataDir = join(scratch.path, 'postgres');
});

afterEach(async () => {
  if (await postmasterPid().catch(() => 0)) {
    const left = await startPostgres({ dataDir, binDir });
    await left.stop();
  }
  await scratch.remove();
});

/** Makes it a later start of this data directory. */
const beginWithCluster = () => cp(join(made.path, 'postgres'), dataDir, { recursive: true, verbatimSymlinks: true });

async function query(connection: Connection, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection);
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** The query's answer as soon as the server responds again. */
async function queryWhenBack(connection: Connection, sql: string): Promise<Record<string, unknown>[]> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const rows = await query(connection, sql).catch(() => undefined);
    if (rows) return rows;
    await delay(50);
  }
  throw new Error('PostgreSQL did not come back');
}

/** A separate process that starts PostgreSQL and then waits to be killed. */
async function startInProcess(): Promise<{ child: ChildProcess; adopted: boolean; connection: Connection }> {
  const code = `const { startPostgres } = await import(${JSON.stringify(module)});
    const postgres = await startPostgres(${JSON.stringify({ dataDir, binDir })});
    process.once('SIGTERM', () => postgres.stop());
    console.log(JSON.stringify(postgres));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await new Promise<string[]>((done) => {
    createInterface({ input: child.stdout! }).once('line', (text) => done([text]));
    child.once('exit', () => done([]));
  });
  if (line === undefined) throw new Error('PostgreSQL did not start');
  return { child, ...JSON.parse(line) };
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const exit = new Promise((done) => child.once('exit', done));
  child.kill(signal);
  await exit;
}

const postmasterPid = async () =>
  Number((await readFile(join(dataDir, 'cluster/postmaster.pid'), 'utf8')).split('\n')[0]);

test('starts durable and private, stops at once and only once', async () => {
  const postgres = await startPostgres({ dataDir, binDir });
  expect(postgres.adopted).toBe(false);
  const [settings] = await query(
    postgres.connection,
    `select current_database() as database, current_setting('fsync') as fsync, current_setting('listen_addresses') as tcp,
       current_setting('synchronous_commit') as commit, current_setting('full_page_writes') as pages,
       pg_encoding_to_char(encoding) as encoding from pg_database where datname = current_database()`,
  );
  expect(settings).toEqual({ database: 'portico', fsync: 'on', tcp: '', commit: 'on', pages: 'on', encoding: 'UTF8' });
  for (const directory of [join(dataDir, 'cluster'), postgres.connection.host]) {
    expect((await stat(directory)).mode & 0o777).toBe(0o700);
  }
  await Promise.all([postgres.stop(), postgres.stop()]);
  await postgres.stop();
  await expect(query(postgres.connection, 'select 1')).rejects.toThrow();
});

test('adopts what a killed process left running, with every committed row, and stops it', async () => {
  await beginWithCluster();
  const { child, connection } = await startInProcess();
  await query(connection, 'create table kept (n int); insert into kept values (1)');
  await ended(child, 'SIGKILL');
  const pid = await postmasterPid();
  const adopter = await startPostgres({ dataDir, binDir });
  expect(adopter.adopted).toBe(true);
  expect(await postmasterPid()).toBe(pid);
  expect(await query(adopter.connection, 'select n from kept')).toEqual([{ n: 1 }]);
  await adopter.stop();
  await expect(postmasterPid()).rejects.toThrow();
});

test('a process that shares the server does not stop it under the other', async () => {
  await beginWithCluster();
  const owner = await startInProcess();
  const guest = await startPostgres({ dataDir, binDir });
  expect([owner.adopted, guest.adopted]).toEqual([false, true]);
  await guest.stop();
  expect(await query(guest.connection, 'select 1 as alive')).toEqual([{ alive: 1 }]);
  await ended(owner.child, 'SIGTERM');
  await expect(query(guest.connection, 'select 1')).rejects.toThrow();
});

test('comes back by itself after kill -9 of PostgreSQL, with every committed row', async () => {
  await beginWithCluster();
  const said: string[] = [];
  const postgres = await startPostgres({ dataDir, binDir, log: (line) => said.push(line) });
  await query(postgres.connection, 'create table kept (n int); insert into kept values (1)');
  const pid = await postmasterPid();
  process.kill(pid, 'SIGKILL');
  expect(await queryWhenBack(postgres.connection, 'select n from kept')).toEqual([{ n: 1 }]);
  expect(await postmasterPid()).not.toBe(pid);
  expect(said).toEqual(['PostgreSQL went away: bringing it back']);
  await postgres.stop();
});

test('recovers after both were killed at once, as by a power cut', async () => {
  await beginWithCluster();
  const { child, connection } = await startInProcess();
  await query(connection, 'create table kept (n int); insert into kept values (1)');
  const pid = await postmasterPid();
  await ended(child, 'SIGKILL');
  process.kill(pid, 'SIGKILL');
  const recovered = await startPostgres({ dataDir, binDir });
  expect(await query(recovered.connection, 'select n from kept')).toEqual([{ n: 1 }]);
  await recovered.stop();
});

test("a pid file whose number now is another program's does not keep it from starting", async () => {
  await beginWithCluster();
  const before = await startPostgres({ dataDir, binDir });
  const file = join(dataDir, 'cluster/postmaster.pid');
  const [, ...rest] = (await readFile(file, 'utf8')).split('\n');
  await before.stop();
  await writeFile(file, [process.pid, ...rest].join('\n'));
  const after = await startPostgres({ dataDir, binDir });
  expect(after.adopted).toBe(false);
  await after.stop();
});

test('first starts at the same time make one cluster', async () => {
  const both = await Promise.all([startInProcess(), startInProcess(), startInProcess()]);
  expect((await readdir(dataDir)).filter((name) => name.startsWith('cluster'))).toEqual(['cluster']);
  await Promise.all(both.map(({ child }) => ended(child, 'SIGTERM')));
  await expect(postmasterPid()).rejects.toThrow();
});

describe.runIf(process.getuid?.() === 0)('started by root', () => {
  const nobody = { uid: 65534, gid: 65534 };
  /** Whether a process running as `nobody` can read a file. */
  const isOpenToNobody = (path: string) => {
    try {
      execFileSync('cat', [path], { ...nobody, stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  };
  const ownersBelow = async (path: string) => {
    const names = await readdir(path, { recursive: true });
    const owners = await Promise.all(names.map(async (name) => (await stat(join(path, name))).uid));
    return [...new Set(owners)];
  };

  test('runs under an account of its own, which lets in nothing that runs as nobody', async () => {
    const { connection, stop } = await startPostgres({ dataDir, binDir });
    const socket = await stat(join(connection.host, '.s.PGSQL.5432'));
    expect(socket.mode & 0o777).toBe(0o700);
    const [owner, ...others] = await ownersBelow(join(dataDir, 'cluster'));
    expect([others, socket.uid]).toEqual([[], owner]);
    expect(owner).toBeGreaterThanOrEqual(65520);
    expect(owner).not.toBe(nobody.uid);
    expect(await readFile('/etc/passwd', 'utf8')).not.toMatch(new RegExp(`^[^:]*:[^:]*:${owner}:`, 'm'));
    for (const path of [join(dataDir, 'cluster/pg_hba.conf'), join(connection.host, '.s.PGSQL.5432.lock')])
      expect([path, isOpenToNobody(path)]).toEqual([path, false]);
    await stop();
  });

  test("takes over what was nobody's, with every row", async () => {
    await beginWithCluster();
    const before = await startPostgres({ dataDir, binDir });
    await query(before.connection, 'create table kept (n int); insert into kept values (1)');
    await before.stop();
    giveTo(dataDir, nobody);
    expect(isOpenToNobody(join(dataDir, 'cluster/pg_hba.conf'))).toBe(true);
    // As left by a start that was killed halfway.
    await lchown(dataDir, 65520, 65520);
    const after = await startPostgres({ dataDir, binDir });
    expect(await query(after.connection, 'select n from kept')).toEqual([{ n: 1 }]);
    expect(await ownersBelow(join(dataDir, 'cluster'))).not.toContain(nobody.uid);
    await after.stop();
  });
});
