import type { Tx } from '../../platform/db/transaction.ts';
import type { Tools } from '../../platform/tools.ts';
import { defineForEachTenant } from '../../platform/work/each-tenant.ts';
import type { Jobs } from '../../platform/work/queue.ts';
import { tellOfExpiry } from '../../tenant/notices/expiry.ts';
import { EXPIRY_STAGES } from '../../tenant/notices/notices.ts';
import * as queries from './queries.ts';

const DAY_MS = 86_400_000;
/** A token for events that was not used for so long is not needed. */
const UNUSED_DAYS = 14;

interface Ending {
  uuid: string;
  created_at: Date;
  expires_at: Date;
  noticed_days: number | null;
}

/** The email of a token that ends: which it is, what it names, and the page of the portal to act on. */
interface About {
  kind: string;
  page: string;
  variables: Record<string, string>;
}

/**
 * Emails administrators of the transaction's tenant, each stage once, about sources whose last token ends soon: from then on
 * they provide no users. Also about tokens for events: whatever reads by one needs another, and only one that was replaced is
 * not used any more. Returns how many were told of.
 */
export async function noticeTokens(tools: Tools, tx: Tx, now: Date): Promise<number> {
  const soon = new Date(now.getTime() + EXPIRY_STAGES[0] * DAY_MS);
  let told = 0;
  for (const row of await queries.holdLastTokens(tx, now, soon)) {
    const page = `/portal/provisioning/${row.source_uuid}?tab=tokens`;
    const about = { kind: 'managementTokenExpires', page, variables: { source: row.source_name } };
    if (await tellOf(tools, tx, row, about, now)) told += 1;
  }
  for (const row of await queries.holdLogTokens(tx, now, soon, new Date(now.getTime() - UNUSED_DAYS * DAY_MS))) {
    const about = { kind: 'eventTokenExpires', page: '/portal/management-tokens', variables: { token: row.name } };
    if (await tellOf(tools, tx, row, about, now)) told += 1;
  }
  return told;
}

/** Whoever makes a token for a month need not be told at once that it ends in a month. */
function tellOf(tools: Tools, tx: Tx, row: Ending, about: About, now: Date): Promise<boolean> {
  const life = (row.expires_at.getTime() - row.created_at.getTime()) / DAY_MS;
  const expiring = {
    ...about,
    ...{ expiresAt: row.expires_at, noticed: row.noticed_days },
    stages: EXPIRY_STAGES.filter((days) => days < life),
    note: (stage: number) => queries.setNoticed(tx, row.uuid, stage),
  };
  return tellOfExpiry(tools, tx, expiring, now);
}

/** Once a day, and when a worker starts. */
export const defineTokenNotices = (tools: Tools, jobs: Jobs): Promise<void> =>
  defineForEachTenant(tools, jobs, { job: 'managementTokenNotices', cron: '55 5 * * *', each: noticeTokens });
