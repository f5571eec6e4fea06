import type { RepeatJob } from '../load/jobs.ts';
import { type Bench, CONNECTIONS, inTurns } from '../measure.ts';
import { type Person, revoke, signInMany } from '../portico/people.ts';
import { startHelper } from '../processes.ts';
import { rateRow, type Row } from '../report.ts';

type Request = RepeatJob['requests'][number];

/** Calls with the access tokens of this number of users. */
const PEOPLE = 64;

/** Introspection by an app of the tenant. */
export async function measureIntrospection(bench: Bench): Promise<Row[]> {
  const { id, secret } = bench.seed.client;
  const authorization = `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`;
  const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' };
  const request = ({ accessToken }: Person) => ({
    method: 'POST',
    path: '/api/auth/oauth/provider/introspect',
    headers,
    body: `token=${accessToken}`,
  });
  return measure(bench, { id: 'introspection', title: 'introspection', refused: '{"active":false}' }, request);
}

export async function measureMe(bench: Bench): Promise<Row[]> {
  const request = ({ accessToken }: Person) => ({
    method: 'GET',
    path: '/api/auth/me',
    headers: { authorization: `Bearer ${accessToken}` },
  });
  return measure(bench, { id: 'me', title: 'GET /api/auth/me', refused: 'invalid_token' }, request);
}

/** Compares a call with a token to a bare route with the same requests and the same answer. */
async function measure(
  bench: Bench,
  what: { id: string; title: string; refused: string },
  request: (person: Person) => Request,
): Promise<Row[]> {
  const { portico, load, seconds } = bench;
  const people = await signInMany(portico, bench.seed, PEOPLE);
  const requests = people.map(request);
  const bytes = await once(portico.url, requests[0] as Request);
  if (bytes.includes(what.refused)) throw new Error(`refused: ${bytes}`);
  const bare = startHelper<{ bytes: string }, { port: number }>('reference/bare-fastify.ts');
  const { port } = await bare.ask({ bytes });
  const job = { kind: 'repeat', connections: CONNECTIONS, seconds } as const;
  const result = await inTurns(bench, () => load.ask({ ...job, port: portico.port, requests }), {
    pid: bare.pid,
    run: () => load.ask({ ...job, port, requests: requests.map((one) => ({ ...one, path: '/bytes' })) }),
  });
  await bare.stop();
  const reference = `a bare Fastify route that gets the same requests and answers the same ${bytes.length} bytes`;
  const notes = [await revocationNote(bench, people[0] as Person, requests[0] as Request, what.refused)];
  return [rateRow({ id: what.id, title: what.title, reference, bar: { least: 0.3 }, notes }, result)];
}

async function once(url: string, { path, ...init }: Request): Promise<string> {
  return (await fetch(url + path, init)).text();
}

/** How soon a token in use is refused after its revocation. */
async function revocationNote({ portico }: Bench, person: Person, request: Request, refused: string): Promise<string> {
  if ((await once(portico.url, request)).includes(refused)) throw new Error('refused before it was revoked');
  await revoke(portico, person);
  const start = performance.now();
  while (!(await once(portico.url, request)).includes(refused)) {
    if (performance.now() - start > 1000) throw new Error('a revoked token was still good after a second');
  }
  return `revocation seen after ${Math.round(performance.now() - start)} ms`;
}
