import type { Database, Tx } from '../db/transaction.ts';
import type { Jobs } from './queue.ts';
import { startRounds } from './rounds.ts';

/** Thrown by a batch of a suspended tenant: its transaction rolls back and the job is put aside. */
export const suspended = new Error('the tenant is suspended');

const LOOK_MILLIS = 2000;

async function isActive(tx: Tx): Promise<boolean> {
  const tenant = await tx.selectFrom('tenants').select('status').executeTakeFirst();
  return tenant?.status === 'active';
}

/** Called in every batch of a job. Throws `suspended`. */
export async function refuseSuspended(tx: Tx): Promise<void> {
  if (!(await isActive(tx))) throw suspended;
}

/**
 * Wraps jobs so that those of suspended tenants are put aside, and woken when the tenant is active again. The list is
 * in memory: a starting worker finds them by their rows, like all unfinished jobs.
 */
export function sparingSuspended(
  db: Database,
  jobs: Jobs,
  onError: (error: unknown) => void,
): { jobs: Jobs; stop(): Promise<void> } {
  const aside = new Map<string, { name: string; tenantId: string; data: object }>();
  const isOn = (tenantId: string) => db.inTenant(tenantId, isActive);
  const defineJob: Jobs['defineJob'] = (name, { run, ...definition }) =>
    jobs.defineJob<{ tenantId?: string }>(name, {
      ...definition,
      run: async (data, context) => {
        const { tenantId } = data;
        const putAside = () => tenantId && aside.set(`${name} ${JSON.stringify(data)}`, { name, tenantId, data });
        if (tenantId && !(await isOn(tenantId))) return void putAside();
        try {
          await run(data as Parameters<typeof run>[0], context);
        } catch (error) {
          if (error !== suspended) throw error;
          putAside();
        }
      },
    });
  const stop = startRounds(LOOK_MILLIS, async () => {
    try {
      for (const [tenantId, waiting] of Map.groupBy(aside, ([, job]) => job.tenantId)) {
        if (!(await isOn(tenantId))) continue;
        for (const [key, { name, data }] of waiting) {
          await jobs.wake(name, data);
          aside.delete(key);
        }
      }
    } catch (error) {
      onError(error);
    }
  });
  return { jobs: { ...jobs, defineJob }, stop };
}
