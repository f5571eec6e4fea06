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
    const page = `provisioning/${row.source_uuid}?tab=tokens`;
    const about = { kind: 'managementTokenExpires', page, variables: { source: row.source_name } };
    if (await tellOf(tools, tx, row, about, now)) told += 1;
  }
  for (const row of await queries.holdLogTokens(tx, now, soon, new Date(now.getTime() - UNUSED_DAYS * DAY_MS))) {
    const about = { kind: 'eventTokenExpires', page: 'management-tokens', variables: { token: row.name } };
    if (await tellOf(tools, tx, row, about, now)) told += 1;
  }
  return told;
}

/** Whoever makes a token for a month need not be told at once that it ends in a month. */
async function tellOf(tools: Tools, tx: Tx, row: Ending, about: About, now: Date): Promise<boolean> {
  const life = (row.expires_at.getTime() - row.created_at.getTime()) / DAY_MS;
  const stages = EXPIRY_STAGES.filter((days) => days < life);
  const stage = stageOf(stages, row.expires_at, row.noticed_days, now);
  if (stage === null) return false;
  await queries.setNoticed(tx, row.uuid, stage);
  const link = `${tools.config.publicUrl}/portal/${about.page}`;
  const mails = (await findAdministrators(tx)).map((receiver) => {
    const variables = () => ({ ...about.variables, expiresAt: noticeTime(row.expires_at, receiver) });
    return { receiver, link, variables };
  });
  await queueMailsTo(tools, tx, mails, { kind: about.kind, now });
  return true;
}

/** Once a day, and when a worker starts. */
export const defineTokenNotices = (tools: Tools, jobs: Jobs): Promise<void> =>
  defineExpiryNotices(tools, jobs, { job: 'managementTokenNotices', cron: '55 5 * * *', notice: noticeTokens });
