import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '#contract/errors.ts';
import { targetOf } from '#contract/events.ts';
import { callersOf, rightOf, type Scope } from '#contract/principals.ts';
import type { Access, AnswerOf, BodyOf, ParamsOf, QueryOf, RouteDefinition } from '#contract/route.ts';
import { recordFailedAct } from './failed-acts.ts';
import { PROVIDER, type Tx } from '../db/transaction.ts';
import type { Tools } from '../tools.ts';
import { type Acting, type AuditEntry, type AuditedAs, writeEntries } from './acting.ts';
import { type ClientInfo, clientInfo } from './client-info.ts';
import { type FileAnswer, sendFile } from './file-answer.ts';
import { readInput } from './input.ts';
import { refuseForeignPage } from './own-pages.ts';
import { type Authenticator, authenticate, keepPrincipal, keptPrincipal, type Principal } from './principal.ts';
import { isPortal, requirePortal, requireRecentProof } from './recent-proof.ts';
import type { Caller } from './session.ts';

export type { AuditEntry } from './acting.ts';

type CallerOf<A extends Access> = A extends 'public' ? null : A extends 'operator' | 'device' ? Principal : Caller;
/** A call that admits management tokens too may be a user's or not. */
type CallerOfRoute<R extends RouteDefinition> = R extends { tokens: string } ? Principal : CallerOf<R['access']>;
type TxOf<R extends RouteDefinition> = R extends { transaction: 'own' }
  ? null
  : R['access'] extends 'public'
    ? null
    : Tx;

type ScopeOf<A extends Access> = A extends 'public' ? null : Scope;

/** A handler's result: the contract's response, or the file it promises. */
export type Given<R extends RouteDefinition> = R extends { answersFile: string } ? FileAnswer : AnswerOf<R>;

/**
 * A handler's input. `tx` is there for authenticated calls whose route does not open its own transactions. Every
 * create, update and delete, and every act on credentials, must call `audit` or declare that no event is due; in tests,
 * a handler that does neither fails.
 */
export interface Call<R extends RouteDefinition> extends Omit<Acting, 'caller' | 'audit'> {
  params: ParamsOf<R>;
  query: QueryOf<R>;
  body: BodyOf<R>;
  caller: CallerOfRoute<R>;
  /** The scope of the caller's right; only `scoped` routes get another than `all`. */
  scope: ScopeOf<R['access']>;
  /** As `Acting.audit`; an entry is of the route's event unless it says otherwise. */
  audit(tx: Tx, entry: AuditEntry | readonly AuditEntry[], as?: AuditedAs): Promise<void>;
  tx: TxOf<R>;
  client: ClientInfo;
  tools: Tools;
  request: FastifyRequest;
  reply: FastifyReply;
}

export interface Served {
  route: RouteDefinition;
  mount(app: FastifyInstance, tools: Tools): void;
}

/** Binds a route of the contract to its handler. */
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
  // Only forms reach the handler unparsed: it reads them after the caller's rights have been checked.
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
  const kinds = callersOf(route);
  const authenticators = tools.authenticators.filter(({ type }) => kinds.includes(type));
  const recordRefusal = async (request: FastifyRequest, now: Date, error: unknown): Promise<never> => {
    await recordFailedAct(tools, route, request, { client: clientInfo(request), now, error });
    throw error;
  };
  const beforeBody = async (request: FastifyRequest) => {
    const now = tools.clock();
    const find = async () => {
      const caller = await authenticate(authenticators, request, now);
      scopeOf(route, caller);
      keepPrincipal(request, caller);
    };
    await find().catch((error) => recordRefusal(request, now, error));
  };
  app.route({
    method: route.method,
    url: route.path.replace(/\{(\w+)\}/g, ':$1'),
    ...(route.bodyLimit ? { bodyLimit: route.bodyLimit } : {}),
    ...(authenticators.length > 0 && authenticators.every((each) => each.isBeforeBody) && { onRequest: beforeBody }),
    handler: async (request, reply) => {
      reply.header('cache-control', route.cache ?? 'no-store');
      const now = tools.clock();
      const client = clientInfo(request);
      const work = async () => {
        if (route.fromOwnPages) refuseForeignPage(tools, request);
        const caller = await admit(tools, { route, authenticators }, request, now);
        const input = readInput(route, request);
        const scope = caller && scopeOf(route, caller);
        const call = { ...input, caller, scope, now, client, tools, request, reply } as unknown as Call<R>;
        return { caller, ...(await run(route, call, handler)) };
      };
      const { caller, answer, isAboutOthers, changed } = await work().catch((error) =>
        recordRefusal(request, now, error),
      );
      if (caller?.actor.type === 'person' && !isAboutOthers && route.operation !== 'none' && route.method !== 'GET')
        tools.principals.forget(caller.tenantId, caller.actor.id);
      for (const { tenantId, uuid } of changed) tools.principals.forget(tenantId, uuid);
      if (route.method !== 'GET') tools.wakeDeliveries();
      if (route.answersFile) return sendFile(request, reply, route.answersFile, answer as FileAnswer);
      if (tools.config.NODE_ENV === 'test') checkAnswer(route, answer);
      if (route.response === null) return reply.code(204).send();
      return reply.type('application/json; charset=utf-8').send(toJson(answer));
    },
  });
}

const prepared = new WeakMap<object, string>();

/** Caches the JSON of a constant answer that is sent often. Returns the answer. */
export function prepareAnswer<T extends object>(answer: T): T {
  if (!prepared.has(answer)) prepared.set(answer, JSON.stringify(answer));
  return answer;
}

const toJson = (answer: unknown) =>
  (typeof answer === 'object' && answer !== null && prepared.get(answer)) || JSON.stringify(answer);

/** Access checks, in order: known caller, not limited, permission, toggle, portal only, recent proof. */
async function admit(
  tools: Tools,
  { route, authenticators }: { route: RouteDefinition; authenticators: readonly Authenticator[] },
  request: FastifyRequest,
  now: Date,
): Promise<Principal | null> {
  if (route.access === 'public') {
    await refuseSwitchedOff(tools, route, null);
    return null;
  }
  const caller = keptPrincipal(request) ?? (await authenticate(authenticators, request, now));
  if (isPerson(caller)) refuseLimited(route, caller);
  scopeOf(route, caller);
  await refuseSwitchedOff(tools, route, caller.tenantId === PROVIDER ? null : caller.tenantId);
  if (route.only === 'portal') requirePortal(asPerson(caller));
  if (route.proof === 'recent') requireRecentProof(asPerson(caller), now);
  return caller;
}

const isPerson = (caller: Principal): caller is Caller => caller.actor.type === 'person';

function asPerson(caller: Principal): Caller {
  if (!isPerson(caller)) throw fail('forbidden');
  return caller;
}

function refuseLimited({ access, method }: RouteDefinition, caller: Caller): void {
  // Device sessions are read-only: a card is too weak a factor for changes.
  if (caller.claims.device !== null && method !== 'GET') throw fail('forbidden');
  if (caller.limited && !(access === 'limited' && isPortal(caller))) throw fail('mfa_not_authenticated');
}

/**
 * The scope of the caller's right for this route. Throws `forbidden` without the right, and if it is limited to groups
 * while the route is not `scoped`.
 */
function scopeOf(route: RouteDefinition, caller: Principal): Scope {
  const right = rightOf(route);
  if (right !== null && caller.permissions.has(right)) return 'all';
  const groups = right !== null && route.scoped ? caller.inGroups.get(right) : undefined;
  if (!groups || groups.length === 0) throw fail('forbidden');
  return groups;
}

/** A feature that is switched off does not exist (standards 3). */
async function refuseSwitchedOff(tools: Tools, route: RouteDefinition, tenantId: string | null): Promise<void> {
  if (route.toggle && !(await tools.isToggleActive(route.toggle, tenantId))) throw fail('not_found');
}

/** Calls that must be logged: all changes, and reads of personal data. */
const owesRow = ({ operation, credentials }: RouteDefinition) =>
  credentials === true || (operation !== 'none' && operation !== 'read');

/** Tenant of a call: for an operator, who belongs to none, the tenant in the path, else the provider's. */
const spaceOf = (caller: Principal, params: unknown): string =>
  caller.tenantId === PROVIDER
    ? ((params as { tenantId?: string } | undefined)?.tenantId ?? PROVIDER)
    : caller.tenantId;

interface Ran<R extends RouteDefinition> {
  answer: Given<R>;
  /** The call changed only other users, so that the caller's cached principal stays valid. */
  isAboutOthers: boolean;
  /** Users of whom the operator's call told something: this process is to see it at once. */
  changed: { tenantId: string; uuid: string }[];
}

async function run<R extends RouteDefinition>(
  route: R,
  call: Call<R>,
  handler: (call: Call<R>) => Promise<Given<R>>,
): Promise<Ran<R>> {
  const { tools, client, now } = call;
  const caller = call.caller as Principal | null;
  let audited = false;
  let isSettled = !owesRow(route);
  let isAboutOthers = true;
  const changed: Ran<R>['changed'] = [];
  const { event } = route;
  if (caller?.actor.type === 'operator') call.reason = ((call.body ?? call.query ?? {}) as { reason?: string }).reason;
  call.audit = async (tx, entry, as) => {
    audited = true;
    const told = 'length' in entry ? entry : [entry];
    // A PUT that changes nothing is not logged. Acts on credentials always are, for their reason.
    const isChange = ({ changes }: AuditEntry) => !changes || Object.keys(changes).length > 0;
    const entries = route.method === 'PUT' && !route.credentials ? told.filter(isChange) : told;
    isAboutOthers &&= entries.every(
      ({ type = event, targetId }) =>
        type !== undefined && targetOf(type) === 'user' && targetId !== undefined && targetId !== caller?.actor.id,
    );
    const operation = as?.operation ?? route.operation;
    if (!caller || !event || operation === 'none' || operation === 'read') return;
    const action = `${route.method} ${route.path}`;
    const typed = entries.map((one) => ({ ...one, type: one.type ?? event }));
    const isOperator = caller.actor.type === 'operator';
    const act = { caller, now, reason: call.reason, action, operation, origin: client };
    await writeEntries(tools, tx, { ...act, client: isOperator ? null : client }, typed, as);
    const tenantId = as?.tenantId ?? caller.tenantId;
    if (isOperator)
      for (const { type, targetId } of typed)
        if (targetOf(type) === 'user' && targetId !== undefined) changed.push({ tenantId, uuid: targetId });
  };
  call.owesNoEvent = () => {
    isSettled = true;
  };
  const within = (tx: Tx | null) => handler({ ...call, tx: tx as TxOf<R> });
  const owesEvent = () => !audited && !isSettled;
  if (!caller || route.transaction === 'own') {
    const answer = await within(null);
    if (caller && owesEvent()) {
      reportForgotten(tools, route);
      await tools.db.inTenant(caller.tenantId, (tx) => call.audit(tx, { target: null }));
    }
    return { answer, isAboutOthers: audited && isAboutOthers, changed };
  }
  const space = spaceOf(caller, call.params);
  if (route.transaction === 'reading')
    return { answer: await tools.db.reading(space, within), isAboutOthers: false, changed };
  const given = await tools.db.inTenant(space, async (tx) => {
    const answer = await within(tx);
    if (owesEvent()) {
      reportForgotten(tools, route);
      await call.audit(tx, { target: null }, { tenantId: space });
    }
    return answer;
  });
  return { answer: given, isAboutOthers: audited && isAboutOthers, changed };
}

/**
 * A handler that changes something without an event is a defect: tests fail. In production the act gets a row with the
 * caller and the route but no target, since none is known.
 */
function reportForgotten(tools: Tools, { method, path }: RouteDefinition): void {
  const cause = new Error(`${method} ${path} wrote no event`);
  if (tools.config.NODE_ENV === 'test') throw fail('unknown_error', { cause });
  tools.log.error({ err: cause }, 'a call wrote no event');
}

/** In tests, a response that does not match the contract is a defect of the server. */
function checkAnswer(route: RouteDefinition, answer: unknown): void {
  const parsed = route.response?.safeParse(JSON.parse(JSON.stringify(answer ?? null)));
  if (parsed && !parsed.success)
    throw fail('unknown_error', {
      cause: new Error(`${route.method} ${route.path} answers what the contract does not say: ${parsed.error.message}`),
    });
}
