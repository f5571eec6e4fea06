import { fail } from '#contract/errors.ts';
import type { Changes } from '../../audit/operation-log.ts';
import type { Tx } from '../../db/transaction.ts';
import type { AuditEntry } from '../../http/serve.ts';
import type { Audit } from './users.ts';

/** Another tenant's users, groups and tags do not exist for the caller. Throws `not_found`. */
export function ownTenant({ params, caller }: { params: { tenantId: string }; caller: { tenantId: string } }): void {
  if (params.tenantId !== caller.tenantId) throw fail('not_found');
}

/** The log row of a change to one user. */
export const auditOf =
  ({ audit }: { audit(tx: Tx, entry: AuditEntry): Promise<void> }): Audit =>
  (tx: Tx, targetId: string, changes: Changes) =>
    audit(tx, { targetType: 'user', targetId, changes });
