/**
 * `known` is absent while the rows are still being counted. The pace is the server's where it tells one, else it is
 * worked out from the time that has passed.
 */
export type JobCounts = { done: number; known?: number | undefined } & (
  | { elapsedMs: number }
  | { perSecond: number; secondsLeft: number | null }
);
export type JobPace = { share: number; rate: number | undefined; secondsLeft: number | undefined };

/** How far a job is (0 to 1), its rows a second, and the seconds left at that rate; unknown in its first second. */
export function jobPace(counts: JobCounts): JobPace {
  const { done, known } = counts;
  const share = known === undefined ? 0 : known === 0 ? 1 : Math.min(1, done / known);
  if ('perSecond' in counts) {
    return { share, rate: counts.perSecond || undefined, secondsLeft: counts.secondsLeft ?? undefined };
  }
  if (counts.elapsedMs < 1000 || done === 0) return { share, rate: undefined, secondsLeft: undefined };
  const rate = (done * 1000) / counts.elapsedMs;
  return { share, rate, secondsLeft: known === undefined ? undefined : Math.max(0, known - done) / rate };
}
