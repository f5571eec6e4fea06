import type { Tx } from '../../platform/db/transaction.ts';
import type { Tools } from '../../platform/tools.ts';
import type { Jobs } from '../../platform/work/queue.ts';
import {
  defineExpiryNotices,
  EXPIRY_STAGES,
  findAdministrators,
  noticeTime,
  queueMailsTo,
  stageOf,
} from '../../tenant/notices/notices.ts';
import * as queries from './queries.ts';

const DAY_MS = 86_400_000;

/**
 * Emails administrators of the transaction's tenant about sources whose last token ends soon, each stage once: from then on
 * they provide no users. Whoever makes a token for a month need not be told at once that it ends in a month. Returns how many
 * were told of.
 */
export async function noticeTokens(tools: Tools, tx: Tx, now: Date): Promise<number> {
  const soon = new Date(now.getTime() + EXPIRY_STAGES[0] * DAY_MS);
  let told = 0;
  for (const row of await queries.holdLastTokens(tx, now, soon)) {
    const life = (row.expires_at.getTime() - row.created_at.getTime()) / DAY_MS;
    const stages = EXPIRY_STAGES.filter((days) => days < life);
    const stage = stageOf(stages, row.expires_at, row.noticed_days, now);
    if (stage === null) continue;
    await queries.setNoticed(tx, row.uuid, stage);
    const link = `${tools.config.publicUrl}/portal/provisioning/${row.source_uuid}?tab=tokens`;
    const mails = (await findAdministrators(tx)).map((receiver) => {
      const variables = () => ({ source: row.source_name, expiresAt: noticeTime(row.expires_at, receiver) });
      return { receiver, link, variables };
    });
    await queueMailsTo(tools, tx, mails, { kind: 'managementTokenExpires', now });
    told += 1;
  }
  return told;
}

/** Once a day, and when a worker starts. */
export const defineTokenNotices = (tools: Tools, jobs: Jobs): Promise<void> =>
  defineExpiryNotices(tools, jobs, { job: 'managementTokenNotices', cron: '55 5 * * *', notice: noticeTokens });
