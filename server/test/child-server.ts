import { type ChildProcess, spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A real `node server/src/main.mjs` with a data directory, as `npm start` runs it. */
export interface ChildServer {
  url: string;
  process: ChildProcess;
  /** Time until it was ready. */
  millis: number;
  /** Its latest output. */
  words(): string;
  /** Settles when the process has ended: with its exit code, or null after a signal. */
  ended: Promise<number | null>;
}

/** Starts it and waits until it can reach its database. Throws with its output if it ends before. */
export async function startChild(
  dataDir: string,
  port: number,
  environment: Record<string, string> = {},
): Promise<ChildServer> {
  const started = performance.now();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, ['server/src/main.mjs'], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'development',
      DATA_DIR: dataDir,
      PORT: String(port),
      PUBLIC_URL: url,
      LOG_LEVEL: 'warn',
      DEMO_PEERS: 'off',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let words = '';
  const hear = (part: Buffer) => {
    words = (words + part).slice(-5000);
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  let isOver = false;
  const ended = new Promise<number | null>((done) =>
    child.once('exit', (code) => {
      isOver = true;
      done(code);
    }),
  );
  for (;;) {
    if (isOver) throw new Error(`the server ended: ${words}`);
    const ready = await fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) return { url, process: child, words: () => words, millis: performance.now() - started, ended };
    // The first start makes a database cluster: beside all other tests that takes its time.
    if (performance.now() - started > 100_000) {
      child.kill('SIGKILL');
      throw new Error(`the server is not ready after 100 s: ${words}`);
    }
    await new Promise((done) => setTimeout(done, 50));
  }
}

/** The process ID of the embedded PostgreSQL with its files below a data directory. */
export async function postmasterOf(dataDir: string): Promise<number> {
  const paths = [join(dataDir, 'postgres', 'cluster', 'postmaster.pid')];
  for (const path of paths) {
    const text = await readFile(path, 'utf8').catch(() => '');
    const pid = Number(text.split('\n')[0]);
    if (pid > 0) return pid;
  }
  throw new Error(`no PostgreSQL below ${dataDir}: ${(await readdir(dataDir)).join()}`);
}
