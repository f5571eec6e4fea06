import { type Bench, median, warmUp } from '../measure.ts';
import { post, seedMillion, signInAdministrator } from '../portico/million.ts';
import { type Row, sizeRow } from '../report.ts';

/** Page sizes of the screens. */
const GROUPS = 100;
const MEMBERS = 50;

interface Group {
  uuid: string;
  groupId: string;
  hasChildren: boolean;
  userCount: number;
}
interface Page<Item = unknown> {
  results: Item[];
  totalResults: number;
  next?: string;
  previous?: string;
}
type Ask = <Answer>(call: string, body: object) => Promise<{ millis: number; answer: Answer }>;

/** Groups of a tenant with ten thousand groups, six levels deep, and a million users; one group has 200,000 members. */
export async function measureGroups(bench: Bench): Promise<Row[]> {
  await seedMillion(bench);
  const token = await signInAdministrator(bench);
  const ask: Ask = async (call, body) => {
    const start = performance.now();
    const answer = (await post(bench, token, call, body)) as never;
    return { millis: performance.now() - start, answer };
  };
  const { row, path } = await drillDown(ask, bench.runs);
  const [largest] = path[0]?.filter(({ userCount }) => userCount > 100_000) ?? [];
  if (!largest) throw new Error('no group has that many members');
  const inherited = path.flatMap((level) => level.slice(0, 3));
  return [row, await membersOf(ask, largest, bench.runs), await inheritedBy(ask, inherited, bench.runs)];
}

/** From the top to the lowest level, each level called once before measuring. Returns the groups of each level too. */
async function drillDown(ask: Ask, runs: number): Promise<{ row: Row; path: Group[][] }> {
  const taken: number[] = [];
  const path: Group[][] = [];
  await warmUp(() => ask('/operations/search/groups', { condition: { hasParents: false }, count: GROUPS }));
  const listed = { count: GROUPS, sort: 'name' };
  for (let body: object | null = { condition: { hasParents: false } }; body; ) {
    const asked: object = { ...body, ...listed };
    const { answer } = await ask<Page<Group>>('/operations/search/groups', asked);
    for (let run = 0; run < 5 * runs; run += 1) taken.push((await ask('/operations/search/groups', asked)).millis);
    path.push(answer.results);
    const next = answer.results.find(({ hasChildren }) => hasChildren);
    body = next ? { filter: { name: 'childGroups', option: { baseGroupId: next.uuid }, included: true } } : null;
  }
  const notes = [`${path.length} levels, ${path.map(({ length }) => length).join(', ')} groups`];
  return { row: time('group tree: drill-down', median(taken), taken, 5, notes), path };
}

/** First, next and previous page from either end. */
async function membersOf(ask: Ask, { uuid, userCount }: Group, runs: number): Promise<Row> {
  const call = `/groups/${uuid}/operations/search/users`;
  const taken: number[] = [];
  for (const order of ['ascending', 'descending']) {
    const listed = { count: MEMBERS, order };
    const { answer: first } = await ask<Page>(call, listed);
    const { answer: second } = await ask<Page>(call, { ...listed, cursor: first.next });
    await warmUp(() => ask(call, listed));
    for (let run = 0; run < runs; run += 1) {
      for (const cursor of [undefined, first.next, second.next, second.previous])
        taken.push((await ask(call, { ...listed, cursor })).millis);
    }
  }
  const notes = [`${userCount} members; at most ${Math.max(...taken).toFixed(1)} ms`];
  return time('members of a large group', median(taken), taken, 10, notes);
}

/** Groups of every level, from those with thousands of groups below them to those with none. */
async function inheritedBy(ask: Ask, groups: readonly Group[], runs: number): Promise<Row> {
  const taken: number[] = [];
  const medians: number[] = [];
  const notes: string[] = [];
  for (const { uuid, groupId } of groups) {
    const call = `/groups/${uuid}/operations/search/users`;
    const here: number[] = [];
    let total = 0;
    for (const members of ['inherited', 'all']) {
      const listed = { count: MEMBERS, members };
      const { answer } = await ask<Page>(call, listed);
      total = answer.totalResults;
      for (let run = 0; run < runs; run += 1) {
        here.push((await ask(call, listed)).millis);
        if (answer.next) here.push((await ask(call, { ...listed, cursor: answer.next })).millis);
      }
    }
    taken.push(...here);
    medians.push(median(here));
    notes.push(`${groupId}, ${total} in all: ${median(here).toFixed(1)} ms, at most ${Math.max(...here).toFixed(1)}`);
  }
  return time('inherited members, median of the slowest group', Math.max(...medians), taken, 50, notes);
}

function time(title: string, figure: number, runs: number[], limit: number, notes: string[]): Row {
  return { ...sizeRow({ id: 'groups', title, unit: 'ms', figure, limit, notes }), runs };
}
