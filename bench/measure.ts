import { cpuOf, cpuOfFamily, withOthers } from './cpu-time.ts';
import type { Job, LoadResult } from './load/jobs.ts';
import type { Helper } from './processes.ts';
import type { Portico } from './portico/start.ts';
import type { Seed } from './portico/seed.ts';

/** What every row gets. */
export interface Bench {
  portico: Portico;
  seed: Seed;
  load: Helper<Job, LoadResult>;
  /** Number and duration of the runs of a row. */
  runs: number;
  seconds: number;
  /** Sign-ins so far. */
  signIns: number;
}

/** Concurrent connections for throughput. */
export const CONNECTIONS = 8;

export interface Measured {
  /** Operations per second of each run. */
  runs: number[];
  /** CPU milliseconds per operation of the processes that serve it; null if unknown. */
  cpu: number[] | null;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const at = (index: number) => sorted[index] ?? Number.NaN;
  return sorted.length % 2 ? at(Math.floor(middle)) : (at(middle - 1) + at(middle)) / 2;
}

/**
 * Unmeasured calls before measuring one at a time, because a server that has been up for a while runs compiled code.
 */
const WARMING = 500;

/** Calls until the server's code is compiled and its connections have prepared their statements. */
export async function warmUp(ask: () => Promise<unknown>): Promise<void> {
  for (let call = 0; call < WARMING; call += 1) await ask();
}

/** Reads the CPU time that each server has used so far. */
type Meter = () => (number | null)[];

/** If other processes use more cores than this, a turn is disturbed too much. */
const DISTURBED = 0.25;
const WARM_UPS = 3;

export interface Compared {
  portico: Measured;
  reference: Measured;
  /** Portico's rate divided by the reference's, for each turn. */
  ratios: number[];
  /** Cores used by other processes, in the worst turn. */
  others: number;
}

interface Turn {
  reference: Run;
  portico: Run;
  others: number;
}

/**
 * Measures Portico and its reference in turns, never at the same time, so that a machine that slows down does so for
 * both. The first runs are not counted, because code is compiled while it runs. Disturbed turns are repeated, at most
 * as many as there are turns; then the least disturbed ones count.
 */
export async function inTurns(
  { portico: { pid, postgresPid }, runs }: Bench,
  portico: () => Promise<LoadResult>,
  reference: { pid: number; run(): Promise<LoadResult> },
): Promise<Compared> {
  for (let turn = 0; turn < WARM_UPS; turn += 1) {
    await reference.run();
    await portico();
  }
  const turns: Turn[] = [];
  const undisturbed = () => turns.filter(({ others }) => others < DISTURBED).length;
  while (undisturbed() < runs && turns.length < 2 * runs) {
    const { result, others } = await withOthers(async () => ({
      reference: await withCpu(() => [cpuOf(reference.pid)], reference.run),
      portico: await withCpu(() => [cpuOf(pid), cpuOfFamily(postgresPid)], portico),
    }));
    turns.push({ ...result, others });
  }
  const counted = turns.sort((a, b) => a.others - b.others).slice(0, runs);
  return {
    portico: summary(counted.map((turn) => turn.portico)),
    reference: summary(counted.map((turn) => turn.reference)),
    ratios: counted.map((turn) => turn.portico.perSecond / turn.reference.perSecond),
    others: counted.at(-1)?.others ?? 0,
  };
}

interface Run {
  perSecond: number;
  cpu: (number | null)[];
}

async function withCpu(meter: Meter, work: () => Promise<LoadResult>): Promise<Run> {
  const before = meter();
  const { count, seconds } = await work();
  const cpu = meter().map((after, index) => {
    const was = before[index] ?? null;
    return after === null || was === null ? null : (after - was) / count;
  });
  return { perSecond: count / seconds, cpu };
}

function summary(measured: Run[]): Measured {
  const known = (measured[0]?.cpu ?? []).map((_, index) => measured.map(({ cpu }) => cpu[index] ?? null));
  return {
    runs: measured.map(({ perSecond }) => perSecond),
    cpu: known.flat().includes(null) ? null : known.map((values) => median(values as number[])),
  };
}
