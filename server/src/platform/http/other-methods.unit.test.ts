import { expect, test } from 'vitest';
import { route } from '#contract/route.ts';
import type { Tools } from '../tools.ts';
import { createMethodGuide } from './other-methods.ts';

const shared = { access: 'me', operation: 'none', summary: 'x', response: null, errors: [] } as const;
const routes = [
  route({ ...shared, method: 'GET', path: '/things' }),
  route({ ...shared, method: 'POST', path: '/things' }),
  route({ ...shared, method: 'PUT', path: '/things/{id}' }),
  route({ ...shared, method: 'GET', path: '/cards', toggle: 'deviceLogin' as never }),
];
const guide = (isOn: boolean) => createMethodGuide({ isToggleActive: async () => isOn } as unknown as Tools, routes);

test.each([
  ['/things', ['GET', 'HEAD', 'POST']],
  ['/things?a=/b', ['GET', 'HEAD', 'POST']],
  ['/things/1', ['PUT']],
  ['/things/', []],
  ['/things/1/2', []],
  ['/a/things', []],
  ['/cards', ['GET', 'HEAD']],
])('%s is called by %j', async (url, methods) => {
  expect(await guide(true)(url)).toEqual(methods);
});

test('what is switched off is called by nothing', async () => {
  expect(await guide(false)('/cards')).toEqual([]);
  expect(await guide(false)('/things/1')).toEqual(['PUT']);
});
