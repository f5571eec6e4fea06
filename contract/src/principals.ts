import type { Permission } from './roles.ts';
import type { RouteDefinition } from './route.ts';

/** Who can do something: the kinds of callers, and what works by itself. */
export const actorTypes = [
  'person',
  'device',
  'client',
  'operator',
  'managementToken',
  'source',
  'job',
  'system',
] as const;
export type ActorType = (typeof actorTypes)[number];

/** Who did something, as logs keep it. */
export interface Actor {
  type: ActorType;
  /** A person's or a device's uuid, a client's id, the name of a token. */
  id: string;
  /** As people read it: a user id, `operator:<token>`, `cli:<user>`, `device:<device id>`, `system`. */
  name: string;
}

/** A person, by uuid and user id. */
export const personActor = (uuid: string, userId: string): Actor => ({ type: 'person', id: uuid, name: userId });

/** The portal, where nobody asked for what it does. */
export const SYSTEM: Actor = { type: 'system', id: 'system', name: 'system' };

/** What a caller may be allowed: named permissions of a tenant, the scopes of operators, and what devices do as themselves. */
export type Right = Permission | OperatorScope | 'device';

/** Whom the rights of a caller reach: everybody of the tenant, or the people of these groups (uuids). */
export type Scope = 'all' | readonly string[];

type Asked = Pick<RouteDefinition, 'access' | 'credentials'>;

/** The right that a call asks for; null: none. */
export function rightOf({ access, credentials }: Asked): Right | null {
  if (access === 'public') return null;
  if (access === 'limited') return 'me';
  if (access === 'operator') return credentials ? 'portal:operator:credentials' : 'portal:operator';
  return access;
}

/** The kinds of callers that a call can let in; none: it asks nobody who they are. */
export function callersOf({ access }: Asked): readonly ActorType[] {
  if (access === 'public') return [];
  return access === 'operator' || access === 'device' ? [access] : ['person'];
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
