import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '#contract/errors.ts';
import type { Access, AnswerOf, BodyOf, ParamsOf, QueryOf, RouteDefinition } from '#contract/route.ts';
import { type Changes, writeOperation, writeOperations } from '../audit/operation-log.ts';
import type { Tx } from '../db/transaction.ts';
import type { Tools } from '../tools.ts';
import { type ClientInfo, clientInfo } from './client-info.ts';
import { type FileAnswer, sendFile } from './file-answer.ts';
import { readInput } from './input.ts';
import { type Caller, readCaller } from './session.ts';

export interface AuditEntry {
  targetType?: string;
  targetId?: string;
  changes?: Changes;
}

type Anonymous = 'public' | 'client' | 'operator' | 'device';

const isAnonymous = (access: Access): access is Anonymous =>
  access === 'public' || access === 'client' || access === 'operator' || access === 'device';
type CallerOf<A extends Access> = A extends Anonymous ? null : Caller;
type TxOf<R extends RouteDefinition> = R extends { transaction: 'own' }
  ? null
  : R['access'] extends Anonymous
    ? null
    : Tx;

/** What a handler gives: the answer of the contract, or the file it promises. */
export type Given<R extends RouteDefinition> = R extends { answersFile: string } ? FileAnswer : AnswerOf<R>;

/** What a handler gets. `tx` is there for calls of a signed-in user that did not ask for transactions of their own. */
export interface Call<R extends RouteDefinition> {
  params: ParamsOf<R>;
  query: QueryOf<R>;
  body: BodyOf<R>;
  caller: CallerOf<R['access']>;
  tx: TxOf<R>;
  now: Date;
  client: ClientInfo;
  tools: Tools;
  request: FastifyRequest;
  reply: FastifyReply;
  /**
   * Writes the system-operation log row of this call into a transaction of the caller's tenant; or one for each target.
   * Without it, `serve` writes a plain one for every create, update and delete.
   */
  audit(tx: Tx, entry: AuditEntry | readonly AuditEntry[]): Promise<void>;
}

export interface Served {
  route: RouteDefinition;
  mount(app: FastifyInstance, tools: Tools): void;
}

/** Binds a route of the contract to the function that answers it. */
export function handle<const R extends RouteDefinition>(
  route: R,
  handler: (call: Call<R>) => Promise<Given<R>>,
): Served {
  return { route, mount: (app, tools) => mount(app, tools, route, handler) };
}

function mount<R extends RouteDefinition>(
  app: FastifyInstance,
  tools: Tools,
  route: R,
  handler: (call: Call<R>) => Promise<Given<R>>,
): void {
  if (!route.form) {
    mountOn(app, tools, route, handler);
    return;
  }
  // Forms, and nothing else, reach the handler as they come in: it reads them after the caller's rights are known.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null, undefined));
    mountOn(scope, tools, route, handler);
  });
}

function mountOn<R extends RouteDefinition>(
  app: FastifyInstance,
  tools: Tools,
  route: R,
  handler: (call: Call<R>) => Promise<Given<R>>,
): void {
  app.route({
    method: route.method,
    url: route.path.replace(/\{(\w+)\}/g, ':$1'),
    ...(route.bodyLimit ? { bodyLimit: route.bodyLimit } : {}),
    handler: async (request, reply) => {
      reply.header('cache-control', route.cache ?? 'no-store');
      const now = tools.clock();
      const caller = await admit(tools, route, request, now);
      const call = {
        ...readInput(route, request),
        caller,
        now,
        client: clientInfo(request),
        tools,
        request,
        reply,
      } as unknown as Call<R>;
      const { answer, isAboutOthers } = await run(route, call, handler);
      if (caller && !isAboutOthers && route.operation !== 'none' && route.method !== 'GET')
        tools.principals.forget(caller.tenantId, caller.uuid);
      if (route.method !== 'GET') tools.wakeMail();
      if (route.answersFile) return sendFile(request, reply, route.answersFile, answer as FileAnswer);
      if (tools.config.NODE_ENV === 'test') checkAnswer(route, answer);
      if (route.response === null) return reply.code(204).send();
      return reply.type('application/json; charset=utf-8').send(toJson(answer));
    },
  });
}

const prepared = new WeakMap<object, string>();

/** Keeps the JSON of an answer that is given many times and does not change. Gives the answer. */
export function prepareAnswer<T extends object>(answer: T): T {
  if (!prepared.has(answer)) prepared.set(answer, JSON.stringify(answer));
  return answer;
}

const toJson = (answer: unknown) =>
  (typeof answer === 'object' && answer !== null && prepared.get(answer)) || JSON.stringify(answer);

/** Rights, in order: known caller, not limited, permission, toggle. */
async function admit(tools: Tools, route: RouteDefinition, request: FastifyRequest, now: Date): Promise<Caller | null> {
  const { access } = route;
  // Clients, operators and devices prove themselves with credentials of their own, read by their features.
  if (isAnonymous(access)) {
    await refuseSwitchedOff(tools, route, null);
    return null;
  }
  const caller = await readCaller(tools, request, now);
  // Who stands at a device sees what is theirs; a card is no proof for changing an account.
  if (caller.claims.device !== null && route.method !== 'GET') throw fail('forbidden');
  if (access === 'limited') return caller;
  if (caller.limited) throw fail('mfa_not_authenticated');
  if (!caller.permissions.has(access)) throw fail('forbidden');
  await refuseSwitchedOff(tools, route, caller.tenantId);
  return caller;
}

/** A feature whose toggle is off does not exist (standards 3). */
async function refuseSwitchedOff(tools: Tools, route: RouteDefinition, tenantId: string | null): Promise<void> {
  if (route.toggle && !(await tools.isToggleActive(route.toggle, tenantId))) throw fail('not_found');
}

/** `isAboutOthers`: the call has changed other users and nothing else, so that what is known of the caller holds. */
async function run<R extends RouteDefinition>(
  route: R,
  call: Call<R>,
  handler: (call: Call<R>) => Promise<Given<R>>,
): Promise<{ answer: Given<R>; isAboutOthers: boolean }> {
  const { caller, tools, client, now } = call as Call<R> & { caller: Caller | null };
  let audited = false;
  let isAboutOthers = true;
  call.audit = async (tx, entry) => {
    audited = true;
    const entries = 'length' in entry ? entry : [entry];
    isAboutOthers &&= entries.every(({ targetType, targetId }) => targetType === 'user' && targetId !== caller?.uuid);
    if (!caller || route.operation === 'none' || route.operation === 'read') return;
    const act = {
      tenantId: caller.tenantId,
      at: now,
      operation: route.operation,
      action: `${route.method} ${route.path}`,
      operatorUuid: caller.uuid,
      operatorUserId: caller.userId,
      address: client.address,
      requestId: client.requestId,
    };
    if ('length' in entry) await writeOperations(tx, act, entry);
    else await writeOperation(tx, { ...act, ...entry });
  };
  const within = (tx: Tx | null) => handler({ ...call, tx: tx as TxOf<R> });
  if (!caller || route.transaction === 'own')
    return { answer: await within(null), isAboutOthers: audited && isAboutOthers };
  if (route.transaction === 'reading')
    return { answer: await tools.db.reading(caller.tenantId, within), isAboutOthers: false };
  const given = await tools.db.inTenant(caller.tenantId, async (tx) => {
    const answer = await within(tx);
    if (!audited) await call.audit(tx, { targetType: 'user', targetId: caller.uuid });
    return answer;
  });
  return { answer: given, isAboutOthers: audited && isAboutOthers };
}

/** In tests, an answer that is not what the contract says is a defect of the server. */
function checkAnswer(route: RouteDefinition, answer: unknown): void {
  const parsed = route.response?.safeParse(JSON.parse(JSON.stringify(answer ?? null)));
  if (parsed && !parsed.success)
    throw fail('unknown_error', {
      cause: new Error(`${route.method} ${route.path} answers what the contract does not say: ${parsed.error.message}`),
    });
}
