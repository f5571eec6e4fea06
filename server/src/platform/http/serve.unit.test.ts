import { Readable } from 'node:stream';
import Fastify from 'fastify';
import type { CompiledQuery } from 'kysely';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { type RouteDefinition, route } from '#contract/route.ts';
import { securityPolicy } from '#contract/security-policy.ts';
import { writingDown } from '#test/sent.ts';
import { PORTAL_CLIENT } from '#contract/principals.ts';
import type { Tx } from '../db/transaction.ts';
import type { Tools } from '../tools.ts';
import { replyError } from './error-reply.ts';
import { noteActor } from './known-actor.ts';
import type { Authenticator, Principal } from './principal.ts';
import { type Call, handle, prepareAnswer } from './serve.ts';
import type { Caller } from './session.ts';

const now = new Date('2026-05-01T12:00:00Z');
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const plain = { method: 'POST', path: '/x', operation: 'none', summary: 'x', response: null, errors: [] } as const;
const asks = { ...plain, method: 'GET' } as const;

type Person = Partial<Pick<Caller, 'client' | 'limited' | 'provedAt' | 'inGroups'>> & {
  permissions?: string[];
  atDevice?: true;
};
const account = { policy: securityPolicy.parse({}), session_proofs: ['password'], totp_enabled: false };
const person = ({ permissions = ['me'], atDevice, ...more }: Person = {}) => ({
  ...{ tenantId: 'acme', actor: { type: 'person', id: 'u', name: 'taro' }, permissions: new Set(permissions) },
  ...{ inGroups: new Map(), client: PORTAL_CLIENT, sessionId: 's', limited: false, provedAt: ago(1), account },
  claims: { device: atDevice ? { uuid: 'd', deviceId: 'printer' } : null },
  ...more,
});
const operator = (...permissions: string[]) => ({
  ...{ tenantId: '-', actor: { type: 'operator', id: 'o', name: 'operator:o' }, permissions: new Set(permissions) },
  inGroups: new Map(),
});
type Known = ReturnType<typeof person> | ReturnType<typeof operator>;

interface Setting {
  caller?: Known;
  /** Enabled toggles, as `tenant: toggle`; null: guests. */
  on?: string[];
  production?: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: of any route
  handler?: (call: Call<any>) => Promise<unknown>;
}

/** Serves one route and returns a function that calls it. */
function serve(definition: RouteDefinition, { caller, on = [], production = false, handler }: Setting = {}) {
  const sent: CompiledQuery[] = [];
  const did = { spaces: [] as string[], forgotten: [] as string[], mails: 0, asked: 0, logged: [] as string[] };
  const tx = writingDown(sent);
  const within = (kind: string) => (tenantId: string, work: (given: unknown) => Promise<unknown>) => {
    did.spaces.push(`${kind} ${tenantId}`);
    return work(tx);
  };
  const knowing = (type: Authenticator['type'], isBeforeBody: boolean): Authenticator => ({
    type,
    isBeforeBody,
    find: async (request, token) => {
      if (token !== 'good' || caller?.actor.type !== type) return null;
      did.asked += 1;
      noteActor(request, { type, id: caller.actor.id, name: caller.actor.name, tenantId: caller.tenantId });
      return caller as unknown as Principal;
    },
  });
  const tools = {
    authenticators: [knowing('person', false), knowing('operator', true), knowing('device', true)],
    clock: () => now,
    config: { NODE_ENV: production ? 'production' : 'test', publicUrl: 'https://id.example.com' },
    db: { inTenant: within('in'), reading: within('reading') },
    principals: { forget: (tenantId: string, uuid: string) => did.forgotten.push(`${tenantId} ${uuid}`) },
    wakeDeliveries: () => {
      did.mails += 1;
    },
    isToggleActive: async (name: string, tenantId: string | null) => on.includes(`${tenantId}: ${name}`),
    log: { error: (_: object, text: string) => did.logged.push(text) },
  };
  const app = Fastify();
  app.setErrorHandler(replyError);
  handle(definition, (handler ?? (async () => undefined)) as never).mount(app, tools as unknown as Tools);
  const url = definition.path.replace('{tenantId}', 'kelvin');
  const ask = async (more: { payload?: string | object; headers?: Record<string, string>; query?: string } = {}) => {
    const { query = '', headers = {}, ...rest } = more;
    const authorization = caller ? { authorization: 'Bearer good' } : {};
    const method = definition.method as 'GET';
    const answer = await app.inject({
      method,
      url: `${url}${query}`,
      headers: { ...authorization, ...headers },
      ...rest,
    });
    const id = answer.statusCode >= 400 ? (answer.json()[0].message_id as string) : answer.statusCode;
    const rows = sent.map(({ sql, parameters }) => rowOf(sql, parameters));
    await app.close();
    return { id, answer, rows, ...did };
  };
  return ask;
}

/** Columns of an inserted row by name; of several rows, those all have in common. */
function rowOf(sql: string, parameters: readonly unknown[]): Record<string, unknown> {
  const [, names = ''] = /insert into "?system_operation_log"? \(([^)]*)\)/.exec(sql) ?? [];
  const columns = names.split(',').map((name) => name.trim().replaceAll('"', ''));
  return Object.fromEntries(columns.map((name, at) => [name, parameters[at]]));
}

test.each<[string, RouteDefinition, Setting, string | number]>([
  ['anybody', route({ ...asks, access: 'public' }), {}, 204],
  ['a person nobody knows', route({ ...asks, access: 'me' }), {}, 'invalid_token'],
  ['a person with the right', route({ ...asks, access: 'me' }), { caller: person() }, 204],
  [
    'a person without the right',
    route({ ...asks, access: 'portal:users:read' as never }),
    { caller: person() },
    'forbidden',
  ],
  [
    'a person with the right for a group',
    route({ ...asks, access: 'users:read' }),
    { caller: person({ inGroups: new Map([['users:read', ['sales']]]) }) },
    'forbidden',
  ],
  [
    'a person with the right for a group, where it is kept to',
    route({ ...asks, access: 'users:read', scoped: true }),
    { caller: person({ inGroups: new Map([['users:read', ['sales']]]) }) },
    204,
  ],
  [
    'a person with the right for no group',
    route({ ...asks, access: 'users:read', scoped: true }),
    { caller: person({ inGroups: new Map([['users:read', []]]) }) },
    'forbidden',
  ],
  [
    'a person with another right for a group',
    route({ ...asks, access: 'users:write', scoped: true }),
    { caller: person({ inGroups: new Map([['users:read', ['sales']]]) }) },
    'forbidden',
  ],
  [
    'a device with the right for a group',
    route({ ...asks, access: 'device' }),
    {
      caller: { ...operator(), actor: { type: 'device', id: 'd', name: 'd' }, inGroups: new Map([['device', ['a']]]) },
    },
    'forbidden',
  ],
  ['a person, as an operator', route({ ...asks, access: 'operator' }), { caller: person() }, 'invalid_token'],
  ['an operator, as a person', route({ ...asks, access: 'me' }), { caller: operator('me') }, 'invalid_token'],
  ['an operator', route({ ...asks, access: 'operator' }), { caller: operator('portal:operator') }, 204],
  ['an operator without the scope', route({ ...asks, access: 'operator' }), { caller: operator() }, 'forbidden'],
  ['a person at a device who reads', route({ ...asks, access: 'me' }), { caller: person({ atDevice: true }) }, 204],
  [
    'a person at a device who acts',
    route({ ...plain, access: 'me' }),
    { caller: person({ atDevice: true }) },
    'forbidden',
  ],
  ['a person at the portal who acts', route({ ...plain, access: 'me' }), { caller: person() }, 204],
  [
    'a limited person',
    route({ ...asks, access: 'me' }),
    { caller: person({ limited: true }) },
    'mfa_not_authenticated',
  ],
  ['a limited person, to set up', route({ ...asks, access: 'limited' }), { caller: person({ limited: true }) }, 204],
  [
    'a limited person’s app, to set up',
    route({ ...asks, access: 'limited' }),
    { caller: person({ limited: true, client: 'app' }) },
    'mfa_not_authenticated',
  ],
  ['a person’s app, to set up', route({ ...asks, access: 'limited' }), { caller: person({ client: 'app' }) }, 204],
  [
    'a person without a right, to set up',
    route({ ...asks, access: 'limited' }),
    { caller: person({ permissions: [] }) },
    'forbidden',
  ],
  [
    'a person’s app at the portal’s own',
    route({ ...asks, access: 'me', only: 'portal' }),
    { caller: person({ client: 'app' }) },
    'forbidden',
  ],
  ['the portal at its own', route({ ...asks, access: 'me', only: 'portal' }), { caller: person() }, 204],
  [
    'an operator at the portal’s own',
    route({ ...asks, access: 'operator', only: 'portal' }),
    { caller: operator('portal:operator') },
    'forbidden',
  ],
  ['a person with a proof', route({ ...asks, access: 'me', proof: 'recent' }), { caller: person() }, 204],
  [
    'a person whose proof is old',
    route({ ...asks, access: 'me', proof: 'recent' }),
    { caller: person({ provedAt: ago(600) }) },
    'reauthentication_required',
  ],
  [
    'a guest, switched off',
    route({ ...asks, access: 'public', toggle: 't' as never }),
    { on: ['acme: t'] },
    'not_found',
  ],
  ['a guest, switched on', route({ ...asks, access: 'public', toggle: 't' as never }), { on: ['null: t'] }, 204],
  [
    'a person, switched off',
    route({ ...asks, access: 'me', toggle: 't' as never }),
    { caller: person(), on: ['null: t'] },
    'not_found',
  ],
  [
    'a person, switched on',
    route({ ...asks, access: 'me', toggle: 't' as never }),
    { caller: person(), on: ['acme: t'] },
    204,
  ],
  [
    'an operator, switched on for guests',
    route({ ...asks, access: 'operator', toggle: 't' as never }),
    { caller: operator('portal:operator'), on: ['null: t'] },
    204,
  ],
])('%s: %j', async (_, definition, setting, expected) => {
  expect((await serve(definition, setting)()).id).toBe(expected);
});

test('a page of another origin is refused where only ours may call', async () => {
  const headers = { origin: 'https://evil.example.com' };
  expect((await serve(route({ ...plain, access: 'public', fromOwnPages: true }))({ headers })).id).toBe('forbidden');
  expect((await serve(route({ ...plain, access: 'public' }))({ headers })).id).toBe(204);
});

test('a call that keeps to the people its caller may reach learns whom', async () => {
  const reached = async (caller: Known | undefined, more: Partial<RouteDefinition> = {}) => {
    let scope: unknown = 'not called';
    const handler: Setting['handler'] = async (call) => {
      scope = call.scope;
    };
    await serve(route({ ...asks, access: 'users:read', scoped: true, event: 'user.changed', ...more }), {
      ...(caller && { caller }),
      handler,
    })();
    return scope;
  };
  const inGroups = new Map([['users:read' as const, ['sales', 'staff']]]);
  expect(await reached(person({ inGroups }))).toEqual(['sales', 'staff']);
  // A right in the whole tenant reaches more than one for groups.
  expect(await reached(person({ permissions: ['users:read'], inGroups }))).toBe('all');
  expect(await reached(person({ permissions: ['users:read'] }), { scoped: undefined as never })).toBe('all');
  expect(await reached(undefined, { access: 'public' })).toBe(null);
  expect(await reached(person({ inGroups }), { scoped: undefined as never })).toBe('not called');
});

test('operators are known before their body is read, people after it', async () => {
  const body = z.strictObject({ a: z.string() });
  const broken = { payload: '{"a"', headers: { 'content-type': 'application/json' } };
  expect((await serve(route({ ...plain, access: 'operator', body }))(broken)).id).toBe('invalid_token');
  const weak = serve(route({ ...plain, access: 'operator', body }), { caller: operator() });
  expect((await weak(broken)).id).toBe('forbidden');
  const known = serve(route({ ...plain, access: 'operator', body }), { caller: operator('portal:operator') });
  expect((await known(broken)).id).toBe('invalid_params');
  const whole = serve(route({ ...plain, access: 'operator', body }), { caller: operator('portal:operator') });
  expect(await whole({ payload: { a: 'b' } })).toMatchObject({ id: 204, asked: 1 });
  expect((await serve(route({ ...plain, access: 'me', body }))(broken)).id).toBe('invalid_params');
});

const creates = { ...plain, access: 'me', operation: 'create', event: 'tag.created' } as const;
type Entry = Parameters<Call<RouteDefinition>['audit']>[1];
const writing =
  (entry: Entry, as?: Parameters<Call<RouteDefinition>['audit']>[2]): NonNullable<Setting['handler']> =>
  async ({ audit, tx, tools }) =>
    tx ? audit(tx, entry, as) : tools.db.inTenant('acme', (own) => audit(own, entry, as));
const changed = { changes: { name: { before: 'a', after: 'b' } } };

test.each<[string, RouteDefinition, Entry, number]>([
  ['of a change', route(creates), changed, 1],
  ['of what names no change', route(creates), {}, 1],
  ['of a thing made with nothing in it', route(creates), { changes: {} }, 1],
  ['of a PUT', route({ ...creates, method: 'PUT', operation: 'update' }), changed, 1],
  ['of a PUT that names no change', route({ ...creates, method: 'PUT', operation: 'update' }), {}, 1],
  ['of a PUT of what is so already', route({ ...creates, method: 'PUT', operation: 'update' }), { changes: {} }, 0],
  [
    'of a PUT of what is so already, on credentials',
    route({ ...creates, method: 'PUT', operation: 'update', credentials: true }),
    { changes: {} },
    1,
  ],
  [
    'of a PUT of several, one changed',
    route({ ...creates, method: 'PUT', operation: 'update' }),
    [changed, { changes: {} }],
    1,
  ],
  ['of what only reads', route({ ...creates, operation: 'read' }), changed, 0],
  ['of what does nothing', route({ ...creates, operation: 'none' }), changed, 0],
])('the row %s', async (_, definition, entry, count) => {
  const { id, rows, spaces } = await serve(definition, { caller: person(), handler: writing(entry) })();
  expect([id, rows.length, spaces]).toEqual([204, count, ['in acme']]);
  const row = { tenant_id: 'acme', action: `${definition.method} /x`, operator_uuid: 'u', operator_user_id: 'taro' };
  if (count > 0) expect(rows).toMatchObject([{ ...row, operation: definition.operation }]);
});

test('the row of an operator is in the space of the path, and says why', async () => {
  const scopes = operator('portal:operator', 'portal:operator:credentials');
  const body = z.strictObject({ reason: z.string() });
  const act = { ...creates, access: 'operator', path: '/tenants/{tenantId}/x', body } as const;
  const params = z.strictObject({ tenantId: z.string() });
  const inTenant: NonNullable<Setting['handler']> = ({ audit, tx }) => audit(tx as Tx, {}, { tenantId: 'kelvin' });
  const told = await serve(route({ ...act, params }), { caller: scopes, handler: inTenant })({
    payload: { reason: 'r' },
  });
  expect([told.id, told.spaces, told.forgotten]).toEqual([204, ['in kelvin'], []]);
  const row = { tenant_id: 'kelvin', operator_uuid: null, operator_user_id: 'operator:o', reason: 'r' };
  expect(told.rows).toMatchObject([row]);
  const own = await serve(route({ ...act, path: '/x' }), { caller: scopes, handler: writing({}) })({
    payload: { reason: 'r' },
  });
  expect([own.id, own.spaces]).toEqual([204, ['in -']]);
  // Reads of personal data are logged too, with the operation that the handler names.
  const query = z.strictObject({ reason: z.string() });
  const reads = route({
    ...act,
    method: 'GET',
    body: undefined as never,
    params,
    query,
    operation: 'read',
    credentials: true,
  });
  const asked = serve(reads, { caller: scopes, handler: writing({}, { operation: 'update' }) });
  expect((await asked({ query: '?reason=why' })).rows).toMatchObject([{ operation: 'update', reason: 'why' }]);
  expect((await serve(reads, { caller: scopes })({ query: '?reason=why' })).id).toBe('unknown_error');
});

test.each<[string, RouteDefinition]>([
  ['in its transaction', route(creates)],
  ['in one of its own', route({ ...creates, transaction: 'own' })],
])('a call that owes a row and writes none, %s', async (_, definition) => {
  const caller = person();
  expect((await serve(definition, { caller })()).id).toBe('unknown_error');
  // The change must not fail for this: in production it is logged as well as possible.
  const production = await serve(definition, { caller, production: true })();
  expect([production.id, production.logged]).toEqual([204, ['a call wrote no event']]);
  expect(production.rows).toMatchObject([{ tenant_id: 'acme', operation: 'create', target_id: null }]);
  const settling = await serve(definition, { caller, handler: async ({ owesNoEvent }) => owesNoEvent() })();
  expect([settling.id, settling.rows]).toEqual([204, []]);
  for (const operation of ['none', 'read'] as const)
    expect((await serve({ ...definition, operation }, { caller })()).id).toBe(204);
});

test('of an operator who owes a row, it is in the space of the path', async () => {
  const params = z.strictObject({ tenantId: z.string() });
  const act = route({ ...creates, access: 'operator', path: '/tenants/{tenantId}/x', params });
  const told = await serve(act, { caller: operator('portal:operator'), production: true })();
  expect([told.id, told.spaces]).toEqual([204, ['in kelvin']]);
  expect(told.rows).toMatchObject([{ tenant_id: 'kelvin', actor_name: 'operator:o', target_id: null }]);
});

test('a call of transactions of its own, one that only reads, and one of nobody', async () => {
  const given: unknown[] = [];
  const handler: Setting['handler'] = async ({ tx, caller, audit }) => {
    given.push(tx === null, caller === null);
    await audit(tx as Tx, {});
  };
  const own = await serve(route({ ...creates, transaction: 'own', operation: 'none' }), {
    caller: person(),
    handler,
  })();
  const reading = await serve(route({ ...asks, access: 'me', transaction: 'reading' }), {
    caller: person(),
    handler,
  })();
  const nobody = await serve(route({ ...creates, access: 'public' }), { handler })();
  expect([own.spaces, reading.spaces, nobody.spaces]).toEqual([[], ['reading acme'], []]);
  expect(given).toEqual([true, false, false, false, true, true]);
  expect([nobody.id, nobody.rows]).toEqual([204, []]);
});

const other = { type: 'user.changed', targetId: 'v' } as const;
test.each<[string, RouteDefinition, Entry | undefined, string[]]>([
  ['what changed something of theirs', route(creates), { type: 'user.changed', targetId: 'u' }, ['acme u']],
  ['what changed other users', route(creates), [other, other], []],
  ['what changed other users and them', route(creates), [other, { ...other, targetId: 'u' }], ['acme u']],
  ['what changed no user', route(creates), { type: 'group.changed', targetId: 'v' }, ['acme u']],
  ['what changed other users, in transactions of its own', route({ ...creates, transaction: 'own' }), other, []],
  ['what changed a group, in transactions of its own', route({ ...creates, transaction: 'own' }), {}, ['acme u']],
  ['what changes nothing', route({ ...creates, operation: 'none' }), undefined, []],
  ['what says it reads, but is sent', route({ ...creates, operation: 'read' }), undefined, ['acme u']],
  ['what is asked', route({ ...creates, method: 'GET', operation: 'read' }), undefined, []],
])('what is known of a caller is read anew after %s', async (_, definition, entry, forgotten) => {
  const did = await serve(definition, { caller: person(), ...(entry && { handler: writing(entry) }) })();
  expect([did.id, did.forgotten, did.mails]).toEqual([204, forgotten, definition.method === 'GET' ? 0 : 1]);
});

test('of an operator, and of what failed, nothing is read anew', async () => {
  const failing = async () => {
    throw new Error('a defect');
  };
  const failed = await serve(route(creates), { caller: person(), handler: failing })();
  expect([failed.id, failed.forgotten, failed.mails]).toEqual(['unknown_error', [], 0]);
  // Logged in the tenant of the caller.
  expect(failed.rows).toMatchObject([{ status: 'error', error_id: 'unknown_error', operator_user_id: 'taro' }]);
  const handler = writing({ type: 'group.changed', targetId: 'o' });
  const operating = await serve(route({ ...creates, access: 'operator' }), {
    caller: operator('portal:operator'),
    handler,
  })();
  expect([operating.id, operating.forgotten]).toEqual([204, []]);
});

test('an answer is what the contract says, and kept by nobody unless it says so', async () => {
  const response = z.strictObject({ a: z.number() });
  const gives = (answer: unknown, more: Partial<RouteDefinition> = {}, production = false) =>
    serve({ ...asks, access: 'public', response, ...more }, { handler: async () => answer, production })();
  const { answer } = await gives({ a: 1 });
  expect([answer.body, answer.headers['content-type']]).toEqual(['{"a":1}', 'application/json; charset=utf-8']);
  expect(answer.headers['cache-control']).toBe('no-store');
  expect((await gives({ a: 1 }, { cache: 'public' })).answer.headers['cache-control']).toBe('public');
  expect((await gives({ a: 'b' })).id).toBe('unknown_error');
  expect((await gives(undefined)).id).toBe('unknown_error');
  expect((await gives({ a: 'b' }, {}, true)).answer.body).toBe('{"a":"b"}');
  expect((await gives(null, { response: z.null() })).answer.body).toBe('null');
  const prepared = prepareAnswer({ a: 1 });
  prepared.a = 2;
  expect((await gives(prepareAnswer(prepared))).answer.body).toBe('{"a":1}');
  const file = { fileName: 'a.csv', content: Readable.from(['b']) };
  const sent = (await gives(file, { response: null, answersFile: 'text/csv' })).answer;
  expect([sent.statusCode, sent.body, sent.headers['content-type']]).toEqual([200, 'b', 'text/csv']);
});

test('a body is as long as the route allows, and a form comes in as it is', async () => {
  const body = z.strictObject({ a: z.string() });
  const sized = { ...plain, access: 'public', body, bodyLimit: 100 } as const;
  const payload = (length: number) => ({ payload: { a: 'b'.repeat(length) } });
  expect((await serve(route(sized))(payload(10))).id).toBe(204);
  expect((await serve(route(sized))(payload(100))).id).toBe('body_too_large');
  const form = route({ ...plain, access: 'public', form: body });
  const bodies: unknown[] = [];
  const handler: Setting['handler'] = async ({ request }) => void bodies.push(request.body);
  const typed = (type: string) => ({ payload: 'x', headers: { 'content-type': type } });
  expect((await serve(form, { handler })(typed('multipart/form-data; boundary=b'))).id).toBe(204);
  expect(bodies).toEqual([undefined]);
  expect((await serve(form)(typed('application/json'))).id).toBe('unsupported_media_type');
  expect((await serve(route(sized))(typed('multipart/form-data; boundary=b'))).id).toBe('unsupported_media_type');
});
