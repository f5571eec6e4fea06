import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Result of a check. If `failed` is above 0, read its output. */
export interface Outcome {
  title: string;
  passed: number;
  failed: number;
  /** A note, if there is more to say than passed or failed. */
  counts?: string;
  duration: number;
  output: string;
}

/** The part of Vitest's JSON report that is counted. */
export interface Report {
  numTotalTests: number;
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
}

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const binaries = resolve(root, 'node_modules/.bin');
/** Where the server keeps its compiled code (server/src/main.mjs): each worker would compile the same thousand files. */
const NODE_COMPILE_CACHE = resolve(root, 'node_modules/.cache/portico/compiled');

async function run(command: string[], env: Record<string, string>): Promise<{ code: number; output: string }> {
  const path = `${binaries}${delimiter}${process.env.PATH ?? ''}`;
  const [name = '', ...args] = command;
  return new Promise((done) => {
    const child = spawn(name, args, {
      cwd: root,
      env: { ...process.env, ...env, PATH: path },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    });
    const output: Buffer[] = [];
    child.stdout.on('data', (chunk) => output.push(chunk));
    child.stderr.on('data', (chunk) => output.push(chunk));
    child.on('error', (error) => done({ code: 1, output: `${name} could not be run: ${error.message}` }));
    child.on('close', (code) => done({ code: code ?? 1, output: Buffer.concat(output).toString('utf8') }));
  });
}

/** Runs one static check of node_modules/.bin; it counts as one test. */
export async function runCommand(title: string, command: string[]): Promise<Outcome> {
  const start = performance.now();
  const { code, output } = await run(command, {});
  const duration = performance.now() - start;
  return { title, passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, duration, output };
}

/**
 * Passed and failed of one Vitest run. A run without a report or without tests counts as one failure, and so does one
 * with an error outside the tests, such as a file that does not load.
 */
export function countTests(report: Report | undefined, code: number): Pick<Outcome, 'passed' | 'failed' | 'counts'> {
  if (!report) return { passed: 0, failed: 1, counts: 'Vitest wrote no report' };
  if (report.numTotalTests === 0) return { passed: 0, failed: 1, counts: 'no tests ran' };
  const skipped = report.numPendingTests + report.numTodoTests;
  const failed = code === 0 ? report.numFailedTests : Math.max(1, report.numFailedTests);
  const counts = `${report.numPassedTests} passed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
  return { passed: report.numPassedTests, failed, counts };
}

let runs = 0;

export interface VitestRun {
  /** Those of vitest.config.ts's projects that run. */
  projects: readonly string[];
  /** Directory of the JSON report. */
  directory: string;
  env?: Record<string, string>;
  /** Only these test files. */
  files?: readonly string[];
  /** Files at a time, if not as many as there are cores. */
  workers?: number;
}

/** Runs projects of vitest.config.ts. */
export async function runVitest(title: string, given: VitestRun): Promise<Outcome> {
  const { projects, directory, env, files = [], workers } = given;
  runs += 1;
  const file = join(directory, `${runs}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const chosen = projects.flatMap((project) => ['--project', project]);
  const atOnce = workers === undefined ? [] : [`--maxWorkers=${workers}`];
  const start = performance.now();
  const { code, output } = await run(['vitest', 'run', ...chosen, ...atOnce, ...reporters, ...files], {
    NODE_COMPILE_CACHE,
    ...env,
  });
  const duration = performance.now() - start;
  const report: Report | undefined = await readFile(file, 'utf8').then(JSON.parse, () => undefined);
  return { title, ...countTests(report, code), duration, output };
}
