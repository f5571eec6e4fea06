import { errors } from 'oidc-provider';
import { life } from './paths.ts';

/** Keeps devices from asking faster than the interval they were told (RFC 8628 section 3.5). */
export interface PollPace {
  /** Notes a poll of a pending code. Throws `slow_down` when the last one was too recent. */
  step(deviceCode: string): void;
}

/** Networks make polls a little uneven: a second of grace. */
const SHORTEST_MS = (life.devicePollInterval - 1) * 1000;
const MOST = 10_000;

export function createPollPace(): PollPace {
  const last = new Map<string, number>();
  return {
    step(deviceCode) {
      const now = performance.now();
      const before = last.get(deviceCode);
      last.delete(deviceCode);
      // The oldest entry goes: each poll puts its code at the end.
      if (last.size >= MOST) last.delete(last.keys().next().value as string);
      last.set(deviceCode, now);
      if (before !== undefined && now - before < SHORTEST_MS) throw new errors.SlowDown();
    },
  };
}
