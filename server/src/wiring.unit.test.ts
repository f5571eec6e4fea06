import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { openPorts, port } from './platform/port.ts';

it('fills every port that a room declares', async () => {
  const source = new URL('./', import.meta.url);
  const declaring = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('/ports.ts'),
  );
  expect(declaring.length).toBeGreaterThan(4);
  // In a process of its own: another file of this thread may have filled them.
  const steps = `
    const { openPorts } = await import('./platform/port.ts');
    for (const path of ${JSON.stringify(declaring)}) await import('./' + path);
    const declared = openPorts().length;
    await import('./wiring.ts');
    console.log(JSON.stringify({ declared, open: openPorts() }));
    process.exit();`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', steps], { cwd: source });
  const { declared, open } = JSON.parse(stdout);
  expect(declared).toBeGreaterThan(declaring.length);
  expect(open).toEqual([]);
}, 30_000);

it('an empty port says which it is', () => {
  const empty = port<[], void>('somethingAbove');
  expect(() => empty()).toThrow('somethingAbove');
  expect(openPorts()).toContain('somethingAbove');
  empty.fill(() => {});
  expect(openPorts()).not.toContain('somethingAbove');
  expect(() => empty()).not.toThrow();
});
