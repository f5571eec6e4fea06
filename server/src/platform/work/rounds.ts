/**
 * Runs `round` now and again so many milliseconds after each end; returns a function that stops it. `round` must not
 * throw.
 */
export function startRounds(millis: number, round: () => Promise<void>): () => Promise<void> {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const go = async () => {
    await round();
    if (stopped) return;
    timer = setTimeout(() => {
      under = go();
    }, millis).unref();
  };
  let under = go();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await under;
  };
}
