import type { FastifyRequest } from 'fastify';
import { isTenantId } from '#contract/rules.ts';

/** The caller of a request, as far as it was found before the call ended. */
export interface KnownActor {
  type: 'user' | 'device' | 'client' | 'operator';
  /** A user's or a device's uuid, a client's id, the name of an operator token. */
  id: string;
  /** A user's id as people know it, once the account was found to be in good standing. */
  name?: string;
  /** Null: the operator, who belongs to no tenant. */
  tenantId: string | null;
}

const actors = new WeakMap<FastifyRequest, KnownActor>();

/** Notes who calls, as soon as it is known: a refusal that follows names them in the log (standards 22). */
export const noteActor = (request: FastifyRequest, actor: KnownActor): void => void actors.set(request, actor);

/** The caller of a request, if it was found. */
export const actorOf = (request: FastifyRequest): KnownActor | null => actors.get(request) ?? null;

/** The tenant that a call names in its path or its body: a claim, which need not exist nor be the caller's. */
export function namedTenant({ params, body }: FastifyRequest): string | null {
  for (const given of [params, body]) {
    const named = typeof given === 'object' && given !== null && 'tenantId' in given ? given.tenantId : undefined;
    if (typeof named === 'string' && isTenantId(named)) return named;
  }
  return null;
}
