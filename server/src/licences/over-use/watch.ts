import { watchOverUse } from '../../platform/db/across-tenants.ts';
import { startRounds } from '../../platform/work/rounds.ts';
import type { Tools } from '../../platform/tools.ts';

const ROUND_MILLIS = 2000;
/** How far back each round looks: longer than a transaction that creates users or devices may take. */
const LOOK_BACK_SECONDS = 60;
const EVER_SECONDS = 100 * 365 * 86_400;

/**
 * Records since when licenses are over their volume because users or devices came, left or changed roles, every two
 * seconds; the first round checks all. Every worker runs it, and the first to write wins. Returns a function that stops
 * it.
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
