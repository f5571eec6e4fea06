import { readdirSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { port } from './platform/port.ts';

it('fills every port that a room declares', async () => {
  // Another file of this thread may have filled them.
  vi.resetModules();
  const { openPorts } = await import('./platform/port.ts');
  const source = new URL('./', import.meta.url);
  const declaring = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('/ports.ts'),
  );
  expect(declaring.length).toBeGreaterThan(4);
  for (const path of declaring) await import(new URL(path, source).href);
  expect(openPorts()).not.toEqual([]);
  await import('./wiring.ts');
  expect(openPorts()).toEqual([]);
});

it('an empty port says which it is', () => {
  const empty = port<[], void>('somethingAbove');
  expect(() => empty()).toThrow('somethingAbove');
  empty.fill(() => {});
  expect(() => empty()).not.toThrow();
});
