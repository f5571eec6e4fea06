import type { listPolicyMails } from '#contract/tenant/security-policy-routes.ts';
import type { AnswerOf, QueryOf } from '#contract/route.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { pageOfNewest, readCursor } from '../../platform/db/newest-first.ts';
import type { Tools } from '../../platform/tools.ts';
import { tellAdministrators } from '../notices/administrators.ts';
import * as queries from './mail-queries.ts';

const COUNTED = 10_000;

/**
 * Emails the active administrators, including the one who saved it, that the policy was changed, and records the
 * emails.
 */
export async function tellOfPolicy(tools: Tools, tx: Tx, saved: queries.SavedVersion): Promise<void> {
  const { version, operator, changed, now } = saved;
  const { receivers, mailIds } = await tellAdministrators(tools, tx, {
    kind: 'policyChanged',
    page: '/portal/tenant/policy-history',
    variables: () => ({ version, operator: operator.userId, count: changed }),
    now,
  });
  await queries.noteMails(tx, saved, receivers, mailIds);
}

/** The emails about policy versions, newest first. */
export async function listMails(
  tx: Tx,
  { cursor, count }: QueryOf<typeof listPolicyMails>,
): Promise<AnswerOf<typeof listPolicyMails>> {
  const place = readCursor(cursor);
  const rows = await queries.listMails(tx, place, count + 1);
  const { shown, cursors } = pageOfNewest(rows, place, count);
  const total = await queries.countMails(tx, COUNTED + 1);
  return {
    results: shown.map((row) => ({
      uuid: row.uuid,
      version: row.version,
      userId: row.receiver_user_id,
      mailAddress: row.mail_address,
      queuedAt: row.queued_at.toISOString(),
      state: row.state,
    })),
    ...cursors,
    totalResults: Math.min(total, COUNTED),
    ...(total > COUNTED && { totalIsEstimate: true }),
    itemsPerPage: count,
  };
}
