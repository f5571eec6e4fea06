import { fail } from '#contract/errors.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Tools } from '../../platform/tools.ts';
import { inviteMany } from '../ports.ts';
import * as queries from './queries.ts';

/** The last step of an import whose users are to be invited, in the transaction that completes it. */
export async function inviteWished(tools: Tools, tx: Tx, row: queries.ImportRow, now: Date): Promise<void> {
  if (!row.invites) return;
  const invitedBy = await inviteMany(tools, tx, invitedOf(row, now));
  await queries.updateImport(tx, row.import_id, { invited_by: invitedBy });
}

/** Who invites the users of an import that is over. */
type Inviting = Pick<queries.ImportRow, 'operator_uuid' | 'operator_user_id' | 'address' | 'request_id'>;

/**
 * Invites the users of a held import that is over, once. Throws `conflict` (it is not over, they were invited, or there
 * is nobody to invite).
 */
export async function inviteLater(tools: Tools, tx: Tx, row: queries.ImportRow, by: Inviting, now: Date) {
  const isOver = row.finished_at !== null && row.confirmed_at !== null && row.kind !== 'undo';
  if (!isOver || row.invited_by !== null) throw fail('conflict');
  const invitedBy = await inviteMany(tools, tx, invitedOf({ ...row, ...by }, now));
  if (invitedBy === null) throw fail('conflict');
  return queries.updateImport(tx, row.import_id, { invited_by: invitedBy });
}

const invitedOf = (row: queries.ImportRow, now: Date) => ({
  tenantId: row.tenant_id,
  users: queries.invitable(row.import_id),
  operatorUuid: row.operator_uuid as string,
  operatorUserId: row.operator_user_id as string,
  address: row.address,
  requestId: row.request_id,
  now,
});
