import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import {
  besidePortal,
  developmentAddresses,
  isPortalAddress,
  portalAddresses,
} from '#contract/site/portal-addresses.ts';
import { paths } from '../base/paths.ts';
import { createPortalRouter } from './router.tsx';

test('the addresses that the server knows are those of the routes', async () => {
  const router = createPortalRouter(new QueryClient());
  const { findPage } = router.options.context;
  expect(await Promise.all([paths.users, paths.apps].map((path) => findPage(path)))).toEqual([true, true]);
  const routed = Object.keys(router.routesByPath).filter((path) => path !== '/portal/$');
  expect([...portalAddresses, ...besidePortal, ...developmentAddresses].sort()).toEqual(routed.sort());
});

test.each([
  ['/portal/top.html', true],
  ['/portal/users/', true],
  ['/portal/Users/taro', true],
  ['/portal/users/taro%2Fjiro', true],
  ['/portal/users/import/1/2', false],
  ['/portal/topxhtml', false],
  ['/portal/no-such-page', false],
  ['/portal/account/no_such_section', false],
  ['/portal/dev/widgets', false],
])('%s is one: %s', (path, is) => {
  expect(isPortalAddress(path, false)).toBe(is);
});
