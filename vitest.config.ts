import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const globalSetup = ['server/test/global-setup.ts'];

/** These start a database of their own, or ask nothing of one: a run on another PostgreSQL would only repeat them. */
const onceIsEnough = [
  'server/src/platform/embedded/embedded.test.ts',
  'server/src/platform/mail/transport.test.ts',
  'server/test/durability.test.ts',
  'server/test/http-attacks.test.ts',
  'server/test/mail-run.test.ts',
  'server/test/timing.test.ts',
  'server/test/transfers-durability.test.ts',
];

/** These mostly wait for what takes its time: restarts, caches that age, slow clients. The longest first. */
const waiting = [
  'server/test/transfers-durability.test',
  'server/src/platform/embedded/embedded.test',
  'server/src/provisioning/targets/targets.test',
  'server/test/durability.test',
  'server/src/platform/work/queue.test',
  'server/src/logs/webhooks/webhooks.test',
  'server/src/apps/oauth/backchannel.test',
  'server/test/busy-pooler.test',
  'server/test/master-key-change.test',
  'server/test/webhook-durability.test',
  'server/src/platform/deliver/worker.test',
  'server/test/logout-durability.test',
  'server/test/target-durability.test',
  'server/src/platform/http/drain.test',
  'server/test/http-attacks.test',
  'server/test/mail-run.test',
  'server/test/two-processes.test',
];

/**
 * Where another PostgreSQL can answer otherwise than ours: plans of large searches, COPY, triggers, locks, partitions,
 * row-level security and migrations. All the rest is the same Node code again, and runs there by
 * `npm test -- everywhere` only.
 */
const whereVersionsDiffer = [
  'server/src/platform/db/**/*.test.ts',
  'server/src/platform/work/queue.test.ts',
  'server/src/platform/exports/*.test.ts',
  'server/src/people/groups/{deletion,groups}.test.ts',
  'server/src/people/groups/{members,search}/*.test.ts',
  'server/src/sign-in/login.test.ts',
  'server/src/logs/**/*.test.ts',
  'server/src/sign-in/impact/*.test.ts',
  'server/src/people/exports/*.test.ts',
  'server/src/people/imports/{imports,directory-files,many-groups,two-workers}.test.ts',
  'server/src/people/bulk/jobs.test.ts',
  'server/src/people/users/last-administrator.test.ts',
  'server/src/people/search/*.test.ts',
  'server/src/devices/list/search/*.test.ts',
  'server/src/operator/demo/*.test.ts',
  'server/src/licences/{over-use,permitted-services,uses}/*.test.ts',
  'server/src/licences/permissions/{changes,devices,exact-counts,matching,permissions,rules}.test.ts',
  'server/src/licences/reasons/agreement.test.ts',
  'server/test/{migrations,postgres,races,secrets-at-rest,tenant-wall,tenant-isolation}.test.ts',
];

/**
 * Node itself loads these, as it loads the server: Vite would transform a thousand files first. `npm run mutate` lets it,
 * for that is where it plants its mutants.
 */
const asNode = { viteModuleRunner: false, nodeLoader: false } as const;

/** A whole server over a real PostgreSQL. */
export const http = {
  environment: 'node',
  // The server keeps nothing in its modules that one app could take from another: files share what is loaded.
  isolate: false,
  globalSetup,
  testTimeout: 120_000,
  hookTimeout: 180_000,
  // As long as `patiently` (server/test/busyness.ts), and less than a test may take: so it says what it waited for.
  expect: { poll: { timeout: 100_000 } },
} as const;

const journeySetup = ['e2e/support/global-setup.ts'];
const journeys = {
  environment: 'node',
  isolate: false,
  experimental: asNode,
  // Several files at once, each with a browser, a server and a database: one alone uses little more than one core
  // of two. Patience is long. Waiting ends with what is waited for, so a quick machine is quick.
  retry: 1,
  testTimeout: 240_000,
  hookTimeout: 400_000,
  // As long as Playwright waits for what is to appear.
  expect: { poll: { timeout: 60_000 } },
} as const;

const otherPostgres = process.env.TEST_POSTGRES_BIN_DIR !== undefined;
/** What a run on another PostgreSQL leaves out. */
const leftOut = otherPostgres ? onceIsEnough : [];
const httpFiles = otherPostgres && !process.env.TEST_EVERYWHERE ? whereVersionsDiffer : ['server/**/*.test.ts'];

/** The longest first. */
const walks = ['settings', 'connections', 'people', ''].map((name) => `e2e/every-page-${name}`);

/**
 * The walks over pages take minutes each: begun last, they would leave a core without work. So would two files at once that
 * wait, which are spread among those that compute.
 */
class InGoodOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rest = await super.sort(files);
    const take = (names: readonly string[]) =>
      names.flatMap((name) => {
        const taken = rest.filter(({ moduleId }) => moduleId.includes(name));
        for (const file of taken) rest.splice(rest.indexOf(file), 1);
        return taken;
      });
    const [first, spread] = [take(walks), take(waiting)];
    const apart = Math.ceil(rest.length / Math.max(1, spread.length));
    const others = spread.flatMap((file, at) => [file, ...rest.slice(at * apart, (at + 1) * apart)]);
    return [...first, ...(spread.length > 0 ? others : rest)];
  }
}

/** Vitest does not shuffle where an order of one's own is named. */
const isShuffled = process.argv.some((word) => word.startsWith('--sequence.shuffle'));

export default defineConfig({
  test: {
    sequence: isShuffled ? {} : { sequencer: InGoodOrder },
    // Two cores: more workers only take turns. Where tests wait, `npm test` has four (scripts/test.ts).
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'contract/**/*.test.ts',
            'messages/**/*.test.ts',
            'server/**/*.unit.test.ts',
            'scripts/**/*.test.ts',
          ],
          environment: 'node',
          isolate: false,
          experimental: asNode,
          // Some start programs or read all sources: a limit only for what hangs.
          testTimeout: 120_000,
        },
      },
      {
        test: {
          ...http,
          name: 'http',
          experimental: asNode,
          include: httpFiles,
          exclude: ['**/*.unit.test.ts', ...leftOut],
        },
      },
      {
        // Programs of others that have to be installed: `npm test -- peers` alone runs them.
        test: { ...http, name: 'peers', experimental: asNode, include: ['server/**/*.peer.ts'] },
      },
      {
        plugins: [react()],
        test: {
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          exclude: ['**/dist/**'],
          environment: 'happy-dom',
          // Longer than a test waits (web/test/patience.ts).
          testTimeout: 90_000,
          expect: { poll: { timeout: 30_000 } },
          // Each file has modules and a document of its own, without a new thread and React read anew for each.
          pool: 'vmThreads',
        },
      },
      {
        test: {
          ...journeys,
          name: 'journeys',
          globalSetup: journeySetup,
          include: ['e2e/**/*.journey.ts', ...(process.env.TEST_EVERYWHERE ? ['e2e/**/*.everywhere.ts'] : [])],
        },
      },
      {
        // Every page in all 24 languages: `npm test -- languages` alone runs it.
        test: { ...journeys, name: 'languages', globalSetup: journeySetup, include: ['e2e/**/*.languages.ts'] },
      },
    ],
  },
});
