import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { appConnection } from '#server/platform/db/app-role.ts';
import { rowsAt } from '#server/people/users/rows.ts';
import { users } from '#server/people/search/queries.ts';
import { type Bench, CONNECTIONS, inTurns } from '../measure.ts';
import { signInAdministrator } from '../portico/million.ts';
import { startHelper } from '../processes.ts';
import { rateRow, type Row } from '../report.ts';

const PAGE = 50;

/** Builds the server's own queries, to run them elsewhere. */
const builder = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/**
 * The first page of the user list, compared with the smallest possible handler: the same prepared SQL with the same
 * row-level security, and its raw rows; no token, rights, contract or total.
 */
export async function measureList(bench: Bench): Promise<Row[]> {
  const { portico, seed, load, seconds } = bench;
  const token = await signInAdministrator(bench);
  const reading = { sort: 'userId', descending: false, limit: PAGE + 1 } as const;
  const { sql: text, parameters } = users.rowsAlong(reading, rowsAt).compile(builder);
  const thin = startHelper<object, { port: number }>('reference/question.ts');
  const connection = { ...(await appConnection(portico.owner)), options: `-c app.tenant_id=${seed.tenantId}` };
  const { port } = await thin.ask({ connection, text, values: [parameters], all: true });
  const job = { kind: 'repeat', connections: CONNECTIONS, seconds } as const;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const path = `/api/auth/tenants/${seed.tenantId}/operations/search/users`;
  const body = JSON.stringify({ sort: 'userId', count: PAGE });
  const result = await inTurns(
    bench,
    () => load.ask({ ...job, port: portico.port, requests: [{ method: 'POST', path, headers, body }] }),
    {
      pid: thin.pid,
      run: () => load.ask({ ...job, port, requests: [{ method: 'GET', path: '/one', headers: {} }] }),
    },
  );
  await thin.stop();
  const reference = 'the thinnest handler: the same SQL behind the same wall, no token, rights, contract or total';
  return [rateRow({ id: 'list', title: 'user list, first page', reference, bar: { least: 0.55 } }, result)];
}
