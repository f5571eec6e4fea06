import { confirmUserImport } from '#contract/people/user-imports.ts';
import { type LoggedJob, writeJobEnd } from '../../platform/audit/job-log.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { ClientInfo } from '../../platform/http/client-info.ts';
import { over, workInLanes } from '../../platform/work/batches.ts';
import type { Tools } from '../../platform/tools.ts';
import { refuseDemoted } from '../users/operator.ts';
import { carryOut } from '../changes/staged.ts';
import * as applying from './apply-queries.ts';
import type * as queries from './queries.ts';

/** Bites at a time: PostgreSQL works on each with a core of its own. */
const LANES = 2;

/**
 * Carries an import out, bite by bite, until none is left: each in one transaction with its stamp, so that whoever goes
 * on after a crash does each once. Several workers share the bites. Throws `forbidden` when whoever confirmed it may not
 * change users any more.
 */
export async function applyImport(tools: Tools, row: queries.ImportRow, signal: AbortSignal): Promise<void> {
  const { tenant_id: tenantId, import_id: importId } = row;
  await workInLanes(LANES, signal, () => tools.db.inTenant(tenantId, (tx) => applyBite(tools, tx, row)));
  if (signal.aborted) return;
  await tools.db.inTenant(tenantId, async (tx) => {
    const now = tools.clock();
    if (await applying.finishImport(tx, importId, now))
      await writeJobEnd(tx, loggedOf(row), { status: 'completed', now });
  });
}

/** An import that was confirmed, as the operation log names it. */
export const loggedOf = (row: queries.ImportRow): LoggedJob => ({
  ...{ tenantId: row.tenant_id, job: 'user-import', operation: 'update' },
  ...{ targetType: 'userImport', targetId: row.import_id },
  ...{ operatorUuid: row.operator_uuid, operatorUserId: row.operator_user_id },
  ...{ address: row.address, requestId: row.request_id },
});

/** One bite; false when there is none to take. */
async function applyBite(tools: Tools, tx: Tx, row: queries.ImportRow): Promise<boolean> {
  const { tenant_id: tenantId, import_id: importId } = row;
  const bite = await applying.takeBite(tx, importId);
  if (bite === null) return false;
  await refuseDemoted(tx, row.operator_uuid);
  const now = tools.clock();
  const by = {
    tenantId,
    uuid: row.operator_uuid,
    userId: row.operator_user_id,
    action: `${confirmUserImport.method} ${confirmUserImport.path}`,
    address: row.address,
    requestId: row.request_id,
    client: clientOf(row),
  };
  const refused = await carryOut(tools, tx, applying.rowsOf(importId, bite), by, now);
  const lost = await applying.refuseRows(tx, importId, refused);
  if (!(await applying.stampBite(tx, { importId, bite, now }, lost))) throw over;
  return true;
}

/** Where the confirmation came from: what mails about it tell. */
const clientOf = ({ address, request_id: requestId }: queries.ImportRow): ClientInfo => ({
  ...{ address: address ?? '', network: address ?? '', userAgent: '', requestId, clientRequestId: null },
  ...{ uniqueId: null, languages: '' },
});
