import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ActorType } from '#contract/principals.ts';
import { isTenantId } from '#contract/rules.ts';

/** The caller of a request, as far as it was found before the call ended. */
export interface KnownActor {
  type: ActorType;
  /** A user's or a device's uuid, a client's id, the name of an operator token. */
  id: string;
  /** A user's id as people know it, once the account was found to be in good standing. */
  name?: string;
  /** Null: the operator, who belongs to no tenant. */
  tenantId: string | null;
}

const ACTOR = Symbol('actor');
type WithActor = FastifyRequest & { [ACTOR]?: KnownActor | null };

/** Gives every request the place where its caller is noted. On the request itself: a WeakMap is heard in figures. */
export const registerKnownActors = (app: FastifyInstance): void => void app.decorateRequest(ACTOR, null);

/** Notes who calls, as soon as it is known: a refusal that follows names them in the log (standards 22). Gives the note. */
export function noteActor(request: WithActor, actor: KnownActor): KnownActor {
  request[ACTOR] = actor;
  return actor;
}

/** The caller of a request, if it was found. */
export const actorOf = (request: WithActor): KnownActor | null => request[ACTOR] ?? null;

/** The tenant that a call names in its path or its body: a claim, which need not exist nor be the caller's. */
export function namedTenant({ params, body }: FastifyRequest): string | null {
  for (const given of [params, body]) {
    const named = typeof given === 'object' && given !== null && 'tenantId' in given ? given.tenantId : undefined;
    if (typeof named === 'string' && isTenantId(named)) return named;
  }
  return null;
}
