import pg from 'pg';
import { appConnection } from '#server/platform/db/app-role.ts';
import { type Bench, median } from '../measure.ts';
import { fillLoginLog, fillOperationLog, once, rare } from '../portico/log-rows.ts';
import { post, signInAdministrator } from '../portico/million.ts';
import { type Row, sizeRow } from '../report.ts';
import { caller, until, watching } from './transfers.ts';

/** Fewer rows show how search time grows: `BENCH_LOG_ROWS=1000000 npm run bench logs`. */
const ROWS = Number(process.env.BENCH_LOG_ROWS ?? 10_000_000);
const PAGE = 50;
const WRITTEN = 2000;

const conditions: Record<string, object> = {
  nothing: {},
  'a user': { userId: 'user-777' },
  'a user of every fifth row': { userId: 'user-1' },
  'a rare user': { userId: rare.userId },
  'nobody such': { userId: 'nobody.such' },
  successes: { status: 'success' },
  refusals: { status: 'error' },
  'a reason': { reason: 'mismatch' },
  'a rare reason': { reason: rare.reason },
  'a way of signing in': { loginType: 'userId' },
  'an address': { address: '10.7.57.207' },
  'a rare address': { address: rare.address },
  'a request': { requestId: rare.requestId },
  'a fragment of most': { keyword: 'mozilla' },
  'a fragment of some': { keyword: 'user-12' },
  'a fragment of few': { keyword: 'user-1234' },
  'a fragment of one': { keyword: 'nly.onc' },
  'a fragment of a rare browser': { keyword: 'iggurat' },
  'a fragment of nothing': { keyword: 'zzzqqq' },
  'two fields': { address: '10.1.1.1', userId: 'user-1' },
  'a user and a result': { userId: 'user-1', status: 'error' },
};

/** The sign-in log of a tenant with ten million rows. */
export async function measureLogs(bench: Bench): Promise<Row[]> {
  const { seconds, megabytes } = await fillLoginLog(bench, ROWS);
  const token = await signInAdministrator(bench);
  const seeded = `${ROWS} rows in ${seconds.toFixed(0)} s, ${megabytes.toFixed(0)} MB with indexes`;
  const searched: Searched = { id: 'logs', log: 'login', conditions };
  const counted = ['nothing', 'refusals', 'a user', 'a user of every fifth row', 'a fragment of some'];
  const pages = await firstPages(bench, token, seeded, searched);
  return [
    ...pages,
    await charts(bench, token, searched, counted),
    await writing(bench),
    ...(await exporting(bench, token)),
  ];
}

type Page = { results: unknown[]; next?: string; searchedTo?: string };

async function timed<T>(work: () => Promise<T>): Promise<{ millis: number; answer: T }> {
  const start = performance.now();
  const answer = await work();
  return { millis: performance.now() - start, answer };
}

/** A search whose rows and counts are measured: of which log, by which conditions. */
interface Searched {
  id: string;
  log: 'login' | 'systemOperation';
  conditions: Record<string, object>;
}

/** The first page, by every filter. */
async function firstPages(
  bench: Bench,
  token: string,
  seeded: string,
  { id, log, conditions }: Searched,
): Promise<Row[]> {
  const medians: number[] = [];
  const notes = [seeded];
  for (const [name, condition] of Object.entries(conditions)) {
    const body = { condition, count: PAGE, periodType: 'days35' };
    const ask = () => post<Page>(bench, token, `/operations/search/logs/${log}`, body);
    const first = await ask();
    const taken: number[] = [];
    for (let run = 0; run < bench.runs; run += 1) taken.push((await timed(ask)).millis);
    medians.push(median(taken));
    const cut = first.searchedTo ? `, looked back to ${first.searchedTo}` : '';
    notes.push(`${name}: ${median(taken).toFixed(1)} ms, ${first.results.length} rows${cut}`);
  }
  const row = { id, unit: 'ms' as const, limit: 20 };
  const title = id === 'logs' ? 'log search' : 'operation log search';
  return [
    sizeRow({ ...row, title: `${title}, first page, median of filters`, figure: median(medians), notes }),
    sizeRow({ ...row, title: `${title}, first page, slowest filter`, figure: Math.max(...medians) }),
  ];
}

async function charts(bench: Bench, token: string, { id, log, conditions }: Searched, names: string[]): Promise<Row> {
  const medians: number[] = [];
  const notes: string[] = [];
  for (const name of names) {
    const body = { condition: conditions[name], periodType: 'days35' };
    const ask = () =>
      post<{ rows: number; countedFrom: string | null }>(bench, token, `/operations/search/logs/${log}/chart`, body);
    const { rows, countedFrom } = await ask();
    const taken: number[] = [];
    for (let run = 0; run < bench.runs; run += 1) taken.push((await timed(ask)).millis);
    medians.push(median(taken));
    notes.push(`${name}: ${median(taken).toFixed(1)} ms, ${rows} rows${countedFrom ? ` since ${countedFrom}` : ''}`);
  }
  const title = id === 'logs' ? 'log chart, slowest' : 'operation log chart, slowest';
  return sizeRow({ id, title, unit: 'ms', figure: Math.max(...medians), limit: 100, notes });
}

/** As the page asks: in the reader's language, and an import as one row unless somebody looks for something. */
const language = 'en';
const operationConditions: Record<string, object> = {
  nothing: { grouped: true, language },
  refusals: { grouped: true, language, status: 'error' },
  deletions: { grouped: true, language, operation: 'delete' },
  'a kind of thing': { grouped: true, language, targetType: 'device' },
  'a page of settings': { grouped: true, language, setting: 'password-policy' },
  'an administrator': { operatorUserId: 'admin-3', language },
  'an administrator’s deletions': { operatorUserId: 'admin-3', operation: 'delete', language },
  'an address': { address: '10.3.3.9', language },
  'an import': { requestId: 'the-import', language },
  ...Object.fromEntries(
    [
      ...['deactivated', 'password policy', 'department', 'changed', 'user', 'admin', 'admin-1', 'user-1234'],
      ...[once.group.toLowerCase(), 'rota planner', '10.3.3', 'system', 'zzzqqq'],
    ].map((keyword) => [`"${keyword}"`, { keyword, language }]),
  ),
};

/** The operation log of a tenant with as many rows. */
export async function measureOperationLog(bench: Bench): Promise<Row[]> {
  const { seconds, megabytes } = await fillOperationLog(bench, ROWS);
  const token = await signInAdministrator(bench);
  const seeded = `${ROWS} rows in ${seconds.toFixed(0)} s, ${megabytes.toFixed(0)} MB with indexes`;
  const searched: Searched = { id: 'operation-log', log: 'systemOperation', conditions: operationConditions };
  const counted = ['nothing', 'refusals', 'a page of settings', 'an administrator', '"department"', '"deactivated"'];
  return [...(await firstPages(bench, token, seeded, searched)), await charts(bench, token, searched, counted)];
}

/** What the log row adds to the time of a sign-in, compared with any other database call. */
async function writing({ portico, seed, runs }: Bench): Promise<Row> {
  const client = new pg.Client(await appConnection(portico.owner));
  await client.connect();
  const insert = {
    name: 'write_login',
    text: `insert into login_log (tenant_id, at, id, user_uuid, user_id, login_type, status, address, user_agent, session_id, request_id)
      values ($1, $2, gen_random_uuid(), $3, $4, 'userId', 'success', $5, $6, gen_random_uuid(), gen_random_uuid()::text)`,
  };
  const agent =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36';
  const taken: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    await client.query(`begin; select set_config('app.tenant_id', '${seed.tenantId}', true)`);
    const asked = await timed(async () => {
      for (let n = 0; n < WRITTEN; n += 1) await client.query({ name: 'ask', text: 'select $1::int', values: [n] });
    });
    const written = await timed(async () => {
      for (let n = 0; n < WRITTEN; n += 1) {
        const values = [
          seed.tenantId,
          new Date(),
          seed.uuids[n % seed.users],
          `user-${n * 7}`,
          `10.0.0.${n % 250}`,
          agent,
        ];
        await client.query({ ...insert, values });
      }
    });
    await client.query('rollback');
    taken.push((written.millis - asked.millis) / WRITTEN);
  }
  await client.end();
  const notes = [`${WRITTEN} rows a run, one a statement, with indexes, terms and the wall`];
  const row = { id: 'logs', title: 'writing a row of the login log', unit: 'ms' as const, limit: 0.3, notes };
  return { ...sizeRow({ ...row, figure: median(taken) }), runs: taken };
}

async function exporting(bench: Bench, token: string): Promise<Row[]> {
  const call = caller(bench, token);
  const { result, cpu, more } = await watching(bench, call, async () => {
    const { millis, answer } = await timed(async () => {
      const begun = (await (await call('POST', '/logExport', { kind: 'login' })).json()) as { exportStatusId: string };
      const path = `/logExport/${begun.exportStatusId}`;
      return until<{ status: string; progress: { total: number; perSecond: number }; parts: unknown[] }>(
        () => call('GET', path),
        ['completed'],
      );
    });
    return { millis, ...answer };
  });
  const { total, perSecond: writing } = result.progress;
  const perSecond = total / (result.millis / 1000);
  const notes = [`${total} rows in ${result.parts.length} files; once divided ${writing} rows/s`, cpu];
  const reference = { title: 'bar', figure: 300_000 };
  const ratio = perSecond / reference.figure;
  return [
    {
      ...{ id: 'logs', title: 'export of the login log, gzip', unit: '/s', figure: perSecond, reference, ratio, notes },
      ...{ bar: { least: 1 }, met: ratio >= 1 },
    },
    sizeRow({ id: 'logs', title: 'log export: memory above rest', unit: 'MB', figure: more, limit: 60 }),
  ];
}
