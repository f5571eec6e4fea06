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
 * Emails administrators of the transaction's tenant about identity providers whose last certificate expires soon, each stage
 * once: from then on nobody signs in with them. Returns how many were told of.
 */
export async function noticeProviders(tools: Tools, tx: Tx, now: Date): Promise<number> {
  const soon = new Date(now.getTime() + EXPIRY_STAGES[0] * DAY_MS);
  let told = 0;
  for (const row of await queries.holdLastCertificates(tx, now, soon)) {
    const stage = stageOf(EXPIRY_STAGES, row.expires_at, row.noticed_days, now);
    if (stage === null) continue;
    await queries.setNoticed(tx, row.certification_id, stage);
    const link = `${tools.config.publicUrl}/portal/tenant/saml-settings/${encodeURIComponent(row.saml_id)}`;
    const mails = (await findAdministrators(tx)).map((receiver) => {
      const variables = () => ({ provider: row.display_name, expiresAt: noticeTime(row.expires_at, receiver) });
      return { receiver, link, variables };
    });
    await queueMailsTo(tools, tx, mails, { kind: 'samlProviderExpires', now });
    told += 1;
  }
  return told;
}

/** Once a day, and when a worker starts. */
export const defineProviderNotices = (tools: Tools, jobs: Jobs): Promise<void> =>
  defineExpiryNotices(tools, jobs, { job: 'samlConnectionNotices', cron: '50 5 * * *', notice: noticeProviders });
