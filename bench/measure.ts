import { cpuOf, cpuOfFamily, withOthers } from './cpu-time.ts';
import type { Job, LoadResult } from './load/jobs.ts';
import type { Helper } from './processes.ts';
import type { Portico } from './portico/start.ts';
import type { Seed } from './portico/seed.ts';

/** What every row works with. */
export interface Bench {
  portico: Portico;
  seed: Seed;
  load: Helper<Job, LoadResult>;
  /** How often a row is measured, and how long one run lasts. */
  runs: number;
  seconds: number;
  /** Sign-ins so far. */
  signIns: number;
}

/** At a time, for throughput. */
export const CONNECTIONS = 8;

export interface Measured {
  /** Operations a second, run by run. */
  runs: number[];
  /** CPU milliseconds an operation, of those that serve it; null where the system does not tell. */
  cpu: number[] | null;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const at = (index: number) => sorted[index] ?? Number.NaN;
  return sorted.length % 2 ? at(Math.floor(middle)) : (at(middle - 1) + at(middle)) / 2;
}

/** Calls before one at a time is measured: code that has run a few times only is not what a server runs that has been up for an hour. */
const WARMING = 500;

/** Asks so often that the server's code is compiled, and its connections know their statements. */
export async function warmUp(ask: () => Promise<unknown>): Promise<void> {
  for (let call = 0; call < WARMING; call += 1) await ask();
}

/** How the CPU time that each server has taken so far is read. */
type Meter = () => (number | null)[];

/** Busier than this with other things, the machine disturbs a turn too much. In cores. */
const DISTURBED = 0.25;
const WARM_UPS = 3;

export interface Compared {
  portico: Measured;
  reference: Measured;
  /** Portico's rate divided by the reference's, turn by turn. */
  ratios: number[];
  /** How many cores others were busy with meanwhile: the worst of the turns. */
  others: number;
}

interface Turn {
  reference: Run;
  portico: Run;
  others: number;
}

/**
 * Measures Portico and its reference in turns, never at the same time, so that a machine that gets slower gets slower
 * for both. Code is compiled while it runs, so the first runs are not counted. Turns during which the machine had other
 * things to do are repeated, but no more of them than there are turns; then the least disturbed ones count.
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
