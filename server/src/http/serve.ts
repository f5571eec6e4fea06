import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '#contract/errors.ts';
import type { Access, AnswerOf, BodyOf, ParamsOf, QueryOf, RouteDefinition } from '#contract/route.ts';
import { recordFailedAct } from '../audit/failed-acts.ts';
import { type Changes, fromCall, writeOperations } from '../audit/operation-log.ts';
import type { Tx } from '../db/transaction.ts';
import type { Tools } from '../tools.ts';
import { type ClientInfo, clientInfo } from './client-info.ts';
import { type FileAnswer, sendFile } from './file-answer.ts';
import { readInput } from './input.ts';
import { refuseForeignPage } from './own-pages.ts';
import { isPortal, requirePortal, requireRecentProof } from './recent-proof.ts';
import { type Caller, readCaller } from './session.ts';

export interface AuditEntry {
  targetType?: string;
  targetId?: string;
  changes?: Changes;
  /** `processing` where the call only begins what a job then does; else it was a success. */
  status?: 'processing';
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
   * Writes the system-operation log row of this call into a transaction of the caller's tenant; or one for each target,
   * none where nothing was changed. Every create, update and delete of a signed-in user has to call it: in tests, one
   * that does not fails.
   */
  audit(tx: Tx, entry: AuditEntry | readonly AuditEntry[]): Promise<void>;
  /** States that the call owes no row: it has changed nothing after all, or its rows are written elsewhere. */
  owesNoEvent(): void;
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
      const client = clientInfo(request);
      const work = async () => {
        if (route.fromOwnPages) refuseForeignPage(tools, request);
        const caller = await admit(tools, route, request, now);
        const input = readInput(route, request);
        const call = { ...input, caller, now, client, tools, request, reply } as unknown as Call<R>;
        return { caller, ...(await run(route, call, handler)) };
      };
      const { caller, answer, isAboutOthers } = await work().catch(async (error) => {
        await recordFailedAct(tools, route, request, { client, now, error });
        throw error;
      });
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

/** Rights, in order: known caller, not limited, permission, toggle, the portal alone, recent proof. */
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
  if (caller.limited && !(access === 'limited' && isPortal(caller))) throw fail('mfa_not_authenticated');
  if (!caller.permissions.has(access === 'limited' ? 'me' : access)) throw fail('forbidden');
  await refuseSwitchedOff(tools, route, caller.tenantId);
  if (route.only === 'portal') requirePortal(caller);
  if (route.proof === 'recent') requireRecentProof(caller, now);
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
    const told = 'length' in entry ? entry : [entry];
    // A PUT of what is so already changed nothing that the log could tell.
    const isChange = ({ changes }: AuditEntry) => !changes || Object.keys(changes).length > 0;
    const entries = route.method === 'PUT' ? told.filter(isChange) : told;
    isAboutOthers &&= entries.every(({ targetType, targetId }) => targetType === 'user' && targetId !== caller?.uuid);
    if (!caller || route.operation === 'none' || route.operation === 'read') return;
    const act = {
      tenantId: caller.tenantId,
      at: now,
      operation: route.operation,
      action: `${route.method} ${route.path}`,
      operatorUuid: caller.uuid,
      operatorUserId: caller.userId,
      ...fromCall(client),
    };
    await writeOperations(tx, act, entries);
  };
  const within = (tx: Tx | null) => handler({ ...call, tx: tx as TxOf<R> });
  let isSettled = false;
  call.owesNoEvent = () => {
    isSettled = true;
  };
  const owesEvent = () => !audited && !isSettled && route.operation !== 'none' && route.operation !== 'read';
  if (!caller || route.transaction === 'own') {
    const answer = await within(null);
    if (caller && owesEvent()) {
      reportForgotten(tools, route);
      await tools.db.inTenant(caller.tenantId, (tx) => call.audit(tx, {}));
    }
    return { answer, isAboutOthers: audited && isAboutOthers };
  }
  if (route.transaction === 'reading')
    return { answer: await tools.db.reading(caller.tenantId, within), isAboutOthers: false };
  const given = await tools.db.inTenant(caller.tenantId, async (tx) => {
    const answer = await within(tx);
    if (owesEvent()) {
      reportForgotten(tools, route);
      await call.audit(tx, {});
    }
    return answer;
  });
  return { answer: given, isAboutOthers: audited && isAboutOthers };
}

/**
 * A handler that changed something and wrote no event is a defect: tests fail by it. In production the act gets a row
 * that says who called what and names no target, for none is known.
 */
export function reportForgotten(tools: Tools, { method, path }: RouteDefinition): void {
  const cause = new Error(`${method} ${path} wrote no event`);
  if (tools.config.NODE_ENV === 'test') throw fail('unknown_error', { cause });
  tools.log.error({ err: cause }, 'a call wrote no event');
}

/** In tests, an answer that is not what the contract says is a defect of the server. */
function checkAnswer(route: RouteDefinition, answer: unknown): void {
  const parsed = route.response?.safeParse(JSON.parse(JSON.stringify(answer ?? null)));
  if (parsed && !parsed.success)
    throw fail('unknown_error', {
      cause: new Error(`${route.method} ${route.path} answers what the contract does not say: ${parsed.error.message}`),
    });
}
