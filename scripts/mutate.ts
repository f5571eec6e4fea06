// `npm run mutate -- <file>… [--tests <test file>]… [--most <number>]`: flips the conditions of a server's file one after
// the other, leaves out what is only done, and names what no test noticed. The tests are those that the file concerns
// (scripts/changed.ts), so many HTTP test files at most, unless they are named. Nothing is written: the file is changed on
// its way into the tests. Ends after an hour.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createVitest, type Vitest } from 'vitest/node';
import { http } from '../vitest.config.ts';
import { readSources } from './boundaries.ts';
import { testsFor } from './changed.ts';
import { type Mutation, mutationsOf } from './mutations.ts';

const HOUR = 3_600_000;
const root = resolve(fileURLToPath(new URL('..', import.meta.url)));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { tests: { type: 'string', multiple: true }, most: { type: 'string', default: '8' } },
});
if (positionals.length === 0) {
  console.error('usage: npm run mutate -- <file>… [--tests <test file>]… [--most <number of HTTP test files>]');
  process.exit(2);
}

const sources = readSources(root, ['contract', 'server', 'messages', 'scripts']);
const started = Date.now();
/** What stands in the place of a file at the moment. */
let present: { path: string; text: string } | undefined;

/** The tests that may notice, those next to the file first. */
function testsOf(file: string): string[] {
  if (values.tests) return [...values.tests];
  const { unit, http: overHttp } = testsFor([file], sources, { web: 0, http: Number(values.most) });
  return [...unit, ...overHttp];
}

/** As the project `http` is run, in one piece with the unit tests. */
async function startVitest(): Promise<Vitest> {
  const plugin = {
    name: 'mutate',
    enforce: 'pre' as const,
    load: (id: string) => (present && id.split('?')[0] === present.path ? present.text : undefined),
  };
  const test = { ...http, include: ['{contract,messages,scripts,server}/**/*.test.ts'], maxWorkers: 2 };
  // What was read before is not what stands there now.
  const options = { config: false as const, root, watch: false, silent: true, reporters: [{}], fsModuleCache: false };
  return createVitest('test', options, { plugins: [plugin], test });
}

/** Whether every test passes. A run in which something did not run is no pass; one whose worker did not start is none. */
async function passes(vitest: Vitest, tests: readonly string[]): Promise<boolean> {
  const paths = tests.map((test) => resolve(root, test));
  const specifications = paths.map((path) => vitest.getRootProject().createSpecification(path));
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  if (unhandledErrors.some((error) => String((error as Error).message).startsWith('[vitest-pool'))) {
    console.log('a worker did not start: once more');
    return passes(vitest, tests);
  }
  // Vitest tells of the runs before, too.
  const ran = testModules.filter(({ moduleId }) => paths.includes(moduleId));
  return ran.length === tests.length && ran.every((module) => module.ok()) && unhandledErrors.length === 0;
}

/** The test that noticed the last mutation goes first: it probably notices the next one. */
async function isCaught(vitest: Vitest, tests: string[]): Promise<boolean> {
  for (const test of [...tests]) {
    if (await passes(vitest, [test])) continue;
    tests.splice(tests.indexOf(test), 1);
    tests.unshift(test);
    return true;
  }
  return false;
}

async function mutate(vitest: Vitest, file: string): Promise<Mutation[]> {
  const path = resolve(root, file);
  const source = readFileSync(path, 'utf8');
  const tests = testsOf(file);
  const mutations = mutationsOf(source);
  console.log(`== ${file}: ${mutations.length} mutations, ${tests.length} test files`);
  present = { path, text: source };
  if (tests.length === 0 || !(await passes(vitest, tests))) throw new Error(`${file}: its tests fail as it is`);
  const survivors: Mutation[] = [];
  for (const mutation of mutations) {
    if (Date.now() - started > HOUR) throw new Error('an hour is over: name fewer files');
    present.text = mutation.text;
    vitest.invalidateFile(path);
    const lives = !(await isCaught(vitest, tests));
    if (lives) survivors.push(mutation);
    console.log(`${lives ? 'SURVIVED' : 'caught  '} ${file}:${mutation.line} ${mutation.before} → ${mutation.after}`);
  }
  present = undefined;
  vitest.invalidateFile(path);
  return survivors;
}

const vitest = await startVitest();
let survived = 0;
try {
  for (const file of positionals) survived += (await mutate(vitest, file)).length;
} finally {
  await vitest.close();
}
console.log(`${survived} survived`);
process.exit(survived > 0 ? 1 : 0);
