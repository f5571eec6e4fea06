import { useSyncExternalStore } from 'react';

const EVERY_MS = 30_000;

/** The time to half a minute, one for all that tells how long ago something was. */
let now = new Date();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(react: () => void): () => void {
  listeners.add(react);
  timer ??= setInterval(() => {
    now = new Date();
    for (const one of listeners) one();
  }, EVERY_MS);
  return () => {
    listeners.delete(react);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function latest(): Date {
  // While nobody listened, the clock went on.
  if (timer === undefined && Date.now() - now.getTime() >= EVERY_MS) now = new Date();
  return now;
}

/** The present moment; what shows it is drawn again every half minute. */
export const useNow = (): Date => useSyncExternalStore(subscribe, latest, latest);
