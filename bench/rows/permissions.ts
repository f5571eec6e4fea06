import { cpuOf, cpuOfFamily } from '../cpu-time.ts';
import { type Bench, median, warmUp } from '../measure.ts';
import { EXCEPTIONS, fillGrants, licenseIds } from '../portico/grants.ts';
import { licenseHeldBy, makeHolders } from '../portico/holders.ts';
import { ask, seedMillion, signInAdministrator } from '../portico/million.ts';
import { type Row, sizeRow } from '../report.ts';
import { type Ask, licensePath } from './permission-calls.ts';
import { differences } from './permission-counts.ts';
import { lastSeats } from './permission-seats.ts';

/** Searches of the screens' fields and period dialog; fragments that match no, few, thousands and most users. */
const searches: Record<'user' | 'device', Record<string, object>> = {
  user: {
    'no search': {},
    'keyword of many': { keyword: 'a' },
    'keyword of some': { keyword: 'suzuki' },
    'keyword of nobody': { keyword: 'zzzqqq' },
    'keyword, two kanji': { keyword: '佐藤' },
    'keyword, one kanji': { keyword: '部' },
    'user id': { userId: 'u0012345' },
    'user id, a thousand': { userId: 'u0099' },
    'mail address': { mailAddress: 'naoki.sato' },
    names: { names: 'schmidt' },
    'names, both': { names: '山田 太郎' },
    department: { department: '営業' },
    location: { location: '東京' },
    'signed in within a day': { lastSignIn: { periodType: 'hours24' } },
    'signed in within 35 days': { lastSignIn: { periodType: 'days35' } },
    'two at once': { keyword: 'suzuki', lastSignIn: { periodType: 'days35' } },
    'has a license': { license: { licenseId: licenseIds('user')[8], permitted: true } },
    'has it not': { license: { licenseId: licenseIds('user')[8], permitted: false } },
    'excepted from a license for all': { license: { licenseId: licenseIds('allUsers')[0], permitted: false } },
    'keyword, has it not': { keyword: 'suzuki', license: { licenseId: licenseIds('user')[8], permitted: false } },
  },
  device: {
    'no search': {},
    'keyword of many': { keyword: 'device' },
    'keyword of some': { keyword: 'berlin' },
    'keyword, two kanji': { keyword: '大阪' },
    'device id': { deviceId: 'device-012345' },
    'device id, a thousand': { deviceId: '0123' },
    comment: { comment: 'copy room' },
    type: { deviceType: ['PowerMeter'] },
    'seen within a day': { lastSeen: { periodType: 'hours24' } },
    'seen within 35 days': { lastSeen: { periodType: 'days35' } },
    'has a license': { license: { licenseId: licenseIds('device')[0], permitted: true } },
    'has not one for all': { license: { licenseId: licenseIds('allDevices')[0], permitted: false } },
  },
};
const columns = {
  user: [...licenseIds('user').slice(8, 11), ...licenseIds('allUsers').slice(0, 2)],
  device: [...licenseIds('device'), ...licenseIds('allDevices')],
};
const PAGE = 100;

/** Who has a license, or has not, and who is in a group: of a few, of thousands, and of many; beside a fragment too. */
function byHolders(groups: ReadonlyMap<string, string>): Record<string, object> {
  const sizes = [50, 5000, 10_000, 20_000, 100_000] as const;
  const found: Record<string, object> = {};
  for (const size of sizes) {
    const license = (permitted: boolean) => ({ licenseId: licenseHeldBy(size), permitted });
    const group = { uuid: groups.get(licenseHeldBy(size)) };
    found[`has what ${size} have`] = { license: license(true) };
    found[`has not what ${size} have`] = { license: license(false) };
    found[`in a group of ${size}`] = { group };
    found[`in a group of ${size}, has not the license`] = { group, license: license(false) };
    found[`in a group of ${size}, has what 10,000 have`] = {
      group,
      license: { ...license(true), licenseId: licenseHeldBy(10_000) },
    };
    found[`keyword, has what ${size} have`] = { keyword: 'suzuki', license: license(true) };
    found[`keyword, in a group of ${size}`] = { keyword: 'suzuki', group };
  }
  const nested = { uuid: groups.get('held-nested'), members: 'all' };
  found['in a nested group of 15,000'] = { group: nested };
  found['in a nested group, not direct'] = { group: { ...nested, members: 'inherited' } };
  found['not in a nested group'] = { group: { ...nested, included: false } };
  found['keyword of nobody, has what 20,000 have'] = {
    keyword: 'zzzqqq',
    license: { licenseId: licenseHeldBy(20_000), permitted: true },
  };
  return found;
}

/** The permission screens of a tenant with a million users, 100,000 devices and twenty million permissions. */
export async function measurePermissions(bench: Bench): Promise<Row[]> {
  await seedMillion(bench);
  const made = await fillGrants(bench);
  const groups = await makeHolders(bench);
  const token = await signInAdministrator(bench);
  const timed: Ask = async (call, body) => {
    const start = performance.now();
    const answer = (await ask(bench, token, `/api/service/tenants/${bench.seed.tenantId}${call}`, body)) as never;
    return { millis: performance.now() - start, answer };
  };
  return [
    await opening(timed, bench, `${made.grants} permissions that count, made in ${made.seconds.toFixed(0)} s`),
    ...(await pages(timed, bench, byHolders(groups))),
    await checkingAll(timed, bench),
    await rule(timed, bench),
    await use(timed, bench),
    await lastSeats(bench, timed),
  ];
}

/** All calls of the screen before its first table: licenses and kinds, then the page. */
async function opening(timed: Ask, bench: Bench, made: string): Promise<Row> {
  const open = async () => {
    const [list, kinds] = [
      await timed('/licenses?volumeType=user&status=activated&count=500&sort=serviceName'),
      await timed('/availableVolumeTypes'),
    ];
    const page = await timed('/operations/search/userPermissions', question('user', {}));
    return list.millis + kinds.millis + page.millis;
  };
  await warmUp(open);
  const taken = await several(bench, open, bench.runs);
  return time('permission screen: opening it, three calls one after the other', taken, 30, [made]);
}

const question = (type: 'user' | 'device', condition: object) => ({
  ...{ condition, licenseIds: columns[type], count: PAGE, page: 1 },
});

/** The time of each, and the CPU milliseconds of Node and PostgreSQL, which tell more on a busy machine. */
interface Taken {
  /** The first time, when nothing is known of it: not among the others. */
  first: number;
  millis: number[];
  cpu: number[];
}

async function several({ portico }: Bench, work: () => Promise<number>, runs: number): Promise<Taken> {
  const spent = () => [cpuOf(portico.pid) ?? Number.NaN, cpuOfFamily(portico.postgresPid) ?? Number.NaN];
  const first = await work();
  const before = spent();
  const millis: number[] = [];
  for (let run = 0; run < runs; run += 1) millis.push(await work());
  return { first, millis, cpu: spent().map((after, at) => (after - (before[at] ?? 0)) / runs) };
}

async function pages(timed: Ask, bench: Bench, holders: Record<string, object>): Promise<Row[]> {
  const rows: Row[] = [];
  const filters = 'permission screen page, 100 users, by licenses and groups';
  const all = [
    ...(['user', 'device'] as const).map((type) => ({
      ...{ type, searches: searches[type] },
      title: `permission screen page, 100 ${type}s x 5 licences, searches`,
    })),
    { type: 'user' as const, searches: holders, title: filters },
  ];
  for (const { type, searches, title } of all) {
    const medians: number[] = [];
    const cpus: number[][] = [];
    const notes: string[] = [];
    const call = `/operations/search/${type}Permissions`;
    await warmUp(() => timed(call, question(type, {})));
    for (const [name, condition] of Object.entries(searches)) {
      let found = 0;
      const { first, millis, cpu } = await several(
        bench,
        async () => {
          const { millis, answer } = await timed<{ totalResults: number }>(call, question(type, condition));
          found = answer.totalResults;
          return millis;
        },
        3 * bench.runs,
      );
      medians.push(median(millis));
      cpus.push(cpu);
      notes.push(
        `${name}: ${median(millis).toFixed(1)} ms, first ${first.toFixed(1)}, at most ${Math.max(...millis).toFixed(1)}, CPU ${said(cpu)}, ${found} found`,
      );
    }
    const cpu = [0, 1].map((at) => median(cpus.map((one) => one[at] ?? Number.NaN)));
    rows.push(time(`${title}, median`, { millis: medians, cpu }, 15, notes));
    const slowest = [Math.max(...medians)];
    rows.push(time(`${title}, slowest`, { millis: slowest, cpu: [Number.NaN] }, 60));
  }
  return rows;
}

const said = (cpu: readonly number[]) => cpu.map((value) => value.toFixed(1)).join(' + ');

/** Previews and then assigns or removes a license for a thousand users of a search. */
async function checkingAll(timed: Ask, bench: Bench): Promise<Row> {
  const condition = { userId: 'u0099' };
  const [licenseId = ''] = licenseIds('user');
  let permissions = false;
  let matching = 0;
  const save = async () => {
    permissions = !permissions;
    const counted = await timed<{ matching: number }>('/operations/count/userPermissions', { licenseId, condition });
    matching = counted.answer.matching;
    const body = { condition, permissions, expectedCount: matching };
    const saved = await timed(`${licensePath(licenseId)}/matchingUserPermissions`, body);
    return counted.millis + saved.millis;
  };
  const taken = await several(bench, save, 2 * bench.runs);
  return time('all-check of 1,000 filtered users, question and save', taken, 1000, [`${matching} users`]);
}

/** A rule for all users except a thousand. */
async function rule(timed: Ask, bench: Bench): Promise<Row> {
  const reversePermittedUsers = Array.from({ length: EXCEPTIONS }, (_, n) => `u${String(1 + n * 97).padStart(7, '0')}`);
  const call = `${licensePath(licenseIds('allUsers').at(-1) ?? '')}/allUserPermissions`;
  const save = async () => (await timed(call, { permissions: true, reversePermittedUsers })).millis;
  return time('all users with 1,000 exceptions', await several(bench, save, 2 * bench.runs), 100);
}

/** The used count as the screen reads it; for every license, compared with counting row by row. */
async function use(timed: Ask, bench: Bench): Promise<Row> {
  const wrong = await differences(bench, timed);
  const [licenseId = ''] = licenseIds('allUsers');
  const read = async () => (await timed(`/licenses?licenseId=${licenseId}`)).millis;
  const row = time(
    'used count of a licence for all users with exceptions',
    await several(bench, read, 5 * bench.runs),
    20,
    [wrong.length === 0 ? 'as counted row by row, of every licence' : `NOT as counted: ${wrong.join(', ')}`],
  );
  return { ...row, met: row.met && wrong.length === 0 };
}

function time(title: string, { millis, cpu }: Omit<Taken, 'first'>, limit: number, notes: string[] = []): Row {
  const row = sizeRow({ id: 'permissions', title, unit: 'ms', figure: median(millis), limit, notes });
  return { ...row, runs: millis, cpu: cpu.some(Number.isNaN) ? null : cpu };
}
