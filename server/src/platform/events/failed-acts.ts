import { personActor } from '#contract/principals.ts';
import type { FastifyRequest } from 'fastify';
import { errorCatalogue } from '#contract/errors.ts';
import type { RouteDefinition } from '#contract/route.ts';
import type { ClientInfo } from '../http/client-info.ts';
import { asFailure } from '../http/error-reply.ts';
import { actorOf } from '../http/known-actor.ts';
import type { Tools } from '../tools.ts';
import { asLogged } from './as-logged.ts';
import { fromCall, writeOperation } from './write.ts';

/** Rows of refused and failed acts that one user may cause within a minute in one process: a log cannot be flooded. */
export const MOST_A_MINUTE = 20;
const MINUTE_MS = 60_000;

/** What an act was aimed at, by the parameters of paths; the innermost is the target. */
const targetTypes: Readonly<Record<string, string>> = {
  userId: 'user',
  groupId: 'group',
  tagId: 'tag',
  deviceId: 'device',
  clientId: 'oauthClient',
  licenseId: 'license',
  sessionId: 'session',
};

interface Counting {
  minute: number;
  rows: Map<string, number>;
}
const countings = new WeakMap<Tools, Counting>();

/** Whether one more row may be written for this user within the present minute. */
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

/**
 * Writes a row with the status `error` for a change that a signed-in user was refused, or that failed, into the log of
 * the user's own tenant (spec section 3, "Log entry"). The call's own transaction has been rolled back: this is one of
 * its own. Never throws; where the database cannot be reached, only the process's log tells of the call.
 */
export async function recordFailedAct(
  tools: Tools,
  route: RouteDefinition,
  request: FastifyRequest,
  { client, now, error }: { client: ClientInfo; now: Date; error: unknown },
): Promise<void> {
  const { operation, event } = route;
  const actor = actorOf(request);
  if (
    operation === 'none' ||
    operation === 'read' ||
    !event ||
    actor?.type !== 'person' ||
    !actor.name ||
    !actor.tenantId
  )
    return;
  const { id: errorId } = asFailure(error);
  const { tenantId } = actor;
  if (errorCatalogue[errorId] === 503 || !mayWrite(tools, `${tenantId}/${actor.id}`, now)) return;
  const entry = {
    tenantId,
    at: now,
    operation,
    type: event,
    action: `${route.method} ${route.path}`,
    status: 'error' as const,
    errorId,
    actor: personActor(actor.id, actor.name),
    ...targetOf(request.params),
    ...fromCall(client),
  };
  await tools.db
    .inTenant(tenantId, (tx) => writeOperation(tx, entry))
    .catch((cause) => request.log.error({ err: cause }, 'a refused act could not be logged'));
}
