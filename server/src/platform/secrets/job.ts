import type { Jobs } from '../work/queue.ts';
import type { Tools } from '../tools.ts';
import { resealAll } from './reseal.ts';

const JOB = 'reseal-secrets';

/** Seals again what an earlier master key sealed: when a worker starts, and once a day. */
export async function defineResealing(tools: Tools, jobs: Jobs): Promise<void> {
  await jobs.defineJob(JOB, {
    cron: '40 4 * * *',
    run: async (_, { signal }) => {
      const done = await resealAll(tools, signal);
      if (signal.aborted) throw new Error('sealing again was interrupted');
      if (done.values + done.recoveryCodes > 0)
        tools.log.info(done, 'secrets sealed again under the present master key');
    },
  });
  await jobs.wake(JOB);
}
