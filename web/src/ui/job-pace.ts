/** `known` is absent while the rows are still being counted. */
export type JobCounts = { done: number; known?: number | undefined; elapsedMs: number };
export type JobPace = { share: number; rate: number | undefined; secondsLeft: number | undefined };

/** How far a job is (0 to 1), its rows a second, and the seconds left at that rate; unknown in its first second. */
export function jobPace({ done, known, elapsedMs }: JobCounts): JobPace {
  const share = known === undefined ? 0 : known === 0 ? 1 : Math.min(1, done / known);
  if (elapsedMs < 1000 || done === 0) return { share, rate: undefined, secondsLeft: undefined };
  const rate = (done * 1000) / elapsedMs;
  return { share, rate, secondsLeft: known === undefined ? undefined : Math.max(0, known - done) / rate };
}
