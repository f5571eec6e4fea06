import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fail } from '#contract/errors.ts';
import type { Actor, ActorType, Right, Scope } from '#contract/principals.ts';

/** Whoever calls, of any kind: what rights, logs and limits go by. */
export interface Principal {
  /** Where they belong; `PROVIDER` of an operator, who belongs to no tenant. */
  tenantId: string;
  actor: Actor;
  permissions: ReadonlySet<Right>;
  scope: Scope;
  /** The OAuth client through which they call; null: none. */
  client: string | null;
  /** When the person last proved who they are; null for everything that is no person, and where it is not known. */
  provedAt: Date | null;
}

/** Finds out who calls, of one kind of callers. */
export interface Authenticator {
  type: ActorType;
  /** Their token is looked at before the body is read: a stranger does not even learn what a body should hold. */
  isBeforeBody: boolean;
  /** The caller of a bearer token that is good now; null for any other. Notes who it is (`noteActor`) as soon as known. */
  find(request: FastifyRequest, token: string, now: Date): Promise<Principal | null>;
}

const PRINCIPAL = Symbol('principal');
type WithPrincipal = FastifyRequest & { [PRINCIPAL]?: Principal | null };

/** Gives every request the place for a caller that is found before its body is read. */
export const registerPrincipals = (app: FastifyInstance): void => void app.decorateRequest(PRINCIPAL, null);

/** Keeps the caller of a request until its body is there. */
export function keepPrincipal(request: WithPrincipal, principal: Principal): void {
  request[PRINCIPAL] = principal;
}

/** The caller that was found before the body; null where none was. */
export const keptPrincipal = (request: WithPrincipal): Principal | null => request[PRINCIPAL] ?? null;

/** The bearer token of a request; RFC 6750 section 2.1 only (header, never query or body). */
export function bearerToken(request: FastifyRequest): string | null {
  const match = /^Bearer ([A-Za-z0-9._~+/-]+=*)$/i.exec(request.headers.authorization ?? '');
  return match?.[1] ?? null;
}

/** The caller, by the first of the authenticators that knows the token. Throws `invalid_token`. */
export async function authenticate(
  authenticators: readonly Authenticator[],
  request: FastifyRequest,
  now: Date,
): Promise<Principal> {
  const token = bearerToken(request);
  if (token === null) throw fail('invalid_token');
  for (const authenticator of authenticators) {
    const principal = await authenticator.find(request, token, now);
    if (principal) return principal;
  }
  throw fail('invalid_token');
}
