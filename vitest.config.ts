import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const globalSetup = ['server/test/global-setup.ts'];

/** What starts a database of its own, or asks nothing of one: the run on another PostgreSQL would only repeat it. */
const onceIsEnough = [
  'server/src/db/embedded.test.ts',
  'server/src/mail/transport.test.ts',
  'server/test/durability.test.ts',
  'server/test/http-attacks.test.ts',
  'server/test/mail-run.test.ts',
  'server/test/timing.test.ts',
  'server/test/transfers-durability.test.ts',
];

export default defineConfig({
  test: {
    // Two cores: more workers only take turns.
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
        },
      },
      {
        test: {
          name: 'http',
          include: ['server/**/*.test.ts'],
          exclude: ['**/*.unit.test.ts', ...(process.env.TEST_POSTGRES_BIN_DIR ? onceIsEnough : [])],
          environment: 'node',
          globalSetup,
          testTimeout: 120_000,
          hookTimeout: 180_000,
          // As long as `patiently` (server/test/busyness.ts).
          expect: { poll: { timeout: 30_000 } },
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          exclude: ['**/dist/**'],
          environment: 'happy-dom',
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['e2e/**/*.journey.ts'],
          environment: 'node',
          // Two files at once, each with a browser, a server and a database: one alone uses little more than one core of
          // two. Patience is long. Waiting ends with what is waited for, so a quick machine is quick.
          retry: 1,
          testTimeout: 240_000,
          hookTimeout: 400_000,
          // As long as Playwright waits for what is to appear.
          expect: { poll: { timeout: 30_000 } },
        },
      },
    ],
  },
});
