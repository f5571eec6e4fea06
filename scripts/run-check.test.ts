import { expect, test } from 'vitest';
import { countTests, type Report, runCommand } from './run-check.ts';

const report = (passed: number, failed: number, skipped = 0): Report => ({
  numTotalTests: passed + failed + skipped,
  numPassedTests: passed,
  numFailedTests: failed,
  numPendingTests: skipped,
  numTodoTests: 0,
});

test.each([
  ['all passed', report(5, 0), 0, 5, 0],
  ['some failed', report(3, 2), 1, 3, 2],
  ['skipped tests count as neither', report(3, 0, 4), 0, 3, 0],
  ['no test ran', report(0, 0), 0, 0, 1],
  ['no test failed, but the run did', report(5, 0), 1, 5, 1],
  ['no report', undefined, 0, 0, 1],
])('%s', (_name, given, code, passed, failed) => {
  expect(countTests(given, code)).toMatchObject({ passed, failed });
});

test('a command that fails or does not exist counts as one failure, with its output', async () => {
  const script = "console.error('why'); process.exit(3)";
  expect(await runCommand('x', ['node', '-e', script])).toMatchObject({ passed: 0, failed: 1, output: 'why\n' });
  const absent = await runCommand('x', ['portico-no-such-command']);
  expect(absent).toMatchObject({ passed: 0, failed: 1 });
  expect(absent.output).toContain('portico-no-such-command');
  expect(await runCommand('x', ['node', '-e', ''])).toMatchObject({ passed: 1, failed: 0 });
});
