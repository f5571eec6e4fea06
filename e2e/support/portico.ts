import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';
import { createApp } from '#server/app.ts';
import { startBackground } from '#server/background.ts';
import { readConfig } from '#server/platform/config.ts';
import { appConnection } from '#server/platform/db/app-role.ts';
import type { Connection } from '#server/platform/embedded/embedded.ts';
import { startLeaving } from '#server/leaving.ts';
import { runCommandLine } from '#server/operator/cli/run.ts';
import { createLogger, createTools, readMasterKeys } from '#server/tools-factory.ts';
import { copyDatabase, databaseUrl } from '#test/cluster.ts';
import { makeScratchDirectory } from '#test/scratch-directory.ts';
import { freePort } from '#test/free-port.ts';

/** The files of a worker take turns at one address: what a browser loaded from there once, it has. */
let ownPort: Promise<number> | undefined;

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface Portico {
  url: string;
  /** Its database, above the wall: for what only time would bring about. */
  owner: Connection;
  /** Runs the operator's command line; gives its JSON answer. */
  cli(...words: string[]): Promise<unknown>;
  /** The newest mail to an address with a subject; waits for it. */
  mailOf(to: string, subject: string): Promise<Mail>;
  stop(): Promise<void>;
}

export interface Mail {
  subject: string;
  text: string;
  html: string;
}

/**
 * Starts Portico with the demo tenants and the development outbox, over a copy of the journeys' template database
 * (e2e/support/global-setup.ts). It runs in the test's own process, whose modules are loaded for all files; with settings
 * of its own it runs as `npm start` runs it, in a process. How `npm start` makes all that itself is tested by
 * server/test/durability.test.ts and server/src/operator/demo/demo.test.ts.
 */
export async function startPortico(settings?: Record<string, string>): Promise<Portico> {
  const scratch = await makeScratchDirectory('portico-journey-');
  const { connection, masterKey } = inject('journeys');
  const database = await copyDatabase(connection, 'portico_demo');
  ownPort ??= freePort();
  const port = await ownPort;
  const url = `http://localhost:${port}`;
  const environment = {
    ...process.env,
    NODE_ENV: 'development',
    PORT: String(port),
    DATA_DIR: scratch.path,
    DATABASE_URL: databaseUrl(database.connection),
    MASTER_KEY: masterKey,
    LOG_LEVEL: 'error',
    ...settings,
  };
  const stop = await (settings ? startProcess(url, environment) : startHere(environment));
  return {
    url,
    owner: database.connection,
    cli: (...words) => run(words, environment),
    mailOf: (to, subject) => waitForMail(url, to, subject),
    stop: async () => {
      await stop();
      await database.drop();
      await scratch.remove();
    },
  };
}

type Stop = () => Promise<unknown>;

/** What server/src/process.ts starts, over a database that is migrated. */
async function startHere(environment: NodeJS.ProcessEnv): Promise<Stop> {
  const config = readConfig(environment);
  if (!config.database) throw new Error('no database');
  const app = config.database.app ?? (await appConnection(config.database.owner));
  const log = createLogger(config);
  const tools = await createTools(config, { app, masterKeys: await readMasterKeys(config), log });
  const stops: Stop[] = [() => tools.db.close()];
  await startBackground(tools, { worker: true }, stops);
  startLeaving(tools, stops);
  const server = await createApp(tools);
  await server.listen({ port: config.PORT, host: config.HOST });
  stops.push(() => server.close());
  return async () => {
    for (const stop of stops.reverse()) await stop();
  };
}

async function startProcess(url: string, environment: NodeJS.ProcessEnv): Promise<Stop> {
  const server = spawn(process.execPath, ['server/src/main.mjs'], {
    cwd: root,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (chunk) => (output += chunk));
  await ready(url, server, () => output);
  return async () => {
    server.kill('SIGTERM');
    if (server.exitCode === null) await new Promise((done) => server.once('exit', done));
  };
}

async function ready(url: string, server: ChildProcess, output: () => string): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (server.exitCode !== null) throw new Error(`Portico did not start:\n${output()}`);
    // It greets once everything is started, which is after it is ready.
    if (
      output().includes(url) &&
      (await fetch(`${url}/readyz`).then(
        (answer) => answer.ok,
        () => false,
      ))
    )
      return;
    await sleep(100);
  }
  throw new Error(`Portico was not ready in time:\n${output()}`);
}

/** Runs the command line in this process: its own start would cost more than what it does. */
async function run(words: string[], environment: NodeJS.ProcessEnv): Promise<unknown> {
  let [out, err] = ['', ''];
  const code = await runCommandLine({
    argv: [...words, '--json'],
    environment,
    out: (text) => (out += text),
    err: (text) => (err += text),
    progress: () => {},
  });
  if (code !== 0) throw new Error(`portico ${words.join(' ')} ended with ${code}:\n${out}${err}`);
  return out.trim() === '' ? null : JSON.parse(out);
}

async function waitForMail(url: string, to: string, subject: string): Promise<Mail> {
  let seen: string[] = [];
  for (let tries = 0; tries < 200; tries += 1) {
    const answer = await fetch(`${url}/dev/outbox.json?to=${encodeURIComponent(to)}`);
    const mails = ((await answer.json()) as (Mail & { at: string })[]).sort((a, b) => (a.at < b.at ? 1 : -1));
    const mail = mails.find((candidate) => candidate.subject === subject);
    if (mail) return mail;
    seen = mails.map((other) => other.subject);
    await sleep(100);
  }
  throw new Error(`no mail “${subject}” to ${to}, only: ${seen.join(', ') || 'none'}`);
}

/** The link of a mail's button. */
export function linkIn(mail: Mail): string {
  const link = /https?:\/\/\S+/.exec(mail.text)?.[0];
  if (!link) throw new Error(`no link in ${mail.text}`);
  return link;
}
