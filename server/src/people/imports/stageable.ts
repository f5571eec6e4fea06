import { newUuid } from '../../platform/crypto/uuid.ts';
import type { ReadRow } from './rows.ts';

const encoder = new TextEncoder();

/** Rows for `stageRows`: JSON as PostgreSQL takes jsonb in binary (version 1), so that it is never a string. */
export function stageable(rows: readonly ReadRow[]): Uint8Array<ArrayBuffer> {
  const read = rows.map((row) => [
    ...[row.row, row.operation, row.userId, newUuid(), row.given, row.reasons],
    ...(row.madeOf === undefined ? [] : [row.madeOf]),
  ]);
  return encoder.encode(`\u0001${JSON.stringify(read)}`);
}
