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
import { serveAxe } from './axe.ts';

/** The files of a worker share one address in turn, so that the browser keeps what it has loaded. */
let ownPort: Promise<number> | undefined;

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface Portico {
  url: string;
  /** Its database as the owner, for changes that otherwise only time would make. */
  owner: Connection;
  /** Runs the operator's command line; returns its JSON output. */
  cli(...words: string[]): Promise<unknown>;
  /** The newest email to an address with a subject; waits for it. */
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
 * (e2e/support/global-setup.ts). It runs in the process of the test, to load modules only once, or in one of its own as
 * with `npm start`. server/test/durability.test.ts and server/src/operator/demo/demo.test.ts
 * test how `npm start` sets up everything.
 */
export async function startPortico(settings?: Record<string, string>, isOwnProcess = false): Promise<Portico> {
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
  const stop = await (isOwnProcess ? startProcess(url, environment) : startHere(url, environment));
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

/** Starts what server/src/process.ts starts, with a migrated database. */
async function startHere(url: string, environment: NodeJS.ProcessEnv): Promise<Stop> {
  const config = readConfig(environment);
  if (!config.database) throw new Error('no database');
  const app = config.database.app ?? (await appConnection(config.database.owner));
  const log = createLogger(config);
  const tools = await createTools(config, { app, masterKeys: await readMasterKeys(config), log });
  const stops: Stop[] = [() => tools.db.close()];
  await startBackground(tools, { worker: true }, stops);
  startLeaving(tools, stops);
  const server = await createApp(tools);
  const takeAxeAway = serveAxe(server, url);
  await server.listen({ port: config.PORT, host: config.HOST });
  stops.push(() => server.close());
  return async () => {
    takeAxeAway();
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
    // The greeting comes once everything has started, which is after it is ready.
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

/** Runs the command line in this process, because starting another takes longer than the command. */
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

/** The link of an email's button. */
export function linkIn(mail: Mail): string {
  const link = /https?:\/\/\S+/.exec(mail.text)?.[0];
  if (!link) throw new Error(`no link in ${mail.text}`);
  return link;
}
