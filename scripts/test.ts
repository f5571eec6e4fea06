// `npm test`: every check, or the parts named after `--`: static, unit, web, http, journeys. `everywhere` runs the whole
// HTTP part on the other PostgreSQL too.
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from './chromium.mjs';
import { type Outcome, runCommand, runVitest } from './run-check.ts';

const otherPostgres = '/usr/lib/postgresql/15/bin';
const parts = ['static', 'unit', 'web', 'http', 'journeys'] as const;
type Part = (typeof parts)[number];

const words = process.argv.slice(2);
const everywhere = words.includes('everywhere');
const asked = words.filter((word) => word !== 'everywhere');
const unknown = asked.filter((name) => !(parts as readonly string[]).includes(name));
if (unknown.length > 0) {
  console.error(`no such part: ${unknown.join(', ')}. There are: ${parts.join(', ')}, everywhere`);
  process.exit(1);
}

const outcomes: Outcome[] = [];
const wants = (part: Part) => asked.length === 0 || asked.includes(part);
const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;

function report(outcome: Outcome): void {
  outcomes.push(outcome);
  const verdict = outcome.failed > 0 ? 'FAILED' : 'ok';
  const counts = outcome.counts ? ` (${outcome.counts})` : '';
  console.log(`== ${outcome.title}: ${verdict}${counts}, ${seconds(outcome.duration)}`);
  if (outcome.failed > 0) console.log(outcome.output.trimEnd());
}

/** Two at a time: the machine that runs this may have no more cores. */
async function runStatic(): Promise<void> {
  const checks: [string, string[]][] = [
    ['types', ['tsc', '-p', 'tsconfig.json']],
    ['format', ['biome', 'format', '.']],
    ['lint', ['biome', 'lint', '--error-on-warnings', '.']],
    ['types of the web pages', ['tsc', '-p', 'web/tsconfig.json']],
    ['types of the journeys', ['tsc', '-p', 'e2e/tsconfig.json']],
    ['unused code', ['knip']],
    ['messages', ['node', 'messages/check.ts']],
  ];
  const worker = async () => {
    for (let check = checks.shift(); check; check = checks.shift()) report(await runCommand(...check));
  };
  await Promise.all([worker(), worker()]);
}

const directory = await mkdtemp(join(tmpdir(), 'portico-results-'));
try {
  if (wants('static')) await runStatic();
  if (wants('unit')) report(await runVitest('unit tests', 'unit', directory));
  if (wants('web')) report(await runVitest('web tests', 'web', directory));
  if (wants('http')) {
    report(await runVitest('HTTP tests on the embedded PostgreSQL', 'http', directory));
    if (existsSync(join(otherPostgres, 'postgres'))) {
      const env = { TEST_POSTGRES_BIN_DIR: otherPostgres, ...(everywhere ? { TEST_EVERYWHERE: 'yes' } : {}) };
      report(await runVitest('HTTP tests on PostgreSQL 15', 'http', directory, env));
    } else {
      console.log(`== HTTP tests on PostgreSQL 15: NOT RUN, ${otherPostgres} does not exist`);
    }
  }
  if (wants('journeys')) {
    const env = { CHROMIUM_PATH: findChromium() ?? '' };
    report(await runVitest('journeys in a browser', 'journeys', directory, env));
  }
} finally {
  await rm(directory, { recursive: true, force: true });
}

const total = (kind: 'passed' | 'failed') => outcomes.reduce((sum, outcome) => sum + outcome[kind], 0);
if (total('failed') > 0) {
  console.log(
    `\nfailed: ${outcomes
      .filter((outcome) => outcome.failed > 0)
      .map(({ title }) => title)
      .join(', ')}`,
  );
}
console.log(`${total('passed')} passed, ${total('failed')} failed`);
process.exitCode = total('failed') > 0 ? 1 : 0;
