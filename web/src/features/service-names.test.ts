import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { userLicensesQuery } from './onboarding/queries.ts';
import { licensesQuery as permissionLicenses } from './permissions/queries.ts';
import { licensesQuery as topLicenses } from './top/dashboard/queries.ts';

const { call } = vi.hoisted(() => ({ call: vi.fn(async (_asked: object) => ({ results: [] })) }));
vi.mock('../api/call.ts', () => ({ call }));

afterEach(() => {
  document.documentElement.lang = '';
});

const client = new QueryClient();

test.each([
  ['the permission screen', () => client.fetchQuery(permissionLicenses('demo', 'user'))],
  ['the top page', () => client.fetchQuery(topLicenses('demo'))],
  ['the page of registration URLs', () => client.fetchQuery(userLicensesQuery('demo'))],
])('%s names services in the language of the page, whatever the account’s is', async (_, fetch) => {
  document.documentElement.lang = 'ja';
  await fetch();
  expect(call).toHaveBeenLastCalledWith(expect.objectContaining({ query: expect.objectContaining({ locale: 'ja' }) }));
});
