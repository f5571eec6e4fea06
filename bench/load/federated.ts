import { setTimeout as sleep } from 'node:timers/promises';
import { type OpenidProvider, startOpenidProvider } from '#test/openid-provider.ts';
import { keepBusy, whileTime } from './busy.ts';
import { type Connection, getRequest, type HttpAnswer, postRequest } from './connection.ts';
import type { FederatedJob, LoadResult, ProviderJob } from './jobs.ts';

let provider: OpenidProvider | null = null;

export async function startProvider({ tokens }: ProviderJob): Promise<LoadResult> {
  provider = await startOpenidProvider();
  if (tokens) provider.misbehave = { raw: { '/token': tokens } };
  return { count: 0, seconds: 0, issuer: provider.issuer };
}

const header = ({ head }: HttpAnswer, name: string) =>
  new RegExp(`\\r\\n${name}: *([^\\r]*)`, 'i').exec(head)?.[1] ?? '';
const pathOf = (address: string) => {
  const { pathname, search } = new URL(address, 'http://localhost');
  return pathname + search;
};

/** Every answer has to be the expected one, because a figure that includes refusals is worthless. */
function expect(isRight: boolean, answer: HttpAnswer): void {
  if (!isRight) throw new Error(`answered ${answer.head.slice(0, 600)} ${answer.body.slice(0, 300)}`);
}

export async function signInFederated(job: FederatedJob): Promise<LoadResult> {
  const millis: number[] = [];
  let next = 0;
  const result = await keepBusy(job, whileTime(job.seconds), async (connection) => {
    const start = performance.now();
    const turn = next++;
    const begun = await connection.send(postRequest(job.begin.path, 'application/json', job.begin.body));
    expect(begun.status === 200, begun);
    const { url } = JSON.parse(begun.body) as { url: string };
    const cookie = header(begun, 'set-cookie').split(';')[0] ?? '';
    const name = `subject-${turn % job.subjects}`;
    const back = job.sessions
      ? await approveSaml(connection, url, job.sessions[turn % job.sessions.length] as string)
      : pathOf(provider?.approve(url, { sub: name, preferred_username: name }).href ?? '');
    const arrived = await connection.send(getRequest(back, cookie));
    const told = new URLSearchParams(header(arrived, 'location').split('#')[1]);
    if (job.refused) {
      expect(told.has('federationError'), arrived);
      await sleep(Math.max(0, job.refused.everyMillis - (performance.now() - start)));
      return;
    }
    const exchangeCode = told.get('exchangeCode');
    expect(exchangeCode !== null, arrived);
    const body = JSON.stringify({ exchangeCode });
    const done = await connection.send(
      postRequest('/api/account/exchangeToken', 'application/json', body, undefined, cookie),
    );
    expect(done.status === 200 && done.body.includes('"status":"completed"'), done);
    millis.push(performance.now() - start);
  });
  return { ...result, millis };
}

const unescaped = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&amp;', '&');

/** The identity provider answers a browser that has a session there, by a form that is posted. Returns where it leads. */
async function approveSaml(connection: Connection, url: string, session: string): Promise<string> {
  const page = await connection.send(getRequest(pathOf(url), session));
  const field = (pattern: string) => unescaped(new RegExp(pattern).exec(page.body)?.[1] ?? '');
  const SAMLResponse = field('name="SAMLResponse" value="([^"]*)"');
  expect(SAMLResponse !== '', page);
  const form = new URLSearchParams({ SAMLResponse, RelayState: field('name="RelayState" value="([^"]*)"') });
  const acs = pathOf(field('<form method="post" action="([^"]*)"'));
  const posted = await connection.send(postRequest(acs, 'application/x-www-form-urlencoded', form.toString()));
  expect(posted.status === 303, posted);
  return pathOf(header(posted, 'location'));
}
