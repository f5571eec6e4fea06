import { confirmUserImport } from '#contract/people/user-imports.ts';
import type { LoggedJob } from '../../platform/events/jobs.ts';
import type { ClientInfo } from '../../platform/http/client-info.ts';
import type { Batch, Claimed } from '../../platform/work/work.ts';
import { refuseDemoted } from '../users/operator.ts';
import { readDoneBulk } from '../bulk/jobs.ts';
import { carryOut } from '../changes/staged.ts';
import * as applying from './apply-queries.ts';
import type * as queries from './queries.ts';

/** An import as the operation log names it, once it was confirmed. */
export const loggedOf = (row: queries.ImportRow): LoggedJob | null =>
  row.confirmed_at && {
    ...{ tenantId: row.tenant_id, job: 'user-import', operation: 'update' },
    ...{ type: 'userImport.ended', targetId: row.import_id },
    ...{ operatorUuid: row.operator_uuid, operatorUserId: row.operator_user_id },
    ...{ address: row.address, requestId: row.request_id },
  };

/** One bite. Throws `forbidden` when whoever confirmed the import may not change users any more. */
export async function applyBite({
  tools,
  tx,
  row,
  piece,
  now,
}: Claimed<queries.ImportRow, { bite: number }>): Promise<Batch> {
  const { tenant_id: tenantId, import_id: importId } = row;
  const { bite } = piece;
  await refuseDemoted(tx, row.operator_uuid);
  const by = {
    tenantId,
    uuid: row.operator_uuid,
    userId: row.operator_user_id,
    action: `${confirmUserImport.method} ${confirmUserImport.path}`,
    address: row.address,
    requestId: row.request_id,
    client: clientOf(row),
    tells: row.undoes === null || (await readDoneBulk(tx, row.undoes)) === null,
  };
  const refused = await carryOut(tools, tx, applying.rowsOf(importId, bite), by, now);
  const moved = await applying.refuseRows(tx, importId, refused);
  return { counted: applying.countedBy(importId, bite, moved) };
}

/** Where the confirmation came from: what mails about it tell. */
const clientOf = ({ address, request_id: requestId }: queries.ImportRow): ClientInfo => ({
  ...{ address: address ?? '', network: address ?? '', userAgent: '', requestId, clientRequestId: null },
  ...{ uniqueId: null, languages: '' },
});
