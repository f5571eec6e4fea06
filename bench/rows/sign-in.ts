import type { LoadResult } from '../load/jobs.ts';
import { type Bench, CONNECTIONS, inTurns } from '../measure.ts';
import { startHelper } from '../processes.ts';
import { rateRow, type Row } from '../report.ts';

/** Signs in the next users on eight connections. */
export async function signInLoad(bench: Bench, limits: { seconds: number; most?: number }): Promise<LoadResult> {
  const { tenantId, password, prefix, users } = bench.seed;
  const { port } = bench.portico;
  const whom = { tenantId, password, prefix, users, first: bench.signIns };
  const result = await bench.load.ask({ kind: 'signIn', port, connections: CONNECTIONS, ...whom, ...limits });
  bench.signIns += result.count;
  return result;
}

/** Password sign-ins compared with their password checks alone. */
export async function measureSignIn(bench: Bench): Promise<Row[]> {
  const argon2 = startHelper<{ seconds: number }, { count: number; seconds: number }>('reference/argon2.ts');
  const { seconds } = bench;
  const result = await inTurns(bench, () => signInLoad(bench, { seconds }), {
    pid: argon2.pid,
    run: () => argon2.ask({ seconds }),
  });
  await argon2.stop();
  return [
    rateRow(
      {
        id: 'sign-in',
        title: 'password sign-ins, 8 at a time',
        reference: 'raw argon2id verifications (19 MiB, t2, p1) on all cores',
        bar: { least: 0.55 },
      },
      result,
    ),
  ];
}
