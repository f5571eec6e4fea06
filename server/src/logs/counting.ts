import { listTenants } from '../platform/db/across-tenants.ts';
import type { Database, Tx } from '../platform/db/transaction.ts';
import type { Jobs } from '../platform/work/queue.ts';
import { follow } from '../platform/events/follow.ts';
import type { Tools } from '../platform/tools.ts';
import * as queries from './counting-queries.ts';
import { loginLog, operationLog } from './sources.ts';

const SLOT_MS = 30 * 60_000;
/** If the log has not been followed yet, half hours this old are counted again. */
const RECOUNTED_MS = 2 * 3_600_000;
/** Rows followed at a time. */
const FOLLOWED = 10_000;
const BITE_MS = 24 * 3_600_000;
const sources = [loginLog, operationLog] as const;

/** Registers the job that counts the rows of past half hours. */
export async function defineLogCountJob(tools: Tools, jobs: Jobs): Promise<void> {
  await jobs.defineJob('log-counts', {
    cron: '*/10 * * * *',
    run: async (_, { signal }) => {
      for (const { tenant_id: tenantId } of await listTenants(tools.db.pool)) {
        if (signal.aborted) return;
        await countLogs(tools.db, tenantId, tools.clock(), signal);
      }
    },
  });
}

/**
 * Counts a tenant's logs up to the last full half hour, at most a day per transaction. Half hours for which rows were
 * committed after they were counted are counted again.
 */
export async function countLogs(db: Database, tenantId: string, now: Date, signal?: AbortSignal): Promise<void> {
  for (const source of sources) {
    // Followed first: rows committed in between are counted with their half hour, or followed the next time.
    while (!signal?.aborted && (await db.inTenant(tenantId, (tx) => recountLate(tx, tenantId, source))));
    while (!signal?.aborted && (await db.inTenant(tenantId, (tx) => countBite(tx, tenantId, source, now))));
  }
}

type LogSource = (typeof sources)[number];

/** True when there is more to follow. */
async function recountLate(tx: Tx, tenantId: string, source: LogSource): Promise<boolean> {
  const counted = await queries.readCountedTo(tx, source.kind);
  if (!counted) return false;
  const next = await follow(tx, tenantId, { consumer: 'log-counts', log: source.kind, batch: FOLLOWED });
  const since = new Date(counted.getTime() - RECOUNTED_MS);
  if (next.kind === 'begun') await queries.countSlots(tx, source, { from: since, to: counted });
  if (next.kind !== 'rows') return false;
  for (const slot of await queries.slotsOf(tx, next.rows, counted, SLOT_MS)) await queries.countSlots(tx, source, slot);
  return true;
}

/** True when there is more to count. */
async function countBite(tx: Tx, tenantId: string, source: LogSource, now: Date): Promise<boolean> {
  const end = Math.floor(now.getTime() / SLOT_MS) * SLOT_MS;
  const counted = await queries.readCountedTo(tx, source.kind);
  const begin = counted ?? (await queries.readFirst(tx, source));
  if (!begin) return false;
  const first = Math.floor(begin.getTime() / SLOT_MS) * SLOT_MS;
  const to = Math.min(first + BITE_MS, end);
  if (to <= first) return false;
  await queries.countSlots(tx, source, { from: new Date(first), to: new Date(to) });
  await queries.writeCountedTo(tx, tenantId, source.kind, new Date(to));
  return to < end;
}
