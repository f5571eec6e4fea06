import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Job, LoadResult } from './load/jobs.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** A program of the bench in its own process, which gets messages, one at a time. */
export interface Helper<Question, Answer> {
  pid: number;
  ask(question: Question): Promise<Answer>;
  stop(): Promise<void>;
}

export function startHelper<Question, Answer>(file: string): Helper<Question, Answer> {
  const child = fork(at(file), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [] });
  return {
    pid: child.pid ?? 0,
    ask: (question) => ask<Answer>(child, question),
    stop: () => stopChild(child),
  };
}

export const startLoad = () => startHelper<Job, LoadResult>('load/generator.ts');

function ask<Answer>(child: ChildProcess, question: unknown): Promise<Answer> {
  return new Promise((done, failed) => {
    const ended = () => failed(new Error('a helper of the bench ended unexpectedly'));
    child.once('exit', ended);
    child.once('message', (message: { result?: Answer; error?: string }) => {
      child.off('exit', ended);
      if (message.error !== undefined) failed(new Error(message.error));
      else done(message.result as Answer);
    });
    child.send(question as object);
  });
}

export async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((done) => child.once('exit', done));
  child.kill('SIGTERM');
  await gone;
}

/** Current and highest resident memory of a process, in MB (10^6 bytes); null without /proc. */
export function memoryOf(pid: number): { now: number; peak: number } | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const megabytes = (name: string) => (Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024) / 1e6;
    return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') };
  } catch {
    return null;
  }
}
