import type { updateLogRetention } from '#contract/logs/logs.ts';
import type { BodyOf } from '#contract/route.ts';
import type { Changes } from '../../platform/events/write.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { refuseConflict } from '../../platform/http/conflict.ts';
import type { Tools } from '../../platform/tools.ts';
import * as queries from './queries.ts';

interface Asking {
  tools: Tools;
  tx: Tx;
}

/** The log retention of the tenant. */
export async function readRetention({ tools, tx }: Asking) {
  return { days: await queries.readDays(tx), deploymentMonths: tools.config.LOG_RETENTION_MONTHS };
}

/** Changes it; the next hourly sweep deletes older rows. Throws `conflict` if it is not as expected. */
export async function changeRetention(
  asking: Asking,
  tenantId: string,
  given: BodyOf<typeof updateLogRetention>,
  { now, audit }: { now: Date; audit(changes: Changes): Promise<void> },
) {
  const { days } = given;
  const before = await queries.holdDays(asking.tx);
  refuseConflict(given, { days: before });
  if (before !== days) await queries.writeDays(asking.tx, tenantId, days, now);
  await audit(before === days ? {} : { logRetentionDays: { before, after: days } });
  return readRetention(asking);
}
