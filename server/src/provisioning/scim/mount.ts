import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OperationEvent } from '#contract/events.ts';
import { SCIM_PATH } from '#contract/provisioning/values.ts';
import { isUuid } from '../../platform/crypto/uuid.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { ChangeOperation } from '../../platform/http/acting.ts';
import { clientInfo } from '../../platform/http/client-info.ts';
import { refusalLine } from '../../platform/http/error-reply.ts';
import { recordRefused } from '../../platform/http/failed-acts.ts';
import { authenticate, keepPrincipal, keptPrincipal, type Principal } from '../../platform/http/principal.ts';
import { parseStrictJson } from '../../platform/http/strict-json.ts';
import type { Tools } from '../../platform/tools.ts';
import { countCall, type Outcome, outcomeOf } from '../runs/runs.ts';
import { sourceAuthenticator } from '../tokens/authenticator.ts';
import { insisting, type ScimAct } from './act.ts';
import { errorBody, refusedBy, toAnswer } from './answer.ts';
import { mountBulk } from './bulk/mount.ts';
import { callsAtOnce } from './calls-at-once.ts';
import * as call from './call.ts';
import { answer, askedOf, callerOf, type Given, idOf, type Params, textOf } from './call.ts';
import { toResource } from './coerce.ts';
import { headOf, pageAsked, readOf } from './cursor.ts';
import { configOf, resourceTypesOf, schemasOf, whole } from './discovery.ts';
import { parseFilter } from './filter.ts';
import { mountGroups } from './mount-groups.ts';
import { operationsOf, patched } from './patch.ts';
import { listUsers, readItemNames } from './queries.ts';
import { isReading } from './reading.ts';
import { ScimRefusal } from './refusal.ts';
import { LIST } from './schema.ts';
import * as users from './users.ts';
import { etagOf } from './version.ts';
import { orderOf, whereOf } from './where.ts';

const BODY_LIMIT = 256 * 1024;
/**
 * Calls of one tenant, of all its sources, that a process answers at a time; more are told to come back. A third of the
 * connections, so that whatever a source sends, people can sign in.
 */
const mostAtOnce = (connections: number): number => Math.max(2, Math.floor(connections / 3));

/**
 * SCIM 2.0 (RFC 7643, 7644). The bearer token names the tenant and the source: a source sees and changes the users whom it
 * provides, and nothing else. Not in the contract, since shapes, media type and errors are the standard's.
 */
export async function registerScim(app: FastifyInstance, tools: Tools): Promise<void> {
  await app.register(async (scope) => mountScim(scope, tools), { prefix: SCIM_PATH });
}

function mountScim(scope: FastifyInstance, tools: Tools): void {
  const base = tools.config.publicUrl + SCIM_PATH;
  const authenticators = [sourceAuthenticator(tools)];
  const atOnce = callsAtOnce(mostAtOnce(tools.config.DATABASE_POOL_SIZE));
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    ['application/scim+json', 'application/json'],
    { parseAs: 'buffer', bodyLimit: BODY_LIMIT },
    (_, body, done) => {
      try {
        done(null, (body as Buffer).length === 0 ? undefined : parseStrictJson(body as Buffer));
      } catch (error) {
        done(error as Error);
      }
    },
  );
  scope.setErrorHandler((error, request, reply) => refuse(error, request, reply));
  scope.addHook('onRequest', async (request, reply) => {
    const caller = await authenticate(authenticators, request, tools.clock());
    atOnce.count(caller.tenantId, request, reply);
    keepPrincipal(request, caller);
  });
  scope.addHook('onRoute', atOnce.following);

  const get = (
    url: string,
    handler: (request: FastifyRequest, reply: FastifyReply) => Promise<object | FastifyReply>,
  ) =>
    scope.get(url, { exposeHeadRoute: false }, async (request, reply) => answer(reply, await handler(request, reply)));
  const found = <T extends { id: string }>(all: readonly T[], request: FastifyRequest): T => {
    const id = (request.params as Params).id.toLowerCase();
    const one = all.find((each) => each.id.toLowerCase() === id);
    if (!one) throw new ScimRefusal(404, 'There is no such resource.');
    return one;
  };
  // A route, since the pages have one for all addresses that no other route takes.
  scope.all('/*', async () => {
    throw new ScimRefusal(404, 'There is no such resource.');
  });
  get('/ServiceProviderConfig', async () => configOf(base));
  const itemNames = (request: FastifyRequest) => tools.db.reading(callerOf(request).tenantId, readItemNames);
  const schemas = async (request: FastifyRequest) => schemasOf(base, await itemNames(request));
  get('/Schemas', async (request) => whole(await schemas(request)));
  get('/Schemas/:id', async (request) => found(await schemas(request), request));
  const types = async (request: FastifyRequest) => resourceTypesOf(base, await itemNames(request));
  get('/ResourceTypes', async (request) => whole(await types(request)));
  get('/ResourceTypes/:id', async (request) => found(await types(request), request));
  // A source is no user (RFC 7644 section 3.11).
  scope.all('/Me', async () => {
    throw new ScimRefusal(501, 'A token of a source is nobody.');
  });

  get('/Users', async (request) => list(request, request.query as Given));
  for (const url of ['/Users/.search', '/.search'])
    scope.post(url, async (request, reply) => answer(reply, await list(request, call.searchOf(request.body))));
  get('/Users/:id', async (request, reply) => {
    const caller = callerOf(request);
    const uuid = idOf(request);
    const row = await tools.db.reading(caller.tenantId, (tx) => users.readUser(tx, caller.actor.id, uuid));
    const tag = etagOf(row);
    reply.header('etag', tag);
    if (request.headers['if-none-match'] === tag) return reply.code(304).send();
    return toAnswer(base, row, askedOf(request.query as Given));
  });
  scope.post('/Users', async (request, reply) => {
    const resource = toResource(request.body);
    const row = await act(request, 'create', async (one) => {
      const uuid = await users.createUser(one, resource);
      return users.readUser(one.tx, one.caller.actor.id, uuid);
    });
    reply.code(201).headers({ location: `${base}/Users/${row.user_uuid}`, etag: etagOf(row) });
    return answer(reply, toAnswer(base, row, askedOf(request.query as Given)));
  });
  const change = async (request: FastifyRequest, reply: FastifyReply, next: Parameters<typeof users.changeUser>[3]) => {
    const uuid = idOf(request);
    const row = await act(request, 'update', async (one) => {
      await users.changeUser(one, uuid, request.headers['if-match'], next);
      return users.readUser(one.tx, one.caller.actor.id, uuid);
    });
    return answer(reply.header('etag', etagOf(row)), toAnswer(base, row, askedOf(request.query as Given)));
  };
  scope.put('/Users/:id', async (request, reply) => {
    const resource = toResource(request.body);
    // What is left out of a whole resource may keep its value: nobody is switched on by silence.
    return change(request, reply, ({ active }) => ({ active, ...resource }));
  });
  scope.patch('/Users/:id', async (request, reply) => {
    const operations = operationsOf(request.body);
    return change(request, reply, (before) => patched(before, operations));
  });
  scope.delete('/Users/:id', async (request, reply) => {
    const uuid = idOf(request);
    await act(request, 'delete', (one) => users.deleteUser(one, uuid, request.headers['if-match']));
    return reply.code(204).header('cache-control', 'no-store').send();
  });

  mountGroups({ scope, base, tools, act });
  mountBulk(scope, base, tools);

  async function act<T>(
    request: FastifyRequest,
    operation: ChangeOperation,
    work: (act: ScimAct) => Promise<T>,
  ): Promise<T> {
    const caller = callerOf(request);
    const [now, client] = [tools.clock(), clientInfo(request)];
    const touched = new Set<string>();
    const facts = { tools, caller, client, now, action: call.actionOf(request), operation, touched };
    const of = { tenantId: caller.tenantId, source: caller.actor.id };
    const done = await insisting(() =>
      tools.db.inTenant(caller.tenantId, async (tx) => {
        const told: string[] = [];
        const result = await work({ ...facts, tx, told });
        await countCall(tx, of, outcomeOf(told), now);
        return result;
      }),
    );
    for (const uuid of touched) tools.principals.forget(caller.tenantId, uuid);
    tools.wakeDeliveries();
    return done;
  }

  async function list(request: FastifyRequest, given: Given): Promise<object> {
    const caller = callerOf(request);
    const filter = textOf(given, 'filter');
    const page = pageAsked(given, caller.actor.id);
    const where = filter ? whereOf(parseFilter(filter)) : null;
    const order = orderOf(...call.sortOf(given));
    const asked = { source: caller.actor.id, ...page, limit: readOf(page), where, order };
    const { rows, total } = await tools.db.reading(caller.tenantId, (tx: Tx) => listUsers(tx, asked));
    const shown = rows.slice(0, page.limit);
    const found = { total, read: rows.length, shown: shown.length, last: shown.at(-1)?.user_uuid };
    const Resources = shown.map((row) => toAnswer(base, row, askedOf(given)));
    return { schemas: [LIST], ...headOf(given, caller.actor.id, page, found), Resources };
  }

  async function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const refused = refusedBy(error);
    const { status, errorId, retryAfter, cause } = refused;
    const line = refusalLine(request, errorId);
    if (status >= 500) request.log.error({ err: cause, ...line }, 'request failed');
    else request.log.info(line, 'request refused');
    const caller = keptPrincipal(request);
    if (caller && !isReading(request)) {
      if (status < 500) await noteRefused(request, caller, refused.errorId);
      await noteFailed(request, caller, refused.outcome);
    }
    if (retryAfter !== undefined || status === 429) reply.header('retry-after', String(retryAfter ?? 1));
    if (status === 401) reply.header('www-authenticate', 'Bearer error="invalid_token"');
    return answer(reply.code(status), errorBody(refused));
  }

  async function noteFailed(request: FastifyRequest, { tenantId, actor }: Principal, outcome: Outcome): Promise<void> {
    const of = { tenantId, source: actor.id };
    await tools.db
      .inTenant(tenantId, (tx) => countCall(tx, of, outcome, tools.clock()))
      .catch((err) => request.log.error({ err }, 'a call of a source could not be counted'));
  }

  async function noteRefused(
    request: FastifyRequest,
    caller: Principal,
    errorId: Parameters<typeof recordRefused>[1]['errorId'],
  ) {
    const isOfGroup = request.url.slice(SCIM_PATH.length).startsWith('/Groups');
    const [operation, ofUser, ofGroup] = eventOf[request.method] ?? eventOf.PUT;
    const type = isOfGroup ? ofGroup : ofUser;
    const { id } = (request.params ?? {}) as Partial<Params>;
    const target = id && isUuid(id) ? { type: isOfGroup ? 'group' : 'user', id } : null;
    const refused = { tenantId: caller.tenantId, actor: caller.actor, operation, type, errorId, target };
    const facts = { action: call.actionOf(request), client: clientInfo(request), now: tools.clock() };
    await recordRefused(tools, { ...refused, ...facts }).catch((err) =>
      request.log.error({ err }, 'a refused act could not be logged'),
    );
  }
}

type Named = [operation: ChangeOperation, ofUser: OperationEvent, ofGroup: OperationEvent];
const eventOf: Readonly<Record<string, Named>> & { PUT: Named } = {
  POST: ['create', 'user.provisioned', 'group.created'],
  PUT: ['update', 'user.changed', 'group.changed'],
  PATCH: ['update', 'user.changed', 'group.changed'],
  DELETE: ['delete', 'user.deleted', 'group.deleted'],
};
