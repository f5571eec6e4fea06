import { IMPORT_KEPT_DAYS } from '#contract/limits.ts';
import type { ImportCounts } from '../../platform/db/schema.ts';

/** What changes of an import when it begins to be carried out. */
export function startOf(counts: ImportCounts, now: Date) {
  const rows_total = counts.create + counts.update + counts.delete;
  const expires_at = new Date(now.getTime() + IMPORT_KEPT_DAYS * 86_400_000);
  return { status: 'processing' as const, rows_total, rows_done: 0, phase_at: now, confirmed_at: now, expires_at };
}

/** Whether an import makes administrators, or moves or takes the address that somebody signs in with. */
export const takesProof = ({ needsProof = 0 }: ImportCounts): boolean => needsProof > 0;
