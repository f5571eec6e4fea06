import { spKeyUses } from '#contract/federation/own-keys.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { holdCurrent, noteTold } from '../../platform/saml/own-certificates.ts';
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
    const stage = current ? stageOf(EXPIRY_STAGES, current.expires_at, current.noticed_days, now) : null;
    if (!current || stage === null) continue;
    await noteTold(tx, current.kid, stage);
    const link = `${tools.config.publicUrl}/portal/certificates`;
    const mails = (await findAdministrators(tx)).map((receiver) => {
      const variables = () => ({ expiresAt: noticeTime(current.expires_at, receiver) });
      return { receiver, link, variables };
    });
    const kind = use === 'signing' ? 'samlRequestsExpire' : 'samlEncryptionExpires';
    await queueMailsTo(tools, tx, mails, { kind, now });
    told += 1;
  }
  return told;
}

/** Once a day, and when a worker starts. */
export const defineSpKeyNotices = (tools: Tools, jobs: Jobs): Promise<void> =>
  defineExpiryNotices(tools, jobs, { job: 'samlKeyNotices', cron: '55 5 * * *', notice: noticeSpKeys });
