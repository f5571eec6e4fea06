import Fastify from 'fastify';
import { expect, test } from 'vitest';
import type { Tools } from '../tools.ts';
import { replyError } from './error-reply.ts';
import { registerHealth } from './health.ts';

interface State {
  token?: string;
  production?: boolean;
  draining?: boolean;
  database?: 'away';
}

/** `rows`: counts of deliveries. */
function openApp(
  { token, production = false, draining = false, database }: State,
  rows = [{ kind: 'backchannelLogout', state: 'waiting', count: 7 }],
) {
  const query = async () => {
    if (database === 'away') throw new Error('no database');
    return { rows };
  };
  const config = { METRICS_TOKEN: token, production };
  const app = Fastify();
  app.setErrorHandler(replyError);
  registerHealth(app, { config, draining, db: { pool: { query } } } as unknown as Tools);
  return app;
}

async function ask(path: string, state: State, bearer?: string) {
  const app = openApp(state);
  const headers = bearer === undefined ? {} : { authorization: bearer };
  const { statusCode, body, headers: given } = await app.inject({ method: 'GET', url: path, headers });
  await app.close();
  return { statusCode, body, retryAfter: given['retry-after'] };
}

test.each<[string, string, State, number, string | undefined]>([
  ['alive', '/healthz', {}, 200, undefined],
  ['alive without a database', '/healthz', { database: 'away' }, 200, undefined],
  ['ready', '/readyz', {}, 200, undefined],
  ['not ready without a database', '/readyz', { database: 'away' }, 503, '2'],
  ['not ready once it will stop', '/readyz', { draining: true }, 503, undefined],
])('%s', async (_, path, state, statusCode, retryAfter) => {
  const answer = await ask(path, state);
  expect(answer).toMatchObject({ statusCode, retryAfter });
  if (statusCode === 200) expect(JSON.parse(answer.body)).toEqual({ status: path === '/readyz' ? 'ready' : 'ok' });
});

const token = 'a-token-of-metrics';
test.each<[string, State, string | undefined, number]>([
  ['to everybody', {}, undefined, 200],
  ['to everybody, whatever they bring', {}, 'Bearer x', 200],
  ['in production to nobody', { production: true }, undefined, 404],
  ['in production to nobody, whatever they bring', { production: true }, 'Bearer undefined', 404],
  ['to the bearer of the token', { token }, `Bearer ${token}`, 200],
  ['in production to the bearer of the token', { token, production: true }, `Bearer ${token}`, 200],
  ['to nobody without the token', { token }, undefined, 404],
  ['to the bearer of another', { token }, `Bearer ${token}s`, 404],
])('the figures are given %s', async (_, state, bearer, statusCode) => {
  const answer = await ask('/metrics', state, bearer);
  expect(answer.statusCode).toBe(statusCode);
  const figure = 'portico_deliveries{kind="backchannelLogout",state="waiting"} 7';
  if (statusCode === 200) expect(answer.body).toContain(figure);
  else expect(answer.body).not.toContain('portico_');
});

test('figures are given without a database, but for those that are in it', async () => {
  const { statusCode, body } = await ask('/metrics', { database: 'away' });
  expect(statusCode).toBe(200);
  expect(body).toContain('process_cpu_seconds_total');
  expect(body).not.toContain('backchannelLogout');
});

test('figures are those of the moment, and answers are counted whoever else hears of them', async () => {
  const rows = [{ kind: 'backchannelLogout', state: 'waiting', count: 7 }];
  const app = openApp({}, rows);
  let heard = 0;
  app.addHook('onResponse', async () => {
    heard += 1;
  });
  const figures = async () => (await app.inject('/metrics')).body;
  expect(await figures()).toContain('state="waiting"} 7');
  rows.pop();
  await expect.poll(figures).not.toContain('state="waiting"');
  const counted = /portico_http_request_seconds_count\{method="GET",route="\/metrics",status="200"\} [1-9]/;
  await expect.poll(figures).toMatch(counted);
  expect(heard).toBeGreaterThan(1);
  await app.close();
});
