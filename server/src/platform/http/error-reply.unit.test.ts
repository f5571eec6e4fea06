import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { fail } from '#contract/errors.ts';
import { asFailure, errorEntries, replyError } from './error-reply.ts';
import { registerKnownActors } from './known-actor.ts';

it.each([
  [{ code: '23505', constraint: 'cycle_detected' }, 'cycle_detected'],
  [{ code: '23505', constraint: 'sessions_pkey' }, 'conflict'],
  [{ code: '23505' }, 'conflict'],
  [{ code: '23503', constraint: 'one_time_codes_tenant_id_user_uuid_fkey' }, 'conflict'],
  [{ code: '23503', constraint: 'cycle_detected' }, 'conflict'],
  [{ code: '22021' }, 'invalid_params'],
  [{ code: '22P05' }, 'invalid_params'],
  [{ code: '40001' }, 'service_busy'],
  [{ code: '40P01' }, 'service_busy'],
  [{ code: '57014' }, 'service_busy'],
  [{ code: '57P01' }, 'service_unavailable'],
  [{ code: '08006' }, 'service_unavailable'],
  [{ code: '53300' }, 'service_unavailable'],
  [{ code: 'ECONNREFUSED' }, 'service_unavailable'],
  [{ code: 'ENOENT' }, 'service_unavailable'],
  [new Error('timeout exceeded when trying to connect'), 'service_unavailable'],
  [new Error('Connection terminated unexpectedly'), 'service_unavailable'],
  [{ code: '42P01' }, 'unknown_error'],
  [{ code: 'FST_ERR_CTP_BODY_TOO_LARGE', statusCode: 413 }, 'body_too_large'],
  [{ code: 'FST_ERR_BAD_URL', statusCode: 400 }, 'not_found'],
  [{ code: 'FST_ERR_OF_ANOTHER_KIND', statusCode: 400 }, 'invalid_params'],
  [{ code: 'FST_ERR_OF_ANOTHER_KIND', statusCode: 499 }, 'invalid_params'],
  [{ code: 'FST_ERR_OF_ANOTHER_KIND', statusCode: 500 }, 'unknown_error'],
  [{ code: 'FST_ERR_OF_ANOTHER_KIND', statusCode: 399 }, 'unknown_error'],
  [new Error('of any other kind'), 'unknown_error'],
  [fail('forbidden'), 'forbidden'],
])('%j is told as %s', (error, id) => expect(asFailure(error).id).toBe(id));

it('what may be tried again says when, and keeps its cause', () => {
  const busy = { code: '40001' };
  expect(asFailure(busy).detail).toMatchObject({ cause: busy, retryAfter: 1 });
  expect(asFailure({ code: '08006' }).detail).toMatchObject({ retryAfter: 5 });
  expect(asFailure({ code: '42P01' }).detail.retryAfter).toBeUndefined();
});

it('a unique value that is taken names its field', () => {
  const taken = (constraint: string) => asFailure({ code: '23505', constraint });
  expect(taken('duplicated_params_userId')).toMatchObject({
    id: 'duplicated_params_userId',
    detail: { field: 'userId' },
  });
  expect(taken('cycle_detected').detail.field).toBeUndefined();
});

it('tells each field, in the language of the reader', () => {
  const failure = fail('invalid_params', { field: 'a', more: [{ id: 'invalid_params', field: 'b' }] });
  const english = errorEntries(failure, 'en');
  expect(english.map(({ message_id, field }) => [message_id, field])).toEqual([
    ['invalid_params', 'a'],
    ['invalid_params', 'b'],
  ]);
  expect(errorEntries(failure, 'ja')[0]?.message).not.toBe(english[0]?.message);
  expect(errorEntries(fail('forbidden'), 'en')[0]).not.toHaveProperty('field');
});

/** Answer of a call whose handler throws, and the one log line it leaves. */
async function refused(thrown: Error, headers: Record<string, string> = {}, route = '/things/:id') {
  const lines: Record<string, unknown>[] = [];
  const app = Fastify({ logger: { stream: { write: (line: string) => void lines.push(JSON.parse(line)) } } });
  app.setErrorHandler(replyError);
  registerKnownActors(app);
  app.get(route, () => Promise.reject(thrown));
  const { statusCode, headers: answered } = await app.inject({ method: 'GET', url: '/things/1?secret=2', headers });
  await app.close();
  const kept = lines.filter(({ errorId }) => errorId);
  return {
    status: statusCode,
    answered,
    kept: kept.map(({ level, msg, err, ...line }) => ({ level, msg, err, line })),
  };
}

it('a refusal is a quiet line without a query, a failure a loud one with its cause', async () => {
  const forbidden = await refused(fail('forbidden'));
  expect(forbidden).toMatchObject({ status: 403, kept: [{ level: 30, msg: 'request refused', err: undefined }] });
  expect(forbidden.kept[0]?.line).toMatchObject({ route: '/things/:id', actor: null, tenant: null });
  expect(JSON.stringify(forbidden.kept)).not.toContain('secret');
  const cause = new Error('the cause');
  const failed = await refused(fail('unknown_error', { cause }));
  expect(failed).toMatchObject({
    status: 500,
    kept: [{ level: 50, msg: 'request failed', err: { message: 'the cause' } }],
  });
});

it('an address that no route names is told by its path', async () => {
  const { kept } = await refused(fail('not_found'), {}, '/*');
  expect(kept[0]?.line).toMatchObject({ path: '/things/1' });
  expect(kept[0]?.line).not.toHaveProperty('route');
});

it('tells a caller with a worthless token what was wrong with it, and when to come back', async () => {
  const challenge = async (thrown: Error, headers = {}) =>
    (await refused(thrown, headers)).answered['www-authenticate'];
  expect(await challenge(fail('invalid_token'), { authorization: 'Bearer x' })).toBe('Bearer error="invalid_token"');
  expect(await challenge(fail('invalid_token'))).toBeUndefined();
  expect(await challenge(fail('forbidden'), { authorization: 'Bearer x' })).toBeUndefined();
  expect((await refused(fail('service_busy', { retryAfter: 7 }))).answered['retry-after']).toBe('7');
  expect((await refused(fail('forbidden'))).answered['retry-after']).toBeUndefined();
});
