const DAY_MS = 86_400_000;

/** Days before an expiry at which administrators are told of it. */
export const EXPIRY_STAGES = [60, 30, 7, 1] as const;

/** The stage of an expiry, in days, that is due and was not told yet; null: none is. */
export function stageOf(stages: readonly number[], expiresAt: Date, noticed: number | null, now: Date): number | null {
  const left = (expiresAt.getTime() - now.getTime()) / DAY_MS;
  const reached = stages.filter((days) => left > 0 && left <= days);
  const stage = Math.min(...reached);
  return reached.length > 0 && (noticed === null || stage < noticed) ? stage : null;
}
