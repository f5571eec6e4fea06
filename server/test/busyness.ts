import { availableParallelism, loadavg } from 'node:os';

/** How much longer things may take than on an idle machine, because this one has other work too. */
export const busyness = (): number => Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());

/**
 * The options of a test that holds the server to a time: a machine that does something else for a second fails it once,
 * a server that is too slow fails it each time.
 */
export const heldToTime = { retry: 2 };

/** The options of waiting for what comes about by itself: it ends with what is waited for, however slow the machine is. */
export const patiently = { timeout: 30_000 };
