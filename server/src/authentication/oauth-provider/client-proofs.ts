import { hash } from 'node:crypto';
import type { OauthClient } from 'oidc-provider';
import type { ClientRecord } from './clients.ts';
import type { OauthProvider } from './provider.ts';

/**
 * Services ask with the same `Authorization` header at every call. By its hash: the row that was known when it was
 * checked, and the client the library made of it. Once the row has been read anew (twice a second), it is checked again.
 */
const proofs = new Map<string, { record: ClientRecord; client: OauthClient }>();
const MOST = 1_000;

/** The client that this header has proven already, or null. */
export async function provenBefore(oauth: OauthProvider, header: string | undefined): Promise<OauthClient | null> {
  const proof = header && hash('sha256', header);
  const known = proof ? proofs.get(proof) : undefined;
  if (!proof || !known) return null;
  if ((await oauth.clients.find(known.record.clientId)) === known.record) return known.client;
  proofs.delete(proof);
  return null;
}

/** `record` must have been read before the client was checked: a secret changed meanwhile must not be missed. */
export function rememberProof(header: string | undefined, record: ClientRecord | null, client: OauthClient): void {
  if (!header || !record) return;
  if (proofs.size >= MOST) proofs.clear();
  proofs.set(hash('sha256', header), { record, client });
}
