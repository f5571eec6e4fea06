import { expect, test } from 'vitest';
import type { Jobs } from '../platform/work/queue.ts';
import type { Tools } from '../platform/tools.ts';
import { defineEndedLocks } from './ended-locks.ts';
import { defineSessionExpiry } from './sessions/expiry.ts';

type Run = Parameters<Jobs['defineJob']>[1]['run'];

/**
 * The tenants one round works in, and its number of queries: the query across tenants returns one of `found` each time,
 * and `during` is called while it works in a tenant.
 */
async function round(
  define: (tools: Tools, jobs: Jobs) => Promise<void>,
  found: object[][],
  during = (_abort: AbortController) => {},
  signal = new AbortController(),
): Promise<[string[], number]> {
  const tenants: string[] = [];
  let asked = 0;
  const query = async () => {
    asked += 1;
    return { rows: found[asked - 1] ?? [] };
  };
  const inTenant = async (tenantId: string) => {
    tenants.push(tenantId);
    during(signal);
  };
  const jobs = {
    defineJob: (_: string, { run }: { run: Run }) => run({} as never, { signal: signal.signal } as never),
  };
  await define({ clock: () => new Date(), db: { pool: { query }, inTenant } } as never, jobs as never);
  return [tenants, asked];
}

const of = (tenant_id: string, count = 1) => Array.from({ length: count }, (_, at) => ({ tenant_id, uuid: `${at}` }));
const aborted = new AbortController();
aborted.abort();

test.each<[string, object[][], string[], number]>([
  ['none', [[]], [], 1],
  ['some, tenant by tenant', [[...of('a'), ...of('b'), ...of('a')]], ['a', 'b'], 1],
  ['one less than a batch', [of('a', 999), of('b')], ['a'], 1],
  ['a batch, and so there may be more', [of('a', 1000), of('b')], ['a', 'b'], 2],
])('locks that are over: %s', async (_, found, tenants, asked) => {
  expect(await round(defineEndedLocks, found)).toEqual([tenants, asked]);
});

test('locks that are over: no batch more once the process is to stop', async () => {
  const batches = [of('a', 1000), of('b', 1000)];
  expect(await round(defineEndedLocks, batches, (signal) => signal.abort())).toEqual([['a'], 1]);
  expect(await round(defineEndedLocks, batches, undefined, aborted)).toEqual([[], 0]);
});

test('sessions that are over: tenant by tenant, until the process is to stop', async () => {
  const tenants = [[...of('a'), ...of('b')]];
  expect(await round(defineSessionExpiry, tenants)).toEqual([['a', 'b'], 1]);
  expect(await round(defineSessionExpiry, tenants, (signal) => signal.abort())).toEqual([['a'], 1]);
});
