import { sql } from 'kysely';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Tools } from '../../platform/tools.ts';
import type { Jobs } from '../../platform/work/queue.ts';
import { refuseSuspended } from '../../platform/work/suspension.ts';
import { sameForAll, updating } from '../../people/changes/changes.ts';
import { releaseProvided } from '../../people/groups/provided.ts';
import * as queries from './queries.ts';

/** The users and groups of a source that is deleted become the tenant's own: a few at once, many by a job. */

const JOB = 'source-release';
/** Users of a transaction, who are locked as long as it lasts. */
const BATCH = 1000;

/** Releases its users, if they are few, and forgets the source; answers whether it is gone. */
async function releaseFew(tx: Tx, uuid: string, now: Date): Promise<boolean> {
  const users = await queries.holdFirstUsers(tx, uuid, BATCH);
  if (users.length > 0) {
    const these = sql`select unnest(${users}::uuid[]) as user_uuid`;
    await updating(sameForAll(these, { source: 'local' }), ['source']).execute(tx);
    await queries.forgetUsers(tx, uuid, users);
  }
  if (users.length === BATCH) return false;
  await releaseProvided(tx, await queries.forgetGroups(tx, uuid), now);
  await queries.deleteSource(tx, uuid);
  return true;
}

/** The source is held. Of many users the rest is done later; the source is gone for everybody at once. */
export async function release(tools: Tools, tx: Tx, of: { tenantId: string; uuid: string }, now: Date): Promise<void> {
  if (await releaseFew(tx, of.uuid, now)) return;
  await queries.updateSource(tx, of.uuid, { deleted_at: now, enabled: false, updated_at: now });
  await tools.jobs.wake(JOB, { tenantId: of.tenantId, sourceUuid: of.uuid }, { tx });
}

/** Wakes the jobs of the tenant's sources that are deleted and whose users are not all released; answers how many. */
export async function wakeReleases(tools: Tools, tx: Tx): Promise<number> {
  const left = await queries.listDeleted(tx);
  for (const { tenant_id: tenantId, uuid: sourceUuid } of left)
    await tools.jobs.wake(JOB, { tenantId, sourceUuid }, { tx });
  return left.length;
}

export const defineReleases = (tools: Tools, jobs: Jobs): Promise<void> =>
  jobs.defineJob<{ tenantId: string; sourceUuid: string }>(JOB, {
    run: async ({ tenantId, sourceUuid }, { signal }) => {
      for (let isGone = false; !isGone; ) {
        signal.throwIfAborted();
        isGone = await tools.db.inTenant(tenantId, async (tx) => {
          await refuseSuspended(tx);
          if (!(await queries.holdDeleted(tx, sourceUuid))) return true;
          return releaseFew(tx, sourceUuid, tools.clock());
        });
      }
    },
  });
