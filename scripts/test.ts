// `npm test`: every check, or the parts named after `--`: static, unit, web, http, journeys. `everywhere` runs the
// whole HTTP part on the other PostgreSQL too, and walks over every page in five languages, at every width, light and
// dark. `changed` runs the tests affected by the current change, in about a minute. `peers` alone runs programs of others
// that have to be installed. `languages` alone visits every page in all 24 languages; those named after it are pictured.
import { existsSync, globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isLanguage } from '#contract/languages.ts';
import { readSources } from './boundaries.ts';
import { changedFiles, testsFor } from './changed.ts';
import { findChromium } from './chromium.mjs';
import { type Outcome, runCommand, runVitest } from './run-check.ts';

const otherPostgres = '/usr/lib/postgresql/15/bin';
const parts = ['static', 'unit', 'web', 'http', 'journeys', 'peers', 'languages'] as const;
type Part = (typeof parts)[number];
/** Only if asked for. */
const aside: readonly Part[] = ['peers', 'languages'];

const words = process.argv.slice(2);
const everywhere = words.includes('everywhere');
const onlyChanged = words.includes('changed');
const pictured = words.includes('languages') ? words.filter(isLanguage) : [];
const asked = words.filter(
  (word) => word !== 'everywhere' && word !== 'changed' && !pictured.some((one) => one === word),
);
const unknown = asked.filter((name) => !(parts as readonly string[]).includes(name));
if (unknown.length > 0) {
  console.error(`no such part: ${unknown.join(', ')}. There are: ${parts.join(', ')}, everywhere, changed`);
  process.exit(1);
}

/** Two files at a time leave a fifth of two cores idle while they wait for a database or a browser, and three a tenth. */
const workers = 4;

const root = fileURLToPath(new URL('..', import.meta.url));
const more = everywhere ? { TEST_EVERYWHERE: 'yes' } : undefined;
const outcomes: Outcome[] = [];
const wants = (part: Part) => (asked.length === 0 && !aside.includes(part)) || asked.includes(part);
const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;

function report(outcome: Outcome): void {
  outcomes.push(outcome);
  const verdict = outcome.failed > 0 ? 'FAILED' : 'ok';
  const counts = outcome.counts ? ` (${outcome.counts})` : '';
  console.log(`== ${outcome.title}: ${verdict}${counts}, ${seconds(outcome.duration)}`);
  if (outcome.failed > 0) console.log(outcome.output.trimEnd());
}

type Check = [title: string, command: string[]];

/** Two at a time, because the machine may have only two cores. */
async function runChecks(checks: Check[]): Promise<void> {
  const worker = async () => {
    for (let check = checks.shift(); check; check = checks.shift()) report(await runCommand(...check));
  };
  await Promise.all([worker(), worker()]);
}

const types: Check = ['types', ['tsc', '-p', 'tsconfig.json']];
const webTypes: Check = ['types of the web pages', ['tsc', '-p', 'web/tsconfig.json']];
const journeyTypes: Check = ['types of the journeys', ['tsc', '-p', 'e2e/tsconfig.json']];
const messages: Check = ['messages', ['node', 'messages/check.ts']];

const runStatic = () =>
  runChecks([
    types,
    ['format', ['biome', 'format', '.']],
    ['lint', ['biome', 'lint', '--error-on-warnings', '.']],
    webTypes,
    journeyTypes,
    ['unused code', ['knip']],
    messages,
  ]);

/** Checks only what a change affects, for use during development; run the whole `npm test` before a release. */
async function runChanged(directory: string): Promise<void> {
  const changed = changedFiles(root);
  const sources = readSources(root, ['contract', 'server', 'web/src', 'web/test', 'messages', 'scripts']);
  const { unit, web, http, leftOut } = testsFor(changed, sources);
  const touches = (...folders: string[]) =>
    changed.some((path) => folders.some((folder) => path.startsWith(`${folder}/`)));
  const checks: Check[] = [
    ['format and lint', ['biome', 'check', '--error-on-warnings', '--no-errors-on-unmatched', ...changed]],
  ];
  if (touches('contract', 'messages', 'server', 'scripts', 'bench')) checks.push(types);
  if (touches('contract', 'messages', 'web')) checks.push(webTypes);
  if (touches('e2e')) checks.push(journeyTypes);
  if (touches('messages', 'web', 'server')) checks.push(messages);
  const files = [...unit, ...web, ...http];
  const projects = ['unit', 'web', 'http'];
  const tests = async () => {
    if (files.length > 0) report(await runVitest('tests of what changed', { projects, directory, files }));
  };
  console.log(`== ${changed.length} files changed, which concern ${files.length} test files`);
  await Promise.all([runChecks(checks), tests()]);
  if (leftOut > 0) console.log(`== ${leftOut} test files more, further away: npm test -- web http`);
  if (touches('e2e')) console.log('== journeys: NOT RUN, npm test -- journeys');
}

async function runHttp(directory: string): Promise<void> {
  const env = { TEST_NEW_CLUSTER: 'yes' };
  report(await runVitest('HTTP tests on the embedded PostgreSQL', { projects: ['http'], directory, env, workers }));
  if (!existsSync(join(otherPostgres, 'postgres'))) {
    console.log(`== HTTP tests on PostgreSQL 15: NOT RUN, ${otherPostgres} does not exist`);
    return;
  }
  const other = { TEST_POSTGRES_BIN_DIR: otherPostgres, ...more };
  report(await runVitest('HTTP tests on PostgreSQL 15', { projects: ['http'], directory, env: other, workers }));
}

async function runJourneys(directory: string): Promise<void> {
  const env = { CHROMIUM_PATH: findChromium() ?? '', ...more };
  report(await runVitest('journeys in a browser', { projects: ['journeys'], directory, env, workers }));
}

async function runLanguages(directory: string): Promise<void> {
  const folder = join(tmpdir(), 'portico-languages');
  const env = { CHROMIUM_PATH: findChromium() ?? '', TEST_LANGUAGES: pictured.join(' '), SCREENSHOTS: folder };
  report(await runVitest('every page in every language', { projects: ['languages'], directory, env, workers: 2 }));
  if (pictured.length > 0) console.log(`== pictures in ${pictured.join(', ')}: ${folder}`);
}

/** A program that is not installed is named and not counted. */
async function runPeers(directory: string): Promise<void> {
  const there: string[] = [];
  for (const file of globSync('server/test/peers/*.peer.ts', { cwd: root })) {
    const { missing } = (await import(join(root, file.replace('.peer.ts', '.ts')))) as { missing(): string | null };
    const packages = missing();
    if (packages === null) there.push(file);
    else console.log(`== ${file}: NOT RUN, install ${packages}`);
  }
  if (there.length === 0) return report(nothingRan);
  report(await runVitest('programs of others', { projects: ['peers'], directory, files: there, workers }));
}

const nothingRan: Outcome = {
  ...{ title: 'programs of others', passed: 0, failed: 1, duration: 0, output: 'none is installed' },
};

async function runParts(directory: string): Promise<void> {
  if (wants('static')) await runStatic();
  if (wants('unit')) report(await runVitest('unit tests', { projects: ['unit'], directory }));
  if (wants('web')) report(await runVitest('web tests', { projects: ['web'], directory }));
  if (wants('http')) await runHttp(directory);
  if (wants('journeys')) await runJourneys(directory);
  if (wants('peers')) await runPeers(directory);
  if (wants('languages')) await runLanguages(directory);
}

const directory = await mkdtemp(join(tmpdir(), 'portico-results-'));
try {
  await (onlyChanged ? runChanged(directory) : runParts(directory));
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
