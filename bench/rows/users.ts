import { userSortColumns } from '#contract/people/users-search.ts';
import { type Bench, CONNECTIONS, median, warmUp } from '../measure.ts';
import { post, seedMillion, signInAdministrator } from '../portico/million.ts';
import { type Row, sizeRow } from '../report.ts';

const PAGE = 50;
/** Fragments that match no, few, thousands and most users: Latin, two kanji and more, one kanji, a symbol. */
const fragments = [
  ...['zzzqqq', 'u0012345', 'naoki.sato', 'suzuki', 'schmidt', 'demo.example', 'u0999', 'a', 'q', 'zz', '%'],
  ...['佐藤', '山田太郎', '営業', '鈴木 花', '田', '佐', '鬱', '部'],
];

/** The user list of a tenant with a million users. */
export async function measureUsers(bench: Bench): Promise<Row[]> {
  const perSecond = await seedMillion(bench);
  const accessToken = await signInAdministrator(bench);
  const ask = asker(bench, accessToken);
  const rows = [await pages(ask, bench.runs), await jumps(ask, bench.runs), ...(await searches(ask, bench.runs))];
  const seeded = rate('made-up users, with every index', perSecond, 20_000);
  return [seeded, ...rows, await creation(bench, accessToken)];
}

interface Page {
  results: unknown[];
  next?: string;
  previous?: string;
}
type Ask = (body: Record<string, unknown>) => Promise<{ millis: number; page: Page }>;

function asker(bench: Bench, token: string): Ask {
  return async (body) => {
    const start = performance.now();
    const page = await post<Page>(bench, token, '/operations/search/users', body);
    return { millis: performance.now() - start, page };
  };
}

/** First, next and previous page by every column, each called once before measuring. */
async function pages(ask: Ask, runs: number): Promise<Row> {
  const taken: number[] = [];
  await warmUp(() => ask({ sort: 'userId', count: PAGE }));
  for (const sort of userSortColumns) {
    const { page: first } = await ask({ sort, count: PAGE });
    const { page: next } = await ask({ sort, count: PAGE, cursor: first.next });
    for (let run = 0; run < runs; run += 1) {
      taken.push((await ask({ sort, count: PAGE })).millis);
      taken.push((await ask({ sort, count: PAGE, cursor: first.next })).millis);
      taken.push((await ask({ sort, count: PAGE, cursor: next.previous })).millis);
    }
  }
  return time('user list: first page, next, previous', taken, 5);
}

async function jumps(ask: Ask, runs: number): Promise<Row> {
  const taken: number[] = [];
  const first: number[] = [];
  for (const sort of userSortColumns) {
    first.push((await ask({ sort, count: PAGE, page: 10_000 })).millis);
    // The markers of the pages are read without measuring.
    await new Promise((done) => setTimeout(done, 5000));
    for (let run = 0; run < runs; run += 1) taken.push((await ask({ sort, count: PAGE, page: 10_000 + run })).millis);
  }
  return time('user list: jump to page 10,000', taken, 20, [`the first jump by a column ${list(first)} ms`]);
}

async function searches(ask: Ask, runs: number): Promise<Row[]> {
  const medians: number[] = [];
  const all: number[] = [];
  const notes: string[] = [];
  for (const keyword of fragments) {
    const taken: number[] = [];
    for (const sort of ['userId', 'name', 'department'] as const) {
      await ask({ condition: { keyword }, sort, count: PAGE });
      for (let run = 0; run < runs; run += 1)
        taken.push((await ask({ condition: { keyword }, sort, count: PAGE })).millis);
    }
    medians.push(median(taken));
    all.push(...taken);
    notes.push(`${keyword}: ${median(taken).toFixed(1)} ms, at most ${Math.max(...taken).toFixed(1)}`);
  }
  const worst = [Math.max(...all)];
  return [time('search by a fragment, median', medians, 20, notes), time('search by a fragment, slowest', worst, 60)];
}

/** Runs not counted, because calls that create users are compiled later than those that read. */
const WARM_UPS = 4;

/** Users created one per call, including the log row. */
async function creation({ portico, seed, load, runs, seconds }: Bench, token: string): Promise<Row> {
  const path = `/api/auth/tenants/${seed.tenantId}/users`;
  const perSecond: number[] = [];
  for (let run = 0; run < WARM_UPS + runs; run += 1) {
    const job = { kind: 'user' as const, port: portico.port, connections: CONNECTIONS, path, token, seconds };
    const made = await load.ask({ ...job, prefix: `made-${run}-` });
    perSecond.push(made.count / made.seconds);
  }
  return rate('POST users', median(perSecond.slice(WARM_UPS)), 1500);
}

const list = (values: number[]) => values.map((value) => value.toFixed(0)).join(', ');

function time(title: string, taken: number[], limit: number, notes: string[] = []): Row {
  const row = sizeRow({ id: 'users', title, unit: 'ms', figure: median(taken), limit, notes });
  return { ...row, runs: taken };
}

function rate(title: string, figure: number, least: number): Row {
  const reference = { title: 'bar', figure: least };
  const ratio = figure / least;
  return { id: 'users', title, unit: '/s', figure, reference, ratio, bar: { least: 1 }, met: ratio >= 1, notes: [] };
}
