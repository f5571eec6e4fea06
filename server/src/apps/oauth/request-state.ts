import { AsyncLocalStorage } from 'node:async_hooks';
import type { RequestOrigin } from '../../platform/events/sign-ins.ts';
import { hashSecret } from '../../platform/crypto/secret.ts';
import type { Artifact } from '../../platform/db/oauth-store.ts';
import type { ClientInfo } from '../../platform/http/client-info.ts';
import type { AccountState, KnownAccount } from '../../platform/http/known-accounts.ts';
import type { OpenSession } from '../../sign-in/sessions/sessions.ts';

export interface HeldConsent {
  userUuid: string;
  clientId: string;
  scopes: string[];
}

/** What an app has of a user: the scopes of their consent, none before the first one, and whether they are assigned to it. */
export interface Admission {
  scopes: string[];
  answered_at: Date | null;
  assigned: boolean;
}

/**
 * Facts learned during one request to the provider. The library's tokens carry only the user's uuid: the tenant of each
 * uuid and the session of each token family come from rows found in the same request, never from what a caller sent.
 */
export interface RequestState {
  /** Address of the caller, with forwarded headers from configured proxies only. */
  address: string;
  userAgent: string;
  requestId: string;
  clientRequestId: ClientInfo['clientRequestId'];
  /** user uuid → tenant */
  tenants: Map<string, string>;
  /** grant ID → its session; null for a grant that outlives the session (offline_access). */
  bindings: Map<string, string | null>;
  /** grant ID → the session in which it was given, if an ID token is issued with it. */
  sessions: Map<string, string>;
  /** Grants found together with their artifacts. */
  grants: Map<string, Record<string, unknown>>;
  /** A grant created in this request: stored together with its first code. */
  newGrant: { grantId: string; artifact: Artifact } | null;
  /** The refresh token to consume when its successor is stored. */
  rotated: string | null;
  /** Families revoked in this request. */
  revoked: Map<string, Promise<unknown>>;
  /** State of the user, found with the refresh token. */
  principal: AccountState | null;
  /** Consent and assignment of the browser's user, once they were asked for. */
  admission: Promise<Admission> | null;
  /** The consent under which this request continues. */
  consent: HeldConsent | null;
  /** Why the request is refused, where the library cannot know. */
  refusedAs: string | null;
  /** The browser's session. */
  session: (OpenSession & { principal: KnownAccount; limited: boolean }) | null;
}

const storage = new AsyncLocalStorage<RequestState>();

export function withRequestState<T>(
  { address, userAgent, requestId, clientRequestId }: RequestOrigin,
  work: () => T,
): T {
  return storage.run(
    {
      address,
      userAgent,
      requestId,
      clientRequestId,
      tenants: new Map(),
      bindings: new Map(),
      sessions: new Map(),
      grants: new Map(),
      newGrant: null,
      rotated: null,
      revoked: new Map(),
      principal: null,
      admission: null,
      consent: null,
      refusedAs: null,
      session: null,
    },
    work,
  );
}

export function requestState(): RequestState {
  const state = storage.getStore();
  if (!state) throw new Error('The OAuth store was used outside a request');
  return state;
}

/** The hash by which rows and access tokens refer to a grant. */
export const grantHashOf = (grantId: string): Buffer => hashSecret(grantId);
