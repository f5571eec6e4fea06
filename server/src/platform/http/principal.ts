import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fail } from '#contract/errors.ts';
import type { Actor, ActorType, Right } from '#contract/principals.ts';

/** A caller of any kind: the basis of rights, logs and rate limits. */
export interface Principal {
  /** Their tenant; `PROVIDER` for an operator, who belongs to none. */
  tenantId: string;
  actor: Actor;
  /** Rights in the whole tenant, and over their own account. */
  permissions: ReadonlySet<Right>;
  /** Rights only over the users of these groups (uuids); of use to routes that are `scoped`. */
  inGroups: ReadonlyMap<Right, readonly string[]>;
  /** The OAuth client they use; null: none. */
  client: string | null;
  /** When the user last proved their identity; null for other callers, or if unknown. */
  provedAt: Date | null;
}

/** For callers without rights in single groups. */
export const IN_NO_GROUPS: Principal['inGroups'] = new Map();

/** Identifies callers of one kind. */
export interface Authenticator {
  type: ActorType;
  /**
   * Checks the token before the body is read, so that unauthenticated callers learn nothing about the expected body.
   */
  isBeforeBody: boolean;
  /** The caller of a valid token; null for any other. Records who it is (`noteActor`) as soon as known. */
  find(request: FastifyRequest, token: string, now: Date): Promise<Principal | null>;
}

const PRINCIPAL = Symbol('principal');
type WithPrincipal = FastifyRequest & { [PRINCIPAL]?: Principal | null };

/** Adds the request property that holds a caller found before the body is read. */
export const registerPrincipals = (app: FastifyInstance): void => void app.decorateRequest(PRINCIPAL, null);

/** Keeps the caller until the body has been read. */
export function keepPrincipal(request: WithPrincipal, principal: Principal): void {
  request[PRINCIPAL] = principal;
}

/** The caller found before the body was read, or null. */
export const keptPrincipal = (request: WithPrincipal): Principal | null => request[PRINCIPAL] ?? null;

/** The bearer token of a request; only as in RFC 6750 section 2.1 (header, never query or body). */
export function bearerToken(request: FastifyRequest): string | null {
  const match = /^Bearer ([A-Za-z0-9._~+/-]+=*)$/i.exec(request.headers.authorization ?? '');
  return match?.[1] ?? null;
}

/** A token that is bound to a key, with whose proof it is sent (RFC 9449 section 7.1). */
export function boundToken(request: FastifyRequest): string | null {
  const match = /^DPoP ([A-Za-z0-9._~+/-]+=*)$/i.exec(request.headers.authorization ?? '');
  return match?.[1] ?? null;
}

/** The caller, from the first authenticator that knows the token. Throws `invalid_token`. */
export async function authenticate(
  authenticators: readonly Authenticator[],
  request: FastifyRequest,
  now: Date,
): Promise<Principal> {
  const bound = boundToken(request);
  const token = bound ?? bearerToken(request);
  if (token === null) throw fail('invalid_token');
  for (const authenticator of authenticators) {
    // Only users have tokens that are bound to keys.
    if (bound !== null && authenticator.type !== 'person') continue;
    const principal = await authenticator.find(request, token, now);
    if (principal) return principal;
  }
  throw fail('invalid_token');
}
