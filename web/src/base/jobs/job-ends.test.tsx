import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import '../../../test/patience.ts';
import { jobsKey } from './job-queries.ts';
import { useJobEnds } from './use-job-ends.ts';

/** The server's jobs, newest first. */
const server = vi.hoisted(() => ({
  jobs: [] as { jobId: string; kind: string; status: string; finishedAt: string | null }[],
}));

vi.mock('../../api/call.ts', () => ({ call: async () => ({ results: [...server.jobs] }) }));

const THEN = '2026-11-21T11:00:00Z';
/** What pages have read, by an example of each kind. */
const read = {
  users: ['users', 'demo', 'list', {}],
  groups: ['groups', 'demo', 'members', 'g', {}],
  licenses: ['licenses', 'demo', 'one', 'l'],
  permissions: ['permissions', 'demo', 'items', 'user'],
  seats: ['top', 'demo', 'licenses'],
  mails: ['registrationMails', 20, {}],
};
const people = ['users', 'groups', 'licenses', 'permissions', 'seats', 'mails'];

function Tray() {
  useJobEnds('demo');
  return null;
}

let client: QueryClient;

/** The names of what is out of date. */
const stale = () =>
  Object.entries(read).flatMap(([name, key]) => (client.getQueryState(key)?.isInvalidated ? [name] : []));

/** The tray has been told of every job there is. */
async function open() {
  client = new QueryClient({ defaultOptions: { queries: { staleTime: 30_000 } } });
  for (const key of Object.values(read)) client.setQueryData(key, {});
  render(
    <QueryClientProvider client={client}>
      <Tray />
    </QueryClientProvider>,
  );
  await waitFor(() => expect(client.isFetching()).toBe(0));
  expect(client.getQueryCache().findAll({ predicate: ({ state }) => state.data !== undefined }).length).toBe(7);
}

beforeEach(() => Object.assign(server, { jobs: [] }));
afterEach(cleanup);

test('an import that was seen to run makes what pages know of people out of date when it ends', async () => {
  server.jobs = [{ jobId: 'i', kind: 'userImport', status: 'processing', finishedAt: null }];
  await open();
  expect(stale()).toEqual([]);
  server.jobs = [{ jobId: 'i', kind: 'userImport', status: 'completed', finishedAt: THEN }];
  await waitFor(() => expect(stale()).toEqual(people));
});

test('what had ended before the page was opened makes nothing out of date', async () => {
  server.jobs = [
    { jobId: 's', kind: 'mailRun', status: 'completed', finishedAt: THEN },
    { jobId: 'i', kind: 'userImport', status: 'completed', finishedAt: THEN },
  ];
  await open();
  await client.invalidateQueries({ queryKey: jobsKey });
  expect(stale()).toEqual([]);
});

test('an act on many that was begun and ended since it was last asked for counts too', async () => {
  await open();
  server.jobs = [{ jobId: 'b', kind: 'userBulk', status: 'completed', finishedAt: THEN }];
  await client.invalidateQueries({ queryKey: jobsKey });
  await waitFor(() => expect(stale()).toEqual(people));
});

test('once mails have left, the registration mails and the histories of users are out of date', async () => {
  await open();
  server.jobs = [{ jobId: 's', kind: 'mailRun', status: 'processing', finishedAt: null }];
  await client.invalidateQueries({ queryKey: jobsKey });
  expect(stale()).toEqual([]);
  server.jobs = [{ jobId: 's', kind: 'mailRun', status: 'completed', finishedAt: THEN }];
  await waitFor(() => expect(stale()).toEqual(['users', 'mails']));
});
