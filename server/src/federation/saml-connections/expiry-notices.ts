import type { Tx } from '../../platform/db/transaction.ts';
import type { Tools } from '../../platform/tools.ts';
import { defineForEachTenant } from '../../platform/work/each-tenant.ts';
import type { Jobs } from '../../platform/work/queue.ts';
import { tellOfExpiry } from '../../tenant/notices/expiry.ts';
import { EXPIRY_STAGES } from '../../tenant/notices/notices.ts';
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
    const expiring = {
      kind: 'samlProviderExpires',
      page: `/portal/tenant/saml-settings/${encodeURIComponent(row.saml_id)}`,
      ...{ expiresAt: row.expires_at, noticed: row.noticed_days, variables: { provider: row.display_name } },
      note: (stage: number) => queries.setNoticed(tx, row.certification_id, stage),
    };
    if (await tellOfExpiry(tools, tx, expiring, now)) told += 1;
  }
  return told;
}

/** Once a day, and when a worker starts. */
export const defineProviderNotices = (tools: Tools, jobs: Jobs): Promise<void> =>
  defineForEachTenant(tools, jobs, { job: 'samlConnectionNotices', cron: '50 5 * * *', each: noticeProviders });
