import { AsyncLocalStorage } from 'node:async_hooks';
import type { RequestOrigin } from '../../platform/audit/login-log.ts';
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

/**
 * What one request to the provider has learned. The library's tokens carry the user's uuid alone: the tenant of each
 * uuid, and the session that a family of tokens hangs on, come from the rows found in the same request, never from
 * what a caller sent.
 */
export interface RequestState {
  /** Where the request comes from, forwarded headers counted from configured proxies only. */
  address: string;
  userAgent: string;
  requestId: string;
  clientRequestId: ClientInfo['clientRequestId'];
  /** user uuid → tenant */
  tenants: Map<string, string>;
  /** grant id → the session it hangs on; null for a grant that outlives the session (offline_access). */
  bindings: Map<string, string | null>;
  /** grant id → the session in which it was given, where an ID token comes with it. */
  sessions: Map<string, string>;
  /** Grants found together with what was made from them. */
  grants: Map<string, Record<string, unknown>>;
  /** A grant made in this request: written together with its first code. */
  newGrant: { grantId: string; artifact: Artifact } | null;
  /** The refresh token to be used up together with keeping the next one. */
  rotated: Buffer | null;
  /** Families ended in this request. */
  revoked: Map<string, Promise<unknown>>;
  /** The state of the user, found with the refresh token. */
  principal: AccountState | null;
  /** What the person has allowed the client, where this request goes on by it. */
  consent: HeldConsent | null;
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
      consent: null,
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

/** The form in which a grant is named in rows and access tokens. */
export const grantHashOf = (grantId: string): Buffer => hashSecret(grantId);
