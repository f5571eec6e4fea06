import { newUuid } from '../../crypto/uuid.ts';
import type { ReadRow } from './rows.ts';

/** Rows for `stageRows`: JSON as PostgreSQL takes jsonb in binary (version 1), so that it is never a string. */
export function stageable(rows: readonly ReadRow[]): Buffer {
  const read = rows.map((row) => [row.row, row.operation, row.userId, newUuid(), row.given, row.reasons]);
  return Buffer.from(`\u0001${JSON.stringify(read)}`);
}
