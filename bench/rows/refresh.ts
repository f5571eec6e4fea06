import { type Bench, CONNECTIONS, inTurns } from '../measure.ts';
import { askForTokens, signInMany } from '../portico/people.ts';
import { startHelper } from '../processes.ts';
import { rateRow, type Row } from '../report.ts';

const FAMILIES = 128;

/** Refresh-token grants, durable, compared with the library alone and its in-memory store. */
export async function measureRefresh(bench: Bench): Promise<Row[]> {
  const { portico, load, seconds } = bench;
  let families = (await signInMany(portico, bench.seed, FAMILIES)).map(({ refreshToken }) => refreshToken);
  const job = { kind: 'refresh', connections: CONNECTIONS, seconds } as const;
  const library = startHelper<{ families: number }, { port: number; families: string[] }>('reference/oidc-provider.ts');
  const result = await inTurns(
    bench,
    async () => {
      const run = await load.ask({
        ...job,
        port: portico.port,
        path: '/api/auth/oauth/provider/token',
        clientId: 'portal',
        families,
      });
      families = run.families ?? families;
      return run;
    },
    {
      pid: library.pid,
      // New families each time, because its store gets slower with every refresh of a family.
      run: async () =>
        load.ask({ ...job, ...(await library.ask({ families: FAMILIES })), path: '/token', clientId: 'bench' }),
    },
  );
  await library.stop();
  return [
    rateRow(
      {
        id: 'refresh',
        title: 'refresh-token grants, durable',
        reference: 'oidc-provider alone, in-memory store, ES256, rotation',
        bar: { least: 0.3 },
        notes: [await reuseNote(bench, families[0] ?? '')],
      },
      result,
    ),
  ];
}

/** Checks that a second use ends the family: a figure without reuse detection would be worthless. */
async function reuseNote({ portico }: Bench, token: string): Promise<string> {
  const refresh = (refresh_token: string) =>
    askForTokens(portico, { grant_type: 'refresh_token', client_id: 'portal', refresh_token });
  const first = await refresh(token);
  const second = await refresh(token);
  const after = first && (await refresh(first.refreshToken));
  if (!first || second || after) throw new Error('the second use of a refresh token did not end its family');
  return 'a second use of a refresh token was refused and ended its family';
}
