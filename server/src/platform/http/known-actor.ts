import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ActorType } from '#contract/principals.ts';
import { isTenantId } from '#contract/rules.ts';

/** The caller of a request, as far as it is known so far. */
export interface KnownActor {
  type: ActorType;
  /** A user's or a device's uuid, a client ID, or the name of an operator token. */
  id: string;
  /** As logs show it; of a user, once the account is known to be in good standing. */
  name?: string;
  /** Null for the operator, who belongs to no tenant. */
  tenantId: string | null;
}

const ACTOR = Symbol('actor');
type WithActor = FastifyRequest & { [ACTOR]?: KnownActor | null };

/** Adds the request property that holds the caller. A property, because a WeakMap is measurably slower. */
export const registerKnownActors = (app: FastifyInstance): void => void app.decorateRequest(ACTOR, null);

/**
 * Records the caller as soon as it is known, so that a later refusal names it in the log (standards 22). Returns the
 * record.
 */
export function noteActor(request: WithActor, actor: KnownActor): KnownActor {
  request[ACTOR] = actor;
  return actor;
}

/** The caller of a request, if known. */
export const actorOf = (request: WithActor): KnownActor | null => request[ACTOR] ?? null;

/** The tenant named in the path, the body or the query of a call: a claim, which need not exist or be the caller's. */
export function namedTenant({ params, body, query }: FastifyRequest): string | null {
  for (const given of [params, body, query]) {
    const named = typeof given === 'object' && given !== null && 'tenantId' in given ? given.tenantId : undefined;
    if (typeof named === 'string' && isTenantId(named)) return named;
  }
  return null;
}
