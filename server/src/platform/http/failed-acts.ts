import type { Actor } from '#contract/principals.ts';
import type { FastifyRequest } from 'fastify';
import { errorCatalogue, type ErrorId } from '#contract/errors.ts';
import type { OperationEvent } from '#contract/events.ts';
import type { RouteDefinition } from '#contract/route.ts';
import { PROVIDER } from '../db/transaction.ts';
import type { ClientInfo } from './client-info.ts';
import { asFailure } from './error-reply.ts';
import { actorOf, namedTenant } from './known-actor.ts';
import type { Tools } from '../tools.ts';
import { asLogged } from '../events/as-logged.ts';
import { fromCall, type OperationEntry, writeOperation } from '../events/write.ts';

/** Rows of refused and failed acts that one caller may cause within a minute in one process: a log cannot be flooded. */
export const MOST_A_MINUTE = 20;
const MINUTE_MS = 60_000;

/** What an act was aimed at, by the parameters of paths; the innermost is the target. */
const targetTypes: Readonly<Record<string, string>> = {
  userId: 'user',
  groupId: 'group',
  tagId: 'tag',
  deviceId: 'device',
  clientId: 'oauthClient',
  samlSpId: 'samlSp',
  licenseId: 'license',
  sessionId: 'session',
  contractId: 'contract',
  serviceClass: 'service',
  kid: 'signingKey',
};

interface Counting {
  minute: number;
  rows: Map<string, number>;
}
const countings = new WeakMap<Tools, Counting>();

/** Whether one more row may be written for this caller within the present minute. */
function mayWrite(tools: Tools, key: string, now: Date): boolean {
  const minute = Math.floor(now.getTime() / MINUTE_MS);
  let counting = countings.get(tools);
  if (counting?.minute !== minute) {
    counting = { minute, rows: new Map() };
    countings.set(tools, counting);
  }
  const rows = (counting.rows.get(key) ?? 0) + 1;
  counting.rows.set(key, rows);
  return rows <= MOST_A_MINUTE;
}

function targetOf(params: unknown): { target: { type: string; id: string } | null } {
  const named = Object.entries((params ?? {}) as Record<string, string>).filter(([name]) => name in targetTypes);
  const [name, value] = named.at(-1) ?? [];
  if (name === undefined || value === undefined) return { target: null };
  return { target: { type: targetTypes[name] as string, id: asLogged(value) } };
}

/** The operation of a refused call; null: it owes no row. A read of what is personal owes one, as when it is granted. */
function operationOf({ operation, credentials }: RouteDefinition): OperationEntry['operation'] | null {
  if (operation === 'read') return credentials ? 'create' : null;
  return operation === 'none' ? null : operation;
}

/**
 * Writes a row with the status `error` for a change that a known caller of any kind was refused, or that failed (spec
 * section 3, "Log entry"; standards 22): into the log of the caller's own tenant, or, of the operator, of the tenant that
 * was named. The call's own transaction has been rolled back: this is one of its own. Never throws; where the database
 * cannot be reached, only the process's log tells of the call.
 */
export async function recordFailedAct(
  tools: Tools,
  route: RouteDefinition,
  request: FastifyRequest,
  { client, now, error }: { client: ClientInfo; now: Date; error: unknown },
): Promise<void> {
  const { event: type } = route;
  const operation = operationOf(route);
  const known = actorOf(request);
  if (operation === null || !type || !known?.name) return;
  const { id: errorId } = asFailure(error);
  if (errorCatalogue[errorId] === 503) return;
  const actor = { type: known.type, id: known.id, name: known.name };
  const refused = { actor, operation, type, errorId, action: `${route.method} ${route.path}`, client, now };
  const { tenantId } = known;
  const write = async () =>
    tenantId === null
      ? recordRefused(tools, { ...refused, ...(await spaceNamed(tools, request)) })
      : recordRefused(tools, { ...refused, tenantId, ...targetOf(request.params) });
  await write().catch((cause) => request.log.error({ err: cause }, 'a refused act could not be logged'));
}

/** Where an operator's refused act is logged: in the tenant that was named or, if there is none, by the provider. */
async function spaceNamed(tools: Tools, request: FastifyRequest): Promise<Pick<Refused, 'tenantId' | 'target'>> {
  const named = namedTenant(request);
  if (named === null) return { tenantId: PROVIDER, ...targetOf(request.params) };
  const tenant = await tools.db.reading(named, (tx) => tx.selectFrom('tenants').select('tenant_id').executeTakeFirst());
  if (tenant) return { tenantId: named, ...targetOf(request.params) };
  return { tenantId: PROVIDER, target: { type: 'tenant', id: asLogged(named) } };
}

/** A refused or failed act of a known caller. */
export interface Refused extends Pick<OperationEntry, 'tenantId' | 'operation' | 'action'> {
  type: OperationEvent;
  actor: Actor;
  errorId: ErrorId;
  /** What the call named; null: nothing is known of it. */
  target: { type: string; id: string } | null;
  client: Pick<ClientInfo, 'address' | 'requestId' | 'clientRequestId'>;
  now: Date;
}

/** Writes the row of a refused act, unless its caller has caused too many within this minute. */
export async function recordRefused(tools: Tools, { client, now: at, ...refused }: Refused): Promise<void> {
  const { tenantId, actor } = refused;
  if (!mayWrite(tools, `${tenantId}/${actor.type}/${actor.id}`, at)) return;
  const entry = { ...refused, at, status: 'error' as const, ...fromCall(client) };
  await tools.db.inTenant(tenantId, (tx) => writeOperation(tx, entry));
}
