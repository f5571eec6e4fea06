// `npm run mutate -- <file>[:<line>]… [--tests <test file>]… [--most <number>]`: flips the conditions of a server's
// file one after the other, removes statements, and lists changes that no test noticed. The tests are those affected by
// the file (scripts/changed.ts) with a limit of HTTP test files, unless they are named. Nothing is written: the file is
// changed while it is loaded. Ends after an hour.
//
// Most of a test's time is the start of a server. So all mutations are first tried on one server in turns
// (`tryByTurns`); those that no test notices then get their own servers, which they can affect from the start.
import { readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createVitest, type TestModule, type Vitest } from 'vitest/node';
import { http } from '../vitest.config.ts';
import { readSources } from './boundaries.ts';
import { testsFor } from './changed.ts';
import { type Mutation, mutationsOf, withAll } from './mutations.ts';

const HOUR = 3_600_000;
/** A test that takes this many times as long as without the mutation, plus some time, has noticed it. */
const PATIENCE = 4;
const SOME_MILLIS = 10_000;
/** Mutations that share a server. */
const TURNS = 25;

const root = resolve(fileURLToPath(new URL('..', import.meta.url)));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { tests: { type: 'string', multiple: true }, most: { type: 'string', default: '8' } },
});
if (positionals.length === 0) {
  console.error(
    'usage: npm run mutate -- <file>[:<line>]… [--tests <test file>]… [--most <number of HTTP test files>]',
  );
  process.exit(2);
}

const sources = readSources(root, ['contract', 'server', 'messages', 'scripts']);
const started = Date.now();
/** The file that is currently replaced, with its mutated text. */
let present: { path: string; text: string } | undefined;

/** Tests that may notice, nearest to the file first. */
function testsOf(file: string): string[] {
  const { unit, http: overHttp } = testsFor([file], sources, { web: 0, http: Number(values.most) });
  return (values.tests ?? [...unit, ...overHttp]).map((test) => resolve(root, test));
}

const TURN = /^mutant-(\d+)\./;
const turnOf = (test: string, mutant: number) => join(dirname(test), `mutant-${mutant}.${basename(test)}`);

/** Runs a test file with a mutation, up to the first test that notices; 0 without a mutation. */
function readTurn(id: string): string | undefined {
  const [, mutant] = TURN.exec(basename(id)) ?? [];
  if (mutant === undefined) return;
  const test = readFileSync(join(dirname(id), basename(id).replace(TURN, '')), 'utf8');
  return `import * as turn from 'vitest';
    let isNoticed = false;
    turn.beforeAll(() => { globalThis.mutant = ${mutant}; });
    turn.afterAll(() => { globalThis.mutant = 0; });
    turn.beforeEach((test) => { test.skip(isNoticed); test.onTestFailed(() => { isNoticed = true; }); });
    ${test}`;
}

/** Tests that have ended in the current run, and whether they passed. */
const ended = new Map<string, boolean>();
let hasEnded = (_module: TestModule) => {};

/** Configured like the project `http`, with the unit tests included and a single worker. */
async function startVitest(): Promise<Vitest> {
  const plugin = {
    name: 'mutate',
    enforce: 'pre' as const,
    // Vite resolves paths from the root.
    resolveId: (id: string) => (TURN.test(basename(id)) ? join(root, id.replace(root, '')) : undefined),
    load: (id: string) => (present && id.split('?')[0] === present.path ? present.text : readTurn(id)),
  };
  const include = ['{contract,messages,scripts,server}/**/*.test.ts'];
  const sequencer = class {
    sort = async <T>(files: T) => files;
    shard = this.sort;
  };
  const test = { ...http, include, maxWorkers: 1, sequence: { sequencer } };
  // Disables the module cache, which would return the unchanged text.
  const reporters = [{ onTestModuleEnd: (module: TestModule) => hasEnded(module) }];
  const options = { config: false as const, root, watch: false, silent: true, reporters, fsModuleCache: false };
  return createVitest('test', options, { plugins: [plugin], test });
}

/**
 * Runs tests one after the other on one server. Stops at the first failure with `untilOneFails`, and at a test over its
 * time, which counts as failed. The result lacks the tests after that.
 */
async function run(vitest: Vitest, tests: string[], limit: number, untilOneFails = false): Promise<boolean[]> {
  ended.clear();
  let isEnding = false;
  // Called twice, it does not wait, because an endless loop would never react.
  const end = () => {
    isEnding = true;
    for (let time = 0; time < 2; time += 1) void vitest.cancelCurrentRun('keyboard-input');
  };
  let timer = setTimeout(end, limit);
  hasEnded = (module) => {
    if (isEnding) return;
    ended.set(module.moduleId, module.ok());
    clearTimeout(timer);
    if (untilOneFails && !module.ok()) end();
    else timer = setTimeout(end, limit);
  };
  const root = vitest.getRootProject();
  const { unhandledErrors } = await vitest.runTestSpecifications(tests.map((test) => root.createSpecification(test)));
  clearTimeout(timer);
  const results = tests.map((test) => ended.get(test));
  const unknown = results.indexOf(undefined);
  if (unknown >= 0 && !isEnding) {
    console.log(`a worker did not get on, once more: ${unhandledErrors.map(String).join(' ')}`);
    return run(vitest, tests, limit, untilOneFails);
  }
  const known = results.slice(0, unknown < 0 ? undefined : unknown).map(Boolean);
  // An unhandled error belongs to one of them.
  if (untilOneFails && !isEnding && unhandledErrors.length > 0) return [false];
  return unknown < 0 || known.includes(false) ? known : [...known, false];
}

/** Mutations that no test notices while they share a server, each active in its turn only. */
async function tryByTurns(vitest: Vitest, test: string, numbers: readonly number[], limit: number): Promise<number[]> {
  const left: number[] = [];
  let waiting = [...numbers];
  while (waiting.length > 0) {
    const batch = waiting.slice(0, TURNS);
    // Finally without a mutation: leftovers of one must not have failed the others.
    const passed = await run(
      vitest,
      [...batch, 0].map((number) => turnOf(test, number)),
      limit,
    );
    const isSound = passed.length > batch.length ? passed.at(-1) : true;
    left.push(...batch.filter((_, at) => passed[at] === true || !isSound));
    waiting = waiting.slice(Math.min(passed.length, batch.length));
    if (!isSound) console.log(`${basename(test)}: ${batch.length} left something behind`);
  }
  return left;
}

async function mutate(vitest: Vitest, name: string): Promise<Mutation[]> {
  const [file = '', line] = name.split(':');
  const path = resolve(root, file);
  const source = readFileSync(path, 'utf8');
  const tests = testsOf(file);
  const all = mutationsOf(source).filter((mutation) => !line || mutation.line === Number(line));
  console.log(`== ${name}: ${all.length} mutations, ${tests.length} test files`);
  const putThere = (text: string) => {
    present = { path, text };
    vitest.invalidateFile(path);
  };
  if (tests.length === 0) throw new Error(`${file}: no test is near it, name some`);
  const asItIs = tests.map((test) => turnOf(test, 0));
  let limit = 0;
  const measure = async (test: string) => {
    const begin = Date.now();
    if ((await run(vitest, [turnOf(test, 0)], HOUR)).includes(false)) throw new Error(`${test} fails as it is`);
    limit = Math.max(limit, (Date.now() - begin) * PATIENCE + SOME_MILLIS);
  };
  putThere(withAll(source, all));
  const survivors: Mutation[] = [];
  const tell = (mutation: Mutation, lives: boolean) => {
    if (lives) survivors.push(mutation);
    const { line: at, before, after } = mutation;
    console.log(`${lives ? 'SURVIVED' : 'caught  '} ${file}:${at} ${before} → ${after}`);
  };
  let left = all.filter(({ isInFunction }) => isInFunction);
  for (const test of tests) {
    await measure(test);
    if (left.length === 0) break;
    const numbers = await tryByTurns(
      vitest,
      test,
      left.map((mutation) => all.indexOf(mutation) + 1),
      limit,
    );
    const still = numbers.flatMap((number) => all[number - 1] ?? []);
    for (const mutation of left) if (!still.includes(mutation)) tell(mutation, false);
    left = still;
  }
  for (const mutation of all) {
    if (mutation.isInFunction && !left.includes(mutation)) continue;
    if (Date.now() - started > HOUR) throw new Error('an hour is over: name fewer files');
    putThere(mutation.text);
    tell(mutation, !(await run(vitest, asItIs, limit, true)).includes(false));
  }
  present = undefined;
  vitest.invalidateFile(path);
  console.log(`== ${name}: ${all.length} mutations, ${survivors.length} survived`);
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
