import { availableParallelism, loadavg } from 'node:os';

/** How much longer things may take than on an idle machine, because this one has other work too. */
export const busyness = (): number => Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());
