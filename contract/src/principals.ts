import type { Permission } from './roles.ts';
import type { RouteDefinition } from './route.ts';

/** Kinds of actors: all callers, and the system itself. */
export const actorTypes = [
  'person',
  'device',
  'client',
  'operator',
  'managementToken',
  'source',
  'setupLink',
  'job',
  'system',
] as const;
export type ActorType = (typeof actorTypes)[number];

/** The actor of an act, as logs store it. */
export interface Actor {
  type: ActorType;
  /** A user's or a device's uuid, a client ID, or the name of a token. */
  id: string;
  /**
   * Readable name: a user ID, `operator:<token>`, `cli:<user>`, `device:<device ID>`, `link:<user ID of who made
   * it>`, `system`.
   */
  name: string;
}

/** A user as an actor, by uuid and user ID. */
export const personActor = (uuid: string, userId: string): Actor => ({ type: 'person', id: uuid, name: userId });

/** The portal itself, for what happens without a caller. */
export const SYSTEM: Actor = { type: 'system', id: 'system', name: 'system' };

/** A caller's right: a named permission in a tenant, an operator's scope, or what devices do as themselves. */
export type Right = Permission | OperatorScope | 'device';

/** Users that a right covers: all users of the tenant, or those of these groups (uuids). */
export type Scope = 'all' | readonly string[];

type Asked = Pick<RouteDefinition, 'access' | 'credentials' | 'tokens'>;

/** The right that a call requires; null: none. */
export function rightOf({ access, credentials }: Asked): Right | null {
  if (access === 'public') return null;
  if (access === 'limited') return 'me';
  if (access === 'operator') return credentials ? 'portal:operator:credentials' : 'portal:operator';
  return access;
}

/** The kinds of callers that a call admits; none: it is unauthenticated. */
export function callersOf({ access, tokens }: Asked): readonly ActorType[] {
  if (access === 'public') return [];
  if (access === 'operator' || access === 'device') return [access];
  return tokens ? ['person', 'managementToken'] : ['person'];
}

export const PORTAL_CLIENT = 'portal';

/** Scope for everything but acts on credentials and reading personal data. */
export const OPERATOR_SCOPE = 'portal:operator';

/**
 * Scope for acts on credentials (of users, devices, OAuth clients; signing keys), creating administrators, reading the
 * browser log.
 */
export const CREDENTIALS_SCOPE = 'portal:operator:credentials';

export const operatorScopes = [OPERATOR_SCOPE, CREDENTIALS_SCOPE] as const;

export type OperatorScope = (typeof operatorScopes)[number];
