import { type Changes, userEntries } from '../../platform/events/write.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { AuditEntry } from '../../platform/http/serve.ts';
import type { Audit } from './users.ts';

/** The log row of a change to one user, and those of what it did to others; where nothing changed, none. */
export const auditOf =
  ({ audit }: { audit(tx: Tx, entries: readonly AuditEntry[]): Promise<void> }): Audit =>
  (tx, targetId: string, changes: Changes, atOthers: readonly AuditEntry[] = [], facts?: AuditEntry['facts']) =>
    audit(tx, [...userEntries(targetId, changes).map((entry) => ({ ...entry, ...(facts && { facts }) })), ...atOthers]);
