import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench } from '../measure.ts';
import { memoryOf } from '../processes.ts';
import { type Row, sizeRow } from '../report.ts';
import { signInLoad } from './sign-in.ts';

const IDLE_SECONDS = 10;
const SIGN_INS = 10_000;
/** On a busy machine this many would take too long; the row then shows the actual number. */
const MOST_SECONDS = 150;

/** Memory right after the start. */
export async function measureRest({ portico }: Bench): Promise<Row[]> {
  await sleep(IDLE_SECONDS * 1000);
  const memory = memoryOf(portico.pid);
  if (!memory) return [];
  const title = `memory at rest, ${IDLE_SECONDS} s after the start`;
  return [
    sizeRow({
      id: 'memory',
      title,
      unit: 'MB',
      figure: memory.now,
      limit: 120,
      notes: [`peak ${Math.round(memory.peak)} MB`],
    }),
  ];
}

/** Memory after a number of sign-ins, including the measured ones. */
export async function measureUse(bench: Bench): Promise<Row[]> {
  if (bench.signIns < SIGN_INS) await signInLoad(bench, { most: SIGN_INS - bench.signIns, seconds: MOST_SECONDS });
  const memory = memoryOf(bench.portico.pid);
  if (!memory) return [];
  const title = `memory after ${bench.signIns.toLocaleString('en-US')} sign-ins`;
  return [
    sizeRow({
      id: 'memory',
      title,
      unit: 'MB',
      figure: memory.now,
      limit: 200,
      notes: [`peak ${Math.round(memory.peak)} MB`],
    }),
  ];
}
