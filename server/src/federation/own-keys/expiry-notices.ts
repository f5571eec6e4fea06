import { spKeyUses } from '#contract/federation/own-keys.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { holdCurrent, noteTold } from '../../platform/saml/own-certificates.ts';
import type { Tools } from '../../platform/tools.ts';
import { defineForEachTenant } from '../../platform/work/each-tenant.ts';
import type { Jobs } from '../../platform/work/queue.ts';
import { tellOfExpiry } from '../../tenant/notices/expiry.ts';
import { reliedKeys } from '../saml-connections/saml-connections.ts';
import { spKeyOf } from './own-keys.ts';

/**
 * Emails administrators of the transaction's tenant about its own certificates as SAML service provider that expire soon, each
 * stage once, where a provider relies on them. Returns how many were told of.
 */
export async function noticeSpKeys(tools: Tools, tx: Tx, now: Date): Promise<number> {
  const relied = await reliedKeys(tx);
  let told = 0;
  for (const use of spKeyUses.filter((one) => relied[one])) {
    const current = await holdCurrent(tx, spKeyOf[use]);
    if (!current) continue;
    const expiring = {
      kind: use === 'signing' ? 'samlRequestsExpire' : 'samlEncryptionExpires',
      page: '/portal/certificates',
      ...{ expiresAt: current.expires_at, noticed: current.noticed_days },
      note: (stage: number) => noteTold(tx, current.kid, stage),
    };
    if (await tellOfExpiry(tools, tx, expiring, now)) told += 1;
  }
  return told;
}

/** Once a day, and when a worker starts. */
export const defineSpKeyNotices = (tools: Tools, jobs: Jobs): Promise<void> =>
  defineForEachTenant(tools, jobs, { job: 'samlKeyNotices', cron: '55 5 * * *', each: noticeSpKeys });
