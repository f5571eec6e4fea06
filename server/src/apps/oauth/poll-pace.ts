import { errors } from 'oidc-provider';
import { life } from './paths.ts';

/** Enforces the polling interval of devices (RFC 8628 section 3.5). */
export interface PollPace {
  /** Records a poll of a pending code. Throws `slow_down` if the last one was too recent. */
  step(deviceCode: string): void;
}

/** One second of tolerance for network jitter. */
const SHORTEST_MS = (life.devicePollInterval - 1) * 1000;
const MOST = 10_000;

export function createPollPace(): PollPace {
  const last = new Map<string, number>();
  return {
    step(deviceCode) {
      const now = performance.now();
      const before = last.get(deviceCode);
      last.delete(deviceCode);
      // Evicts the oldest entry: each poll moves its code to the end.
      if (last.size >= MOST) last.delete(last.keys().next().value as string);
      last.set(deviceCode, now);
      if (before !== undefined && now - before < SHORTEST_MS) throw new errors.SlowDown();
    },
  };
}
