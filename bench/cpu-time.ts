import { readdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** Linux counts CPU time in hundredths of a second. */
const TICK_MS = 10;

/** Fields of /proc/<pid>/stat from the third on: state, parent … */
function statOf(pid: number | string): string[] | null {
  try {
    // The name in parentheses can contain anything; only numbers follow it.
    return readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? null;
  } catch {
    return null;
  }
}

const sum = (stat: string[], from: number, to: number) =>
  stat.slice(from, to + 1).reduce((total, value) => total + Number(value), 0) * TICK_MS;

/** CPU milliseconds a process has used so far; null without /proc. */
export function cpuOf(pid: number): number | null {
  const stat = statOf(pid);
  return stat && sum(stat, 11, 12);
}

/** The same for a process and all its descendants, including ended ones. */
export function cpuOfFamily(pid: number): number | null {
  if (!statOf(pid)) return null;
  const stats = new Map<string, string[]>();
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? statOf(name) : null;
    if (stat) stats.set(name, stat);
  }
  const belongs = (name: string | undefined): boolean =>
    name === String(pid) || (name !== undefined && belongs(stats.get(name)?.[1]));
  return [...stats].filter(([name]) => belongs(name)).reduce((total, [, stat]) => total + sum(stat, 11, 14), 0);
}

const busy = () => cpus().reduce((total, { times }) => total + times.user + times.nice + times.sys + times.irq, 0);

/** Runs `work`; also returns how many cores other processes used in the meantime (0 if unknown). */
export async function withOthers<T>(work: () => Promise<T>): Promise<{ result: T; others: number }> {
  const measure = () => ({ at: performance.now(), all: busy(), own: cpuOfFamily(process.pid) });
  const before = measure();
  const result = await work();
  const after = measure();
  if (before.own === null || after.own === null) return { result, others: 0 };
  const others = after.all - before.all - (after.own - before.own);
  return { result, others: Math.max(0, others / (after.at - before.at)) };
}
