import autocannon from 'autocannon';
import type { CardJob, Job, LoadResult, RefreshJob, RepeatJob, SignInJob, UserJob } from './jobs.ts';
import { keepBusy, whileTime } from './busy.ts';
import { type HttpAnswer, postRequest } from './connection.ts';
import { signInFederated, startProvider } from './federated.ts';

/** The load generator, in its own process: gets jobs as messages and answers each with a result or an error. */
process.on('message', (job: Job) => {
  run(job).then(
    (result) => process.send?.({ result }),
    (error) => process.send?.({ error: String((error as Error).message ?? error) }),
  );
});

process.on('disconnect', () => process.exit());

function run(job: Job): Promise<LoadResult> {
  if (job.kind === 'signIn') return signIn(job);
  if (job.kind === 'card') return holdCards(job);
  if (job.kind === 'user') return makeUsers(job);
  if (job.kind === 'provider') return startProvider(job);
  if (job.kind === 'federated') return signInFederated(job);
  return job.kind === 'refresh' ? refresh(job) : repeat(job);
}

/** Any unexpected answer ends the bench, because a figure that includes refusals is worthless. */
function expect(answer: HttpAnswer, part: string): void {
  if (answer.status === 200 && answer.body.includes(part)) return;
  throw new Error(`answered ${answer.status} ${answer.body.slice(0, 300)}`);
}

async function signIn(job: SignInJob): Promise<LoadResult> {
  const { tenantId, password, most = Number.POSITIVE_INFINITY } = job;
  let next = job.first;
  const inTime = whileTime(job.seconds);
  const goOn = () => next < job.first + most && inTime();
  return keepBusy(job, goOn, async (connection) => {
    const credentials = `${job.prefix}${next++ % job.users}`;
    const body = JSON.stringify({ type: 'userId', tenantId, credentials, password });
    expect(
      await connection.send(postRequest('/api/auth/login/user', 'application/json', body)),
      '"status":"completed"',
    );
  });
}

async function holdCards(job: CardJob): Promise<LoadResult> {
  let next = job.first;
  return keepBusy(job, whileTime(job.seconds), async (connection) => {
    const turn = next++;
    const body = JSON.stringify({ way: 'card', card: `${job.prefix}${turn % job.users}` });
    const token = job.tokens[turn % job.tokens.length] as string;
    const answer = await connection.send(postRequest('/api/auth/device/login', 'application/json', body, token));
    expect(answer, '"status":"completed"');
  });
}

async function makeUsers(job: UserJob): Promise<LoadResult> {
  let next = 0;
  return keepBusy(job, whileTime(job.seconds), async (connection) => {
    const user = { userId: `${job.prefix}${next++}`, familyName: '山田', givenName: 'Anna' };
    // The connection sends ASCII.
    const body = JSON.stringify(user).replace(/[^\x20-\x7e]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16)}`);
    expect(await connection.send(postRequest(job.path, 'application/json', body, job.token)), '"uuid"');
  });
}

async function refresh(job: RefreshJob): Promise<LoadResult> {
  // Each connection has its own token families: concurrent refreshes of one family count as an attack.
  const lanes = Array.from({ length: job.connections }, (_, lane) =>
    job.families.filter((_, at) => at % job.connections === lane),
  );
  const turns = lanes.map(() => 0);
  const result = await keepBusy(job, whileTime(job.seconds), async (connection, lane) => {
    const own = lanes[lane] as string[];
    const turn = (turns[lane] as number) % own.length;
    turns[lane] = turn + 1;
    const body = `grant_type=refresh_token&client_id=${encodeURIComponent(job.clientId)}&refresh_token=${own[turn]}`;
    const answer = await connection.send(postRequest(job.path, 'application/x-www-form-urlencoded', body));
    expect(answer, '"refresh_token"');
    const next = (JSON.parse(answer.body) as { refresh_token: string }).refresh_token;
    if (next === own[turn]) throw new Error('the refresh token was not rotated');
    own[turn] = next;
  });
  return { ...result, families: lanes.flat() };
}

async function repeat(job: RepeatJob): Promise<LoadResult> {
  const result = await autocannon({
    url: `http://127.0.0.1:${job.port}`,
    connections: job.connections,
    duration: job.seconds,
    requests: job.requests,
  });
  const failed = result.non2xx + result.errors + result.timeouts;
  if (failed > 0) throw new Error(`${failed} of ${result['2xx'] + failed} requests failed`);
  return { count: result['2xx'], seconds: result.duration };
}
