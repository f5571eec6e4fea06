import { watchOverUse } from '../../db/across-tenants.ts';
import { startRounds } from '../../jobs/rounds.ts';
import type { Tools } from '../../tools.ts';

const ROUND_MILLIS = 2000;
/** How far back each round looks: further than a transaction that made users or devices may take. */
const LOOK_BACK_SECONDS = 60;
const EVER_SECONDS = 100 * 365 * 86_400;

/**
 * Notes since when licences are over-used by users and devices that came, went or changed their roles, every two
 * seconds; the first round looks at everything. Each worker does so, and the first one's word stands. Answers how to
 * stop it.
 */
export function startOverUseWatch(tools: Tools): () => Promise<void> {
  let within = EVER_SECONDS;
  return startRounds(ROUND_MILLIS, async () => {
    try {
      await watchOverUse(tools.db.pool, tools.clock(), within);
      within = LOOK_BACK_SECONDS;
    } catch (error) {
      tools.log.warn({ err: error }, 'over-use of licences was not noted');
    }
  });
}
