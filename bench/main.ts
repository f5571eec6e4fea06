import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import type { Bench } from './measure.ts';
import { seed } from './portico/seed.ts';
import { startPortico } from './portico/start.ts';
import { startLoad } from './processes.ts';
import { atSpeed, type Row, toTable, type Yardstick, yardstickLine } from './report.ts';
import { measureIntrospection, measureMe } from './rows/access-token.ts';
import { measureDeviceSignIn } from './rows/device-sign-in.ts';
import { measureFederation } from './rows/federation.ts';
import { measureGroups } from './rows/groups.ts';
import { measureList } from './rows/list.ts';
import { measureLogs, measureOperationLog } from './rows/logs.ts';
import { measureRest, measureUse } from './rows/memory.ts';
import { measurePages } from './rows/pages.ts';
import { measurePermissions } from './rows/permissions.ts';
import { measurePermissionScreen } from './rows/permission-screen.ts';
import { measurePolicy } from './rows/policy.ts';
import { measureRefresh } from './rows/refresh.ts';
import { measureSignIn } from './rows/sign-in.ts';
import { measureTransfers } from './rows/transfers.ts';
import { measureUsersPage } from './rows/users-page.ts';
import { measureUsers } from './rows/users.ts';
import { measureSpeed, measureYardstick } from './rows/yardstick.ts';

/** Rows in order: memory at rest comes first, memory after use follows the sign-ins it counts. */
const table: readonly { id: string; measure(bench: Bench): Promise<Row[]> }[] = [
  { id: 'memory', measure: measureRest },
  { id: 'sign-in', measure: measureSignIn },
  { id: 'device-sign-in', measure: measureDeviceSignIn },
  { id: 'memory', measure: measureUse },
  { id: 'refresh', measure: measureRefresh },
  { id: 'introspection', measure: measureIntrospection },
  { id: 'me', measure: measureMe },
  { id: 'federation', measure: measureFederation },
  { id: 'list', measure: measureList },
  { id: 'pages', measure: measurePages },
];
/** Rows that first create a million users or ten million log rows: only run when named. */
const large: typeof table = [
  { id: 'users', measure: measureUsers },
  { id: 'users-page', measure: measureUsersPage },
  { id: 'groups', measure: measureGroups },
  { id: 'transfers', measure: measureTransfers },
  { id: 'policy', measure: measurePolicy },
  { id: 'permissions', measure: measurePermissions },
  { id: 'permissions', measure: measurePermissionScreen },
  { id: 'logs', measure: measureLogs },
  { id: 'operation-log', measure: measureOperationLog },
];
/** Rows whose bars are times and rates of another machine: the speed of this one is measured before and after. */
const ofAnotherMachine = [
  'users',
  'groups',
  'transfers',
  'policy',
  'permissions',
  'logs',
  'operation-log',
  'device-sign-in',
  'federation',
];
const usual = [...new Set(table.map(({ id }) => id))];
const ids = [...new Set([...usual, ...large.map(({ id }) => id)])];

const USERS = 20_000;

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      json: { type: 'boolean', default: false },
      runs: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '2' },
      profile: { type: 'string' },
      keep: { type: 'string' },
    },
  });
  const unknown = positionals.filter((id) => !ids.includes(id));
  if (unknown.length > 0) throw new Error(`no row is called ${unknown.join(', ')}; there are ${ids.join(', ')}`);
  const rows = positionals.length > 0 ? positionals : usual;
  return { ...values, runs: Number(values.runs), seconds: Number(values.seconds), rows };
}

function describeMachine(): string {
  const load = loadavg().map((value) => value.toFixed(2));
  return `${availableParallelism()} cores (${cpus()[0]?.model}), ${Math.round(totalmem() / 1e9)} GB, Node ${process.versions.node}, load average ${load.join(' ')}`;
}

/** Rows converted to the machine where their bars were set. */
async function comparably(bench: Bench, measure: (bench: Bench) => Promise<Row[]>): Promise<Row[]> {
  const before = await measureSpeed(bench);
  const rows = await measure(bench);
  const speed = Math.max(before, await measureSpeed(bench));
  const note = `this machine was ${speed.toFixed(2)} times as fast as the one where the bars were set`;
  return rows
    .map((row) => atSpeed(speed, row))
    .map((row) => (row.adjusted ? { ...row, notes: [...row.notes, note] } : row));
}

async function run(options: ReturnType<typeof readArguments>): Promise<{ rows: Row[]; yardstick: Yardstick }> {
  const say = (line: string) => console.error(`bench: ${line}`);
  say('starting Portico');
  const portico = await startPortico(options);
  const load = startLoad();
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => portico.stop().finally(() => process.exit(130)));
  try {
    const made = await seed(portico, USERS);
    const bench: Bench = { portico, seed: made, load, runs: options.runs, seconds: options.seconds, signIns: 0 };
    const rows: Row[] = [];
    for (const { id, measure } of [...table, ...large]) {
      if (!options.rows.includes(id)) continue;
      say(id);
      rows.push(...(ofAnotherMachine.includes(id) ? await comparably(bench, measure) : await measure(bench)));
    }
    say('yardstick');
    return { rows, yardstick: await measureYardstick(bench) };
  } finally {
    await load.stop();
    await portico.stop();
  }
}

const options = readArguments();
const before = describeMachine();
const result = await run(options);
if (options.json) console.log(JSON.stringify({ machine: before, ...result }, null, 2));
else
  console.log(
    `${before}\n\n${toTable(result.rows)}\n\n${yardstickLine(result.yardstick)}\nafterwards: ${describeMachine()}`,
  );
if (result.rows.some(({ met }) => !met)) process.exitCode = 1;
