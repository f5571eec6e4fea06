import { fail } from '#contract/errors.ts';
import { type Changes, userEntries } from '../audit/operation-log.ts';
import type { Tx } from '../db/transaction.ts';
import type { AuditEntry } from './serve.ts';
import type { Audit } from '../../people/users/users.ts';

/** Another tenant's users, groups and tags do not exist for the caller. Throws `not_found`. */
export function ownTenant({ params, caller }: { params: { tenantId: string }; caller: { tenantId: string } }): void {
  if (params.tenantId !== caller.tenantId) throw fail('not_found');
}

/** The log row of a change to one user, and those of what it did to others; where nothing changed, none. */
export const auditOf =
  ({ audit }: { audit(tx: Tx, entries: readonly AuditEntry[]): Promise<void> }): Audit =>
  (tx: Tx, targetId: string, changes: Changes, atOthers: readonly AuditEntry[] = []) =>
    audit(tx, [...userEntries(targetId, changes), ...atOthers]);
