import { cpuOf, cpuOfFamily } from '../cpu-time.ts';
import type { FederatedJob, LoadResult } from '../load/jobs.ts';
import { type Bench, CONNECTIONS, inTurns, median } from '../measure.ts';
import { ask, post, signInAdministrator } from '../portico/million.ts';
import { startHelper, startLoad } from '../processes.ts';
import { type Row, rateRow } from '../report.ts';

/** Users who sign in, in turns. */
const USERS = 64;
/** Sign-ins per second, on the two cores that everything shares. */
const BAR = 150;
const RUNS_TO_WARM = 3;

type Work = { work: string; seconds: number };

/** Sign-in through others, and others through Portico. */
export async function measureFederation(bench: Bench): Promise<Row[]> {
  const documents = await measureDocuments(bench);
  const token = await signInAdministrator(bench);
  const rows = [...documents, await measureSaml(bench, token), await measureOpenid(bench, token)];
  return [...rows, ...(await measureBesideBad(bench, token))];
}

async function measureDocuments(bench: Bench): Promise<Row[]> {
  const helper = startHelper<Work, LoadResult>('reference/saml.ts');
  const { seconds } = bench;
  const compare = (ours: string, theirs: string) =>
    inTurns({ ...bench, portico: { ...bench.portico, pid: helper.pid } }, () => helper.ask({ work: ours, seconds }), {
      pid: helper.pid,
      run: () => helper.ask({ work: theirs, seconds }),
    });
  const verified = await compare('verify', 'nodeSaml');
  const issued = await compare('issue', 'samlify');
  await helper.stop();
  const id = 'federation';
  return [
    rateRow(
      { id, title: 'SAML responses verified, all checks', reference: "node-saml's validation", bar: { least: 0.8 } },
      verified,
    ),
    rateRow(
      { id, title: 'SAML responses written and signed', reference: 'samlify, same statements', bar: { least: 2 } },
      issued,
    ),
  ];
}

/** Each run calls from other addresses, since calls of one address are limited. */
let network = 0;
const nextNetwork = () => {
  network += 1;
  return network;
};

/** Both roles ours: the tenant is its own identity provider, and its users have sessions there. */
async function measureSaml(bench: Bench, token: string): Promise<Row> {
  const { tenantId } = bench.seed;
  const idp = await ask<{ entityId: string; ssoUrl: string; certifications: { pem: string; active: boolean }[] }>(
    bench,
    token,
    `/api/auth/tenants/${tenantId}/samlIdP`,
  );
  const certifications = idp.certifications.filter(({ active }) => active).map(({ pem }) => pem);
  const { entityId, ssoUrl } = idp;
  const samlId = `bench-${Date.now().toString(36)}`;
  const on = { enabled: true, jitProvisioning: true };
  const connection = { samlId, displayName: 'Bench', entityId, ssoUrl, certifications, ...on };
  await post(bench, token, '/samls', connection);
  const ours = await ask<{ entityId: string; acsUrl: string }>(
    bench,
    token,
    `/api/auth/tenants/${tenantId}/samlMetadata.json?samlId=${samlId}`,
  );
  await post(bench, token, '/samlIdP/samlSps', { displayName: 'Bench', entityId: ours.entityId, acsUrl: ours.acsUrl });
  const sessions = await Promise.all(Array.from({ length: USERS }, (_, number) => sessionOf(bench, number)));
  const begin = { path: '/api/auth/saml/sp/request', body: JSON.stringify({ tenantId, samlId }) };
  return wholeSignIns(bench, 'whole sign-ins by SAML, both roles ours', { begin, sessions });
}

async function sessionOf({ portico, seed }: Bench, number: number): Promise<string> {
  const { tenantId, password, prefix } = seed;
  const answer = await fetch(`${portico.url}/api/auth/login/user`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'userId', tenantId, credentials: `${prefix}${number}`, password }),
  });
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0];
  if (!answer.ok || !cookie) throw new Error(`not signed in: ${answer.status} ${await answer.text()}`);
  return cookie;
}

/** Connects the bench's tenant to a provider; answers how a sign-in with it begins. */
async function connectOpenid(bench: Bench, token: string, issuer: string): Promise<FederatedJob['begin']> {
  const { tenantId } = bench.seed;
  const opId = `bench-${Math.random().toString(36).slice(2, 10)}`;
  const client = { clientId: 'portico', clientSecret: 'a secret of the client' };
  await post(bench, token, '/oidcs', {
    ...{ opId, displayName: 'Bench', issuer, enabled: true, jitProvisioning: true },
    ...client,
  });
  return { path: '/api/auth/oidc/rp/request', body: JSON.stringify({ tenantId, opId }) };
}

async function measureOpenid(bench: Bench, token: string): Promise<Row> {
  const { issuer = '' } = await bench.load.ask({ kind: 'provider' });
  const begin = await connectOpenid(bench, token, issuer);
  return wholeSignIns(bench, 'whole sign-ins by an OpenID provider', { begin, sessions: null });
}

type How = Pick<FederatedJob, 'begin' | 'sessions'>;

async function wholeSignIns(bench: Bench, title: string, how: How): Promise<Row> {
  const { portico, load, seconds, runs } = bench;
  const perSecond: number[] = [];
  const cpu: number[][] = [];
  const meter = () => [cpuOf(portico.pid) ?? Number.NaN, cpuOfFamily(portico.postgresPid) ?? Number.NaN];
  for (let run = 0; run < RUNS_TO_WARM + runs; run += 1) {
    const at = { port: portico.port, connections: CONNECTIONS, network: nextNetwork(), subjects: USERS };
    const before = meter();
    const { count, seconds: took } = await load.ask({ kind: 'federated', ...at, ...how, seconds });
    perSecond.push(count / took);
    cpu.push(meter().map((after, at) => (after - (before[at] as number)) / count));
  }
  const counted = perSecond.slice(RUNS_TO_WARM);
  const figure = median(counted);
  const ratio = figure / BAR;
  const bar = { least: 1 };
  const reference = { title: 'bar', figure: BAR };
  const notes = ['from the first call to the session, load generator and provider on the same cores'];
  const used = [0, 1].map((at) => median(cpu.slice(RUNS_TO_WARM).map((values) => values[at] as number)));
  const row = { id: 'federation', title, unit: '/s', figure, reference, ratio, bar } as const;
  return { ...row, met: ratio >= 1, runs: counted, cpu: used, notes };
}

/** Sign-ins at a time while another provider misbehaves: fewer than the machine can serve, so that waiting is seen. */
const QUIET_CONNECTIONS = 2;

const bads = [
  { title: 'that hangs', tokens: { hangs: true }, connections: 64, everyMillis: 0 },
  { title: 'that answers 100 MB', tokens: { bytes: 100_000_000 }, connections: 8, everyMillis: 1000 },
] as const;

/** How long sign-ins take while a provider of other users misbehaves. */
async function measureBesideBad(bench: Bench, token: string): Promise<Row[]> {
  const { portico, load } = bench;
  const { issuer: good = '' } = await load.ask({ kind: 'provider' });
  const begin = await connectOpenid(bench, token, good);
  const seconds = Math.max(6, bench.seconds);
  const common = { kind: 'federated', port: portico.port, sessions: null, subjects: USERS } as const;
  const signIns = async () => {
    const at = { begin, connections: QUIET_CONNECTIONS, network: nextNetwork(), seconds };
    return (await load.ask({ ...common, ...at })).millis ?? [];
  };
  await signIns();
  const rows: Row[] = [];
  for (const { title, tokens, connections, everyMillis } of bads) {
    const other = startLoad();
    const { issuer = '' } = await other.ask({ kind: 'provider', tokens });
    const bad = { begin: await connectOpenid(bench, token, issuer), connections, refused: { everyMillis } };
    const [quiet, beside]: [number[], number[]] = [[], []];
    let tries = 0;
    for (let run = 0; run < bench.runs; run += 1) {
      quiet.push(...(await signIns()));
      const trying = other.ask({ ...common, ...bad, network: nextNetwork(), seconds });
      beside.push(...(await signIns()));
      tries += (await trying).count;
    }
    await other.stop();
    const [figure, reference] = [p95(beside), p95(quiet)];
    rows.push({
      ...{ id: 'federation', title: `sign-ins beside a provider ${title}, p95`, unit: 'ms', figure },
      ...{ reference: { title: 'without it', figure: reference }, ratio: figure / reference },
      ...{ bar: { most: 2 }, met: figure <= 2 * reference },
      notes: [`${tries} tries with it were refused, ${connections} at a time; ${beside.length} sign-ins`],
    });
  }
  return rows;
}

function p95(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN;
}
