import type { UserBulk } from '#contract/people/users-bulk.ts';
import { MAX_BULK_USERS } from '#contract/people/users-bulk-fields.ts';
import { fail } from '#contract/errors.ts';
import { BULK_KEPT_DAYS } from '#contract/limits.ts';
import { newUuid } from '../../platform/crypto/uuid.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { violates } from '../../platform/db/violation.ts';
import { requireRecentProof } from '../../platform/http/recent-proof.ts';
import type { Caller } from '../../platform/http/session.ts';
import type { Tools } from '../../platform/tools.ts';
import { getGroupName } from '../groups/groups.ts';
import { assignToMany } from '../ports.ts';
import { matchingUsers } from '../search/search.ts';
import type { BulkCall } from './act.ts';
import { bulkWork } from './job.ts';
import * as jobs from './job-queries.ts';
import { stagedRegainRights } from './queries.ts';

/**
 * Writes down whom an act is for, in bites, and has the job begin once that is committed. Throws `conflict` (another
 * number matches than was shown), `service_processing` (another one is at work in the tenant), `not_found`,
 * `license_not_exist`, `license_expired`.
 */
export async function stageBulk(
  tools: Tools,
  tx: Tx,
  caller: Caller,
  { action, condition = {}, expectedCount, licenseId, group }: UserBulk,
  { client, now, audit }: BulkCall,
): Promise<jobs.BulkRow> {
  const { tenantId } = caller;
  if (group) await getGroupName(tx, group, 'group');
  const bulkId = newUuid();
  const row = {
    ...{ tenant_id: tenantId, bulk_id: bulkId, action, license_id: licenseId ?? null, group_uuid: group ?? null },
    ...{ operator_uuid: caller.uuid, operator_user_id: caller.userId },
    ...{ address: client.address, request_id: client.requestId, created_at: now },
    expires_at: new Date(now.getTime() + BULK_KEPT_DAYS * 86_400_000),
  };
  try {
    await jobs.insertBulk(tx, row);
  } catch (error) {
    throw violates(error, 'user_bulks_at_work') ? fail('service_processing', { cause: error }) : error;
  }
  const matching = await matchingUsers(tx, condition, now, MAX_BULK_USERS + 1);
  const total = await jobs.stageBites(tx, bulkId, matching);
  if (total !== expectedCount) throw fail('conflict', { field: 'expectedCount' });
  if (action === 'activate' && (await stagedRegainRights(tx, bulkId))) requireRecentProof(caller, now);
  // A license that nobody can be given refuses the whole call, as at once. Last, so that it is held for a moment only.
  if (licenseId) await assignToMany(tx, { licenseId, userUuids: [], operatorUuid: caller.uuid, now });
  const staged = await bulkWork.change(tx, bulkId, ['processing'], { users_total: total });
  if (!staged) throw new Error('an act that was just stored is not there');
  await audit(tx, bulkId, { action: { after: action }, users: { after: total } }, 'processing');
  await bulkWork.wake(tools, tx, tenantId, bulkId);
  return staged;
}
