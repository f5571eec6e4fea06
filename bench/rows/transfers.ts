import { setTimeout as sleep } from 'node:timers/promises';
import { cpuOf, cpuOfFamily } from '../cpu-time.ts';
import type { Bench } from '../measure.ts';
import { memoryOf } from '../processes.ts';
import { type Row, sizeRow } from '../report.ts';
import { seedMillion, signInAdministrator } from '../portico/million.ts';

const IMPORTED = 100_000;
/** How often other users call in the meantime: enough for a p95, without being a load. */
const PROBE_MILLIS = 50;

/** Imports and exports of a tenant with a million users. */
export async function measureTransfers(bench: Bench): Promise<Row[]> {
  await seedMillion(bench);
  const accessToken = await signInAdministrator(bench);
  const call = caller(bench, accessToken);
  return [...(await importing(bench, call)), ...(await exporting(bench, call))];
}

type Call = (method: string, path: string, body?: FormData | object) => Promise<Response>;

export function caller({ portico, seed }: Bench, token: string): Call {
  return async (method, path, body) => {
    const isForm = body instanceof FormData;
    const headers: Record<string, string> = { authorization: `Bearer ${token}` };
    if (body && !isForm) headers['content-type'] = 'application/json';
    const sent = isForm ? body : body && JSON.stringify(body);
    const url = `${portico.url}/api/auth/tenants/${seed.tenantId}${path}`;
    const answer = await fetch(url, { method, headers, body: sent ?? null });
    if (!answer.ok) throw new Error(`${method} ${path} answers ${answer.status}: ${await answer.text()}`);
    return answer;
  };
}

/** Polls until the work has one of these states. */
export async function until<T extends { status: string }>(ask: () => Promise<Response>, states: string[]): Promise<T> {
  for (;;) {
    const found = (await (await ask()).json()) as T;
    if (states.includes(found.status)) return found;
    if (['error', 'validation_error', 'canceled'].includes(found.status)) throw new Error(JSON.stringify(found));
    await sleep(50);
  }
}

/** How the server behaves for others while work runs: the time of their calls, and its memory. */
export async function watching<T>(bench: Bench, call: Call, work: () => Promise<T>) {
  const before = memoryOf(bench.portico.pid)?.now ?? 0;
  const spent = () => [cpuOf(bench.portico.pid) ?? 0, cpuOfFamily(bench.portico.postgresPid) ?? 0];
  const [node = 0, postgres = 0] = spent();
  const state = { peak: before, isOver: false };
  const taken: number[] = [];
  const probe = async () => {
    while (!state.isOver) {
      const start = performance.now();
      await (await call('POST', '/operations/search/users', { count: 20 })).arrayBuffer();
      taken.push(performance.now() - start);
      state.peak = Math.max(state.peak, memoryOf(bench.portico.pid)?.now ?? 0);
      await sleep(PROBE_MILLIS);
    }
  };
  const probing = probe();
  const result = await work();
  state.isOver = true;
  await probing;
  const [nodeAfter = 0, postgresAfter = 0] = spent();
  const cpu = `CPU: node ${nodeAfter - node} ms, PostgreSQL ${postgresAfter - postgres} ms, those watching included`;
  const sorted = taken.sort((a, b) => a - b);
  return { result, cpu, more: state.peak - before, p95: sorted[Math.floor(sorted.length * 0.95)] ?? 0 };
}

function fileOfUsers(run: number): Blob {
  const lines = ['operation,userId,familyName,givenName,department,location,loginMailAddress,mailAddresses,locale'];
  for (let n = 0; n < IMPORTED; n += 1) {
    const id = `import-${run}-${n}`;
    const name = n % 2 ? '山田,太郎' : 'Okafor,Chinedu';
    lines.push(`create,${id},${name},営業第${n % 40}部,Tokyo ${n % 7},${id}@bench.example,${id}@mail.example,ja`);
  }
  return new Blob([lines.join('\n')]);
}

async function importing(bench: Bench, call: Call): Promise<Row[]> {
  const file = fileOfUsers(Date.now());
  const phases: string[] = [];
  const { result, cpu, more, p95 } = await watching(bench, call, async () => {
    const start = performance.now();
    const lap = (name: string) => phases.push(`${name} after ${Math.round(performance.now() - start)} ms`);
    const form = new FormData();
    form.append('kind', 'format');
    form.append('file', file, 'users.csv');
    const { importId } = (await (await call('POST', '/userImports', form)).json()) as { importId: string };
    lap('uploaded');
    const path = `/userImports/${importId}`;
    await until(() => call('GET', path), ['previewed']);
    lap('previewed');
    await call('POST', `${path}/confirm`, {});
    const { counts } = await until<{ status: string; counts: object }>(() => call('GET', path), ['completed']);
    lap(`completed ${JSON.stringify(counts)}`);
    return performance.now() - start;
  });
  const row = { id: 'transfers', unit: 'ms' as const };
  return [
    sizeRow({ ...row, title: 'import of 100,000 users', figure: result, limit: 12_000, notes: [...phases, cpu] }),
    sizeRow({ ...row, title: 'import: others’ p95 meanwhile', figure: p95, limit: 50 }),
    sizeRow({ ...row, title: 'import: memory above rest', unit: 'MB', figure: more, limit: 80 }),
  ];
}

async function exporting(bench: Bench, call: Call): Promise<Row[]> {
  const { result, cpu, more } = await watching(bench, call, async () => {
    const start = performance.now();
    const begun = (await (await call('POST', '/userExport', {})).json()) as { exportStatusId: string };
    const path = `/userExport/${begun.exportStatusId}`;
    const done = await until<{ status: string; progress: { total: number }; parts: { index: number }[] }>(
      () => call('GET', path),
      ['completed'],
    );
    const millis = performance.now() - start;
    const asked = performance.now();
    const file = await call('GET', `${path}/download?index=1`);
    const reader = file.body?.getReader();
    await reader?.read();
    const first = performance.now() - asked;
    await reader?.cancel();
    return { millis, users: done.progress.total, parts: done.parts.length, first };
  });
  const perSecond = result.users / (result.millis / 1000);
  const row = { id: 'transfers', notes: [`${result.users} users in ${result.parts} parts`, cpu] };
  const ratio = perSecond / 200_000;
  const reference = { title: 'bar', figure: 200_000 };
  return [
    {
      ...{ ...row, title: 'export of users', unit: '/s', figure: perSecond, reference, ratio },
      ...{ bar: { least: 1 }, met: ratio >= 1 },
    },
    sizeRow({ ...row, title: 'export: first byte', unit: 'ms', figure: result.first, limit: 200 }),
    sizeRow({ ...row, title: 'export: memory above rest', unit: 'MB', figure: more, limit: 60 }),
  ];
}
